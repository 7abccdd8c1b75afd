//! What macOS has of its own: evicted files, and processes by `sysctl`.

mod dataless;
#[cfg(feature = "probe")]
pub(crate) mod process;

pub(crate) use dataless::is_dataless;
