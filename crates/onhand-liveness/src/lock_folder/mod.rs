//! `lock_folder`: a folder in which each running instance of an application keeps a file that is named by its port.

mod locks;
mod probe;

pub use probe::LockFolder;
