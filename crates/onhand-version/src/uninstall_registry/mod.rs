//! `uninstall_registry`: what an installer wrote for Windows' list of installed applications.

mod choice;
mod entry;
mod location;
mod name;
mod source;

pub use source::UninstallRegistry;
