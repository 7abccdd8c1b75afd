//! What is wrong with a declaration, and where.

use std::fmt;

use crate::{Rule, Severity, Span};

/// One rule broken at one place.
///
/// Its `Display` is one line: `app.win32.location: the path has a .. segment [location-traversal]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The place as a path of keys: `app.win32.location`. Empty for the file as a whole.
    pub path: String,
    /// The rule.
    pub rule: Rule,
    /// What is wrong, in a sentence that names the rule's words.
    pub message: String,
    /// What would be right, where that can be said.
    pub hint: Option<String>,
    /// The place in the text, where there is a text.
    pub span: Option<Span>,
}

impl Problem {
    /// How much it weighs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }

    /// Whether it keeps the declaration from being used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl std::error::Error for Problem {}
