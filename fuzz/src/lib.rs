//! What is fuzzed: a function for each target, which takes any bytes and panics where a promise
//! doesn't hold.
//!
//! They are plain functions, so that they build on stable and the workspace's own tests run them
//! over the seeds. Each says in its documentation what it takes and what it holds onhand to.

mod comparison;
mod declaration;
mod expansion;
mod frontmatter;
mod pe;
mod plist;
mod registry_values;
mod runtime_file;
mod told;

pub use comparison::comparison;
pub use declaration::declaration;
pub use expansion::expansion;
pub use frontmatter::frontmatter;
pub use pe::pe;
pub use plist::plist;
pub use registry_values::registry_values;
pub use runtime_file::runtime_file;
