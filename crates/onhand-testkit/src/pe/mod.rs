//! Small Windows executables, made to measure: whole ones, and ones that are wrong in one place.
//!
//! [`Pe`] is an executable, [`Resources`] what it carries, [`VersionInfo`] one version resource.
//! They are data; what a linker would have to keep in order can be told to be out of it. A
//! [`PeFile`] is the result: its bytes, and [`Mark`]s that say where each structure is, to cut or to
//! overwrite it there.
//!
//! ```
//! use onhand_testkit::pe::{Machine, Pe, Resources, VersionInfo};
//!
//! let version = VersionInfo::new().fixed([2, 3, 0, 0]).table("040904B0", &[("FileVersion", "2.3")]);
//! let file = Pe::new(Machine::Arm64).resources(Resources::version(version)).build();
//! ```

mod image;
mod mark;
mod resources;
mod sample;
mod version_info;

pub use image::{Machine, Pe, PeFile};
pub use mark::Mark;
pub use resources::{Name, Resources};
pub use sample::{executable, fixed, full, with_resources};
pub use version_info::{Length, Node, Style, ValueLength, VersionInfo};
