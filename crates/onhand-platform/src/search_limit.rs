//! Where a search through folders stops.

use std::time::Duration;

use thiserror::Error;

/// The limit at which a search through folders stopped. What was found before it still counts. Its `Display` is a
/// sentence for people: every search of onhand says it in these words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchLimit {
    /// A folder so many levels below the first one. Only what is deeper is left out.
    #[error("the search stops here: it goes no more than {0} folders deep")]
    Depth(usize),
    /// So many folders were searched.
    #[error("the search stops here: no more than {0} folders are searched")]
    Folders(usize),
    /// So many names were listed.
    #[error("the search stops here: no more than {0} names are listed")]
    Names(usize),
    /// So many files were found that are to be read.
    #[error("the search stops here: no more than {0} files are read")]
    Files(usize),
    /// The time was over.
    #[error("the search stops here: it takes no longer than {0:?}")]
    Time(Duration),
}
