//! What is wrong with a text, and where.

use std::fmt;

use crate::{DocumentRule, RuleCode, Severity, Span};

/// One rule broken at one place.
///
/// Its `Display` is one line: `app.win32.location: the path has a .. segment [location-traversal]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem<R = DocumentRule> {
    /// The place as a path of keys: `app.win32.location`. Empty for the text as a whole.
    pub path: String,
    /// The rule.
    pub rule: R,
    /// What is wrong, in a sentence that names the rule's words.
    pub message: String,
    /// What would be right, where that can be said.
    pub hint: Option<String>,
    /// The place in the text, where there is a text.
    pub span: Option<Span>,
}

impl<R> Problem<R> {
    /// A problem of a text as a whole.
    #[must_use]
    pub fn new(rule: impl Into<R>, message: impl Into<String>) -> Self {
        Problem {
            path: String::new(),
            rule: rule.into(),
            message: message.into(),
            hint: None,
            span: None,
        }
    }

    /// With what would be right.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// With its place in the text, where there is one.
    #[must_use]
    pub fn at(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    /// The same under the rules of a grammar that has these among its own.
    #[must_use]
    pub fn under<S: From<R>>(self) -> Problem<S> {
        Problem {
            path: self.path,
            rule: self.rule.into(),
            message: self.message,
            hint: self.hint,
            span: self.span,
        }
    }
}

impl<R: RuleCode> Problem<R> {
    /// How much it weighs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }

    /// Whether it is more than a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

impl<R: RuleCode> fmt::Display for Problem<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} [{}]", self.message, self.rule.code())
    }
}

impl<R: RuleCode> std::error::Error for Problem<R> {}
