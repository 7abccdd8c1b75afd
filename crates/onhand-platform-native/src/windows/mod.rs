//! Windows: metadata and regular files by the calls of the OS, the uninstall registry and processes.

mod directory;
mod file_time;
mod nt_file;
mod open;
mod os_error;
mod physical;
mod place;
#[cfg(feature = "probe")]
pub(crate) mod process;
mod reach;
mod registry;
mod reparse;
#[cfg(test)]
mod reparse_bytes;
mod stat;
mod told;
mod volume;
mod wait;

pub(crate) use directory::entries;
pub(crate) use open::{open, read_at, read_pipe};
pub(crate) use physical::resolve;
pub(crate) use registry::uninstall_entries;
pub(crate) use stat::stat;
