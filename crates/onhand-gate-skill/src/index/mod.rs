//! Every skill below some folders, and what of it was read before.

mod memory;
mod skill_index;
mod snapshot;
mod walk;

pub use skill_index::SkillIndex;
pub use snapshot::{MAX_SNAPSHOT_BYTES, SNAPSHOT_VERSION};
pub use walk::Unwalked;
