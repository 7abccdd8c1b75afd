//! What stands where on the machine.

mod content;
mod fault;
mod inode;
mod limit;
mod link;
mod tree;
mod walk;

pub use content::FileContent;
pub use fault::{Fault, UnknownFault};
pub(crate) use inode::Inode;
pub(crate) use tree::Disk;
