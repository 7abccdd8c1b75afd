//! What a `SKILL.md` says of itself, before its text begins.

mod block;
mod error;
mod fields;
mod read;

pub use block::MAX_FRONTMATTER_BYTES;
pub use error::{Flaw, FrontmatterError};
pub use fields::Frontmatter;
pub use read::ReadError;
