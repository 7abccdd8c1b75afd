//! Every skill below some folders, and what of it was read before.

mod budget;
mod link_as_text;
mod memory;
mod passed_over;
mod skill_index;
mod snapshot;
mod walk;

pub use passed_over::{PassedOver, PassedOverReason, Spent, Unwalked};
pub use skill_index::{MAX_DESCRIPTION, MAX_NAME, SkillIndex};
pub use snapshot::{MAX_SNAPSHOT_BYTES, SNAPSHOT_VERSION};
