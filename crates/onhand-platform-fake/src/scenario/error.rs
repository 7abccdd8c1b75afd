//! Why a scenario file gives no machine.

use std::fmt;
use std::io;

use onhand_document::Problem;

use super::rule::ScenarioRule;

/// Why a scenario file gives no machine.
///
/// Its text is one line, as in `machine.yaml:3:5: …`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// The file can't be read.
    #[error("{file}: {source}")]
    Read {
        /// The file.
        file: String,
        /// What the OS says.
        source: io::Error,
    },
    /// The file is larger than any scenario needs to be.
    #[error("{file}: a scenario holds at most {limit} bytes")]
    TooLarge {
        /// The file.
        file: String,
        /// The bound, in bytes.
        limit: usize,
    },
    /// The file describes no machine.
    #[error(transparent)]
    Invalid(Box<InvalidScenario>),
}

/// A scenario file with everything that is wrong with it.
#[derive(Debug)]
#[non_exhaustive]
pub struct InvalidScenario {
    /// The file, by the name that the caller gave it.
    pub file: String,
    /// What the file holds.
    pub text: Box<[u8]>,
    /// What is wrong with it, in order of place; one at least.
    pub problems: Vec<Problem<ScenarioRule>>,
}

impl ScenarioError {
    /// What is wrong with the file, in order of place. Empty where it could not be read at all.
    #[must_use]
    pub fn problems(&self) -> &[Problem<ScenarioRule>] {
        match self {
            ScenarioError::Invalid(invalid) => &invalid.problems,
            _ => &[],
        }
    }
}

/// The first problem, and how many more there are.
impl fmt::Display for InvalidScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        let Some(first) = self.problems.first() else {
            return Ok(());
        };
        if let Some(span) = first.span {
            write!(f, ":{}:{}", span.line, span.column)?;
        }
        write!(f, ": {}", first.message)?;
        if let Some(hint) = &first.hint {
            write!(f, "; {hint}")?;
        }
        match self.problems.len() - 1 {
            0 => Ok(()),
            more => write!(f, " (and {more} more)"),
        }
    }
}

impl std::error::Error for InvalidScenario {}

/// The start of a text of a scenario or of an OS, for a message.
pub(super) fn told(error: &impl fmt::Display) -> String {
    onhand_platform::excerpt(&error.to_string(), MOST)
}

/// The longest message that is passed on, in characters: whoever wrote the file may have put a novel into a key.
const MOST: usize = 500;
