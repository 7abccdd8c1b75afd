//! Collects problems, each with its place.

use crate::{Node, Problem, Rule, Span};

/// Enough for any author; a hostile text gets no more of our time.
const MAX_PROBLEMS: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Report {
    problems: Vec<Problem>,
    more: usize,
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
            key.to_owned()
        } else {
            format!("\"{}\"", crate::node::excerpt(key))
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
        if self.is_full() {
            self.more += 1;
            return;
        }
        self.problems.push(Problem {
            path: place.path.clone(),
            rule,
            message,
            hint,
            span: place.span,
        });
    }

    /// Whether further problems are only counted.
    pub(super) fn is_full(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    /// How many problems there are; with [`errors_since`](Self::errors_since) it tells whether
    /// a part went well.
    pub(super) fn mark(&self) -> usize {
        self.problems.len() + self.more
    }

    /// Whether an error was added after `mark` was taken.
    pub(super) fn errors_since(&self, mark: usize) -> bool {
        self.more > 0 || self.problems.iter().skip(mark).any(Problem::is_error)
    }

    /// The problems in order of place; those of one place keep the order in which they came.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        self.problems
            .sort_by_key(|problem| problem.span.map(|span| (span.line, span.column)));
        if self.more > 0 {
            self.problems.push(Problem {
                path: String::new(),
                rule: Rule::TooLarge,
                message: format!("{} more problems are not shown", self.more),
                hint: None,
                span: None,
            });
        }
        self.problems
    }
}
