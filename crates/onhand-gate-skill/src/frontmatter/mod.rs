//! What a `SKILL.md` says of itself, before its text begins.

mod applications;
mod block;
mod error;
mod fields;
mod gate_key;
mod keys;
mod limits;
mod line;
mod misplaced;
mod quoting;
mod read;

pub use error::{Flaw, FrontmatterError};
pub use fields::Frontmatter;
pub use limits::MAX_FRONTMATTER_BYTES;
pub use read::ReadError;

pub(crate) use line::as_scalar;
