//! Collects problems, each with its place.

use crate::{DocumentRule, Place, Problem, RuleCode, Severity};

/// Enough for any author; a hostile text gets no more of our time.
const MAX_PROBLEMS: usize = 200;

/// Collects the problems of one text, under the rules of its grammar. Two hundred errors and as many warnings are kept,
/// the rest is counted. They are kept apart: neither can crowd the other out.
///
/// ```
/// use onhand_document::{DocumentRule, Fields, Node, Place, Report, keys_hint};
///
/// const KEYS: [&str; 2] = ["name", "size"];
/// let node: Node = serde_json::from_value(serde_json::json!({ "nmae": "a", "size": "big" }))?;
/// let mut report: Report<DocumentRule> = Report::default();
/// let root = Place::root(&node);
/// let mut fields = Fields::read(&node, &root, "a box", || keys_hint(&KEYS), &mut report).expect("a mapping");
/// let name = fields.take("name").and_then(|field| field.text(&mut report));
/// let size = fields.take("size").and_then(|field| field.bool(&mut report));
/// fields.deny_rest(&KEYS, &mut report);
/// assert_eq!((name, size), (None, None));
///
/// let told: Vec<String> = report.finish().iter().map(ToString::to_string).collect();
/// assert_eq!(told, [
///     "size: `size` must be `true` or `false`, not the text `big` [wrong-type]",
///     "nmae: `nmae` is not a key here [unknown-key]",
/// ]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct Report<R> {
    errors: Kept<R>,
    warnings: Kept<R>,
}

/// The first problems, and how many there were.
#[derive(Debug)]
struct Kept<R> {
    problems: Vec<Problem<R>>,
    count: usize,
}

impl<R> Default for Report<R> {
    fn default() -> Self {
        Report {
            errors: Kept::default(),
            warnings: Kept::default(),
        }
    }
}

impl<R> Default for Kept<R> {
    fn default() -> Self {
        Kept {
            problems: Vec::new(),
            count: 0,
        }
    }
}

impl<R: RuleCode> Report<R> {
    /// Adds a problem.
    pub fn add(&mut self, rule: impl Into<R>, place: &Place, message: impl Into<String>) {
        self.push(rule.into(), place, message.into(), None);
    }

    /// Adds a problem, with what would be right.
    pub fn add_with_hint(
        &mut self,
        rule: impl Into<R>,
        place: &Place,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(rule.into(), place, message.into(), Some(hint.into()));
    }

    fn push(&mut self, rule: R, place: &Place, message: String, hint: Option<String>) {
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
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.errors.problems.len() >= MAX_PROBLEMS
    }

    /// How many errors there are; with [`errors_since`](Self::errors_since) it tells whether a
    /// part went well.
    #[must_use]
    pub fn mark(&self) -> usize {
        self.errors.count
    }

    /// Whether an error was added after `mark` was taken.
    #[must_use]
    pub fn errors_since(&self, mark: usize) -> bool {
        self.errors.count > mark
    }

    /// The problems in order of place; those of one place keep the order in which they came.
    #[must_use]
    pub fn finish(self) -> Vec<Problem<R>> {
        let rest = [
            self.errors.rest(DocumentRule::TooLarge.into(), "errors"),
            self.warnings.rest_of_last("warnings"),
        ];
        let mut problems = self.errors.problems;
        problems.extend(self.warnings.problems);
        problems.sort_by_key(|problem| problem.span.map(|span| (span.line, span.column)));
        problems.extend(rest.into_iter().flatten());
        problems
    }
}

impl<R: RuleCode> Kept<R> {
    /// What is said in place of those that are not kept.
    fn rest(&self, rule: R, what: &str) -> Option<Problem<R>> {
        let more = self.count - self.problems.len();
        (more > 0).then(|| Problem::new(rule, format!("{more} more {what} are not shown")))
    }

    /// The same, under the rule of the last that is kept, so that it weighs no more.
    fn rest_of_last(&self, what: &str) -> Option<Problem<R>> {
        self.rest(self.problems.last()?.rule, what)
    }
}
