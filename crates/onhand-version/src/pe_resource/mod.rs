//! The kind `pe_resource`: the version resource of a Windows executable.
//!
//! [`source`] asks for a version, [`version`] holds the four that a file may state and chooses
//! one. To get there, [`image`] reads the headers, [`directory`] finds the resource, and
//! [`version_info`] reads it, a tree of [`block`]s. Every byte comes through a [`window`], which
//! knows how many were read.
//!
//! The file is someone else's. Nothing here indexes, and no sum can overflow; the two lints below
//! see to that. The file is never held as a whole, and the directory is walked down once, so that
//! one which leads back to itself costs nothing.
//!
//! Source of the layout: "PE Format" and "Version Information" of Microsoft's documentation.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod block;
mod directory;
mod error;
mod field;
mod image;
mod little_endian;
mod source;
mod version;
mod version_info;
mod window;

pub use error::PeError;
pub use field::PeField;
pub use source::PeResource;
pub use version::PeVersion;
