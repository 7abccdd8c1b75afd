//! Small Windows executables, made to measure: whole ones, and ones that are wrong in one place.
//!
//! [`Pe`] is an executable, [`Resources`] what it carries, [`VersionInfo`] one version resource.
//! They are data; what a linker would have to keep in order can be told to be out of it. A
//! [`PeFile`] is the result: its bytes, and [`Mark`]s that say where each structure is, to cut or to
//! overwrite it there.
//!
//! ```ignore
//! let version = VersionInfo::new().fixed([2, 3, 0, 0]).table("040904B0", &[("FileVersion", "2.3")]);
//! let file = Pe::new(Machine::Arm64).resources(Resources::version(version)).build();
//! ```

#![allow(
    dead_code,
    unused_imports,
    reason = "shared by tests and tools, none of which needs all of it"
)]

mod image;
mod mark;
mod resources;
mod version_info;

pub(crate) use image::{Machine, Pe, PeFile};
pub(crate) use mark::Mark;
pub(crate) use resources::Resources;
pub(crate) use version_info::{Length, Node, Style, ValueLength, VersionInfo};
