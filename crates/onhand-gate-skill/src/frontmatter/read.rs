//! Reads the frontmatter of a file, and nothing beyond it.

use onhand_platform::{HostError, InspectHost, RootedPath};

use super::block::{FIRST_LOOK, block};
use super::limits::MAX_FRONTMATTER_BYTES;
use super::{Flaw, Frontmatter, FrontmatterError};

/// Why a file gave no frontmatter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It can't be read.
    #[error("the file can't be read: {0}")]
    Unreadable(#[from] HostError),
    /// What it holds can't be used.
    #[error(transparent)]
    Malformed(#[from] FrontmatterError),
}

impl Frontmatter {
    /// Reads the frontmatter of a `SKILL.md`. Costs one `open`, and one read of 4 KiB; a longer frontmatter
    /// costs a read for each doubling, up to [`MAX_FRONTMATTER_BYTES`]. What follows it costs nothing, however
    /// much it is.
    ///
    /// # Errors
    /// As [`InspectHost::open`] and [`HostFile::read_at`](onhand_platform::HostFile::read_at), and as
    /// [`parse`](Self::parse).
    pub fn read(host: &dyn InspectHost, path: &RootedPath) -> Result<Self, ReadError> {
        let file = host.open(path)?;
        let mut text = Vec::new();
        // Nearly every frontmatter is within.
        let mut size = FIRST_LOOK;
        loop {
            let held = text.len();
            text.resize(size, 0);
            let read = file.read_at(held as u64, &mut text[held..])?;
            text.truncate(held + read);
            let is_all = text.len() < size;
            if let Some(block) = block(&text, is_all)? {
                return Ok(Frontmatter::of_block(block)?);
            }
            if size == MAX_FRONTMATTER_BYTES {
                return Err(FrontmatterError::from(Flaw::TooLong).into());
            }
            size = (size * 2).min(MAX_FRONTMATTER_BYTES);
        }
    }
}
