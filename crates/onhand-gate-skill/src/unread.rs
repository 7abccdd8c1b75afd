//! What an index could not look into, and why.

use std::time::Duration;

use onhand_platform::{HostError, RootedPath, SearchLimit};

/// A folder in which there may be more skills than were found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadFolder {
    /// The folder.
    pub path: RootedPath,
    /// Why.
    pub reason: UnreadFolderReason,
}

/// Why a folder was not looked into, or the skills in it were not read. Its `Display` is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnreadFolderReason {
    /// The host can't list it.
    #[error("the folder can't be listed: {0}")]
    NotListed(HostError),
    /// It holds more names than are listed of one folder.
    #[error("the folder holds more than {0} names")]
    TooManyNames(usize),
    /// The search stopped here. Of folders that are too deep the first is told; behind any other limit nothing was
    /// looked into.
    #[error(transparent)]
    SearchLimit(#[from] SearchLimit),
    /// From this skill on so many were found, and not read.
    #[error("from here on {skills} skills were not read: {why}")]
    SkillsNotRead {
        /// How many.
        skills: usize,
        /// What was spent.
        why: Spent,
    },
}

/// What a look had spent before it was through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Spent {
    /// So many bytes were read.
    #[error("no more than {0} bytes are read")]
    Bytes(u64),
    /// What was read and decided takes up so many bytes.
    #[error("no more than {0} bytes are kept")]
    Kept(usize),
    /// The time.
    #[error("it takes no longer than {0:?}")]
    Time(Duration),
}
