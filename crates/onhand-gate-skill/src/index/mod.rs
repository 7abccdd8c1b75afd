//! Every skill below some folders, and what of it was read before.

mod budget;
mod link_as_text;
mod memory;
mod skill_index;
mod snapshot;
mod walk;

pub use skill_index::{MAX_DESCRIPTION, MAX_NAME, SkillIndex};
pub use snapshot::{MAX_SNAPSHOT_BYTES, SNAPSHOT_VERSION};
