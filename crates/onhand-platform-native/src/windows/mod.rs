//! Windows: metadata and regular files by the calls of Win32, and the uninstall registry.

mod drive;
mod open;
mod registry;
mod reparse;
mod stat;

pub(crate) use open::{open, read_at};
pub(crate) use registry::uninstall_entries;
pub(crate) use stat::{entry_kind, stat};
