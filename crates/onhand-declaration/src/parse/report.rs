//! Collects problems, each with its place.

use crate::node::excerpt;
use crate::{Node, Problem, Rule, Severity, Span};

/// Enough for any author; a hostile text gets no more of our time.
const MAX_PROBLEMS: usize = 200;

/// Errors and warnings are kept apart: neither can crowd the other out.
#[derive(Debug, Default)]
pub(super) struct Report {
    errors: Kept,
    warnings: Kept,
}

/// The first problems, and how many there were.
#[derive(Debug, Default)]
struct Kept {
    problems: Vec<Problem>,
    count: usize,
}

/// Where something stands: its path of keys, and its place in the text.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) path: String,
    pub(super) span: Option<Span>,
}

impl Place {
    pub(super) fn root(node: &Node) -> Self {
        Place {
            path: String::new(),
            span: node.span,
        }
    }

    /// The place of a key's value. What has no extent in the text is shown by its key.
    pub(super) fn child(&self, key: &str, span: Option<Span>) -> Self {
        let plain = !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        let segment = if plain {
            excerpt(key)
        } else {
            format!("\"{}\"", excerpt(key))
        };
        let path = if self.path.is_empty() {
            segment
        } else {
            format!("{}.{segment}", self.path)
        };
        Place { path, span }
    }

    pub(super) fn at(&self, span: Option<Span>) -> Self {
        Place {
            path: self.path.clone(),
            span: span.or(self.span),
        }
    }
}

impl Report {
    pub(super) fn add(&mut self, rule: Rule, place: &Place, message: impl Into<String>) {
        self.push(rule, place, message.into(), None);
    }

    pub(super) fn add_with_hint(
        &mut self,
        rule: Rule,
        place: &Place,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(rule, place, message.into(), Some(hint.into()));
    }

    fn push(&mut self, rule: Rule, place: &Place, message: String, hint: Option<String>) {
        let kept = match rule.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        kept.count += 1;
        if kept.problems.len() < MAX_PROBLEMS {
            kept.problems.push(Problem {
                path: place.path.clone(),
                rule,
                message,
                hint,
                span: place.span,
            });
        }
    }

    /// Whether further errors are only counted.
    pub(super) fn is_full(&self) -> bool {
        self.errors.problems.len() >= MAX_PROBLEMS
    }

    /// How many errors there are; with [`errors_since`](Self::errors_since) it tells whether a
    /// part went well.
    pub(super) fn mark(&self) -> usize {
        self.errors.count
    }

    /// Whether an error was added after `mark` was taken.
    pub(super) fn errors_since(&self, mark: usize) -> bool {
        self.errors.count > mark
    }

    /// The problems in order of place; those of one place keep the order in which they came.
    pub(super) fn finish(self) -> Vec<Problem> {
        let rest = [
            self.errors.rest(Rule::TooLarge, "errors"),
            self.warnings.rest_of_last("warnings"),
        ];
        let mut problems = self.errors.problems;
        problems.extend(self.warnings.problems);
        problems.sort_by_key(|problem| problem.span.map(|span| (span.line, span.column)));
        problems.extend(rest.into_iter().flatten());
        problems
    }
}

impl Kept {
    /// What is said in place of those that are not kept.
    fn rest(&self, rule: Rule, what: &str) -> Option<Problem> {
        let more = self.count - self.problems.len();
        (more > 0).then(|| Problem {
            path: String::new(),
            rule,
            message: format!("{more} more {what} are not shown"),
            hint: None,
            span: None,
        })
    }

    /// The same, under the rule of the last that is kept, so that it weighs no more.
    fn rest_of_last(&self, what: &str) -> Option<Problem> {
        self.rest(self.problems.last()?.rule, what)
    }
}
