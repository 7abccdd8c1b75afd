//! What stands where on the machine.

mod content;
mod fault;
mod limit;
mod link;
mod node;
mod tree;
mod walk;

pub use content::FileContent;
pub use fault::{Fault, UnknownFault};
pub(crate) use node::Node;
pub(crate) use tree::Disk;
