//! What `lint` answers.

use super::Problems;

/// Every mistake in some files.
pub(crate) struct Linted {
    /// How many files, and paths that are none, were looked at.
    pub(crate) files: usize,
    /// What is wrong with them.
    pub(crate) problems: Problems,
}
