//! `uninstall_registry`: what an installer wrote for Windows' list of installed applications.

mod choice;
mod entry;
mod location;
mod name;
mod other_name;
mod short_name;
mod source;
mod unread;

pub use source::UninstallRegistry;
