//! What is fuzzed: a function for each target, which takes any bytes and panics where a promise
//! doesn't hold.
//!
//! They are plain functions, so that they build on stable and the workspace's own tests run them
//! over the seeds. Each says in its documentation what it takes and what it holds onhand to.

mod application;
mod comparison;
mod declaration;
mod expansion;
mod frontmatter;
mod lock_folder;
mod pe;
mod plist;
mod port_file;
mod registry_values;
mod server_json;
mod told;

pub use comparison::comparison;
pub use declaration::declaration;
pub use expansion::expansion;
pub use frontmatter::frontmatter;
pub use lock_folder::lock_folder;
pub use pe::pe;
pub use plist::plist;
pub use port_file::port_file;
pub use registry_values::registry_values;
pub use server_json::server_json;
