//! Reads the text of a declaration file, YAML or JSON (which YAML contains), under a budget.
//!
//! Each bound is far above any honest declaration and low enough that no text can cost more
//! than a few milliseconds or megabytes.

use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy};
use serde_saphyr::{Error, Location, Options, Spanned};

use crate::node::ValueVisitor;
use crate::{Node, Problem, Rule, Span, Value};

/// The largest text that is read, in bytes.
pub const MAX_TEXT_BYTES: usize = 512 * 1024;
/// How deep a text may nest.
pub const MAX_DEPTH: usize = 32;
/// How many values a text may hold, aliases counted as what they stand for.
pub const MAX_NODES: usize = 10_000;
const MAX_ANCHORS: usize = 64;

impl Node {
    /// Reads YAML or JSON. A byte order mark and CRLF are fine; one document is.
    ///
    /// Keys may stand twice in what comes out: the parser says so, with both places.
    ///
    /// # Errors
    /// [`Rule::NotUtf8`], [`Rule::Syntax`], [`Rule::TooDeep`] or [`Rule::TooLarge`], with the
    /// place where reading ended. The problem is boxed to keep the common path small.
    ///
    /// ```
    /// use onhand_declaration::{Node, Rule};
    ///
    /// let node = Node::from_yaml(b"app: {}").unwrap();
    /// assert_eq!(node.describe(), "a mapping");
    ///
    /// let problem = Node::from_yaml(b"app:\n  - [").unwrap_err();
    /// assert_eq!((problem.rule, problem.span.unwrap().line), (Rule::Syntax, 2));
    /// ```
    pub fn from_yaml(text: &[u8]) -> Result<Node, Box<Problem>> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(Box::new(Problem {
                path: String::new(),
                rule: Rule::TooLarge,
                message: format!("the file holds {} bytes", text.len()),
                hint: Some(format!("at most {MAX_TEXT_BYTES} bytes are read")),
                span: None,
            }));
        }
        let text = std::str::from_utf8(text).map_err(|error| Box::new(not_utf8(text, error)))?;
        let spanned: Spanned<Spelled> = serde_saphyr::from_str_with_options(text, options())
            .map_err(|error| Box::new(problem(text, &error)))?;
        let mut node = Node::from(spanned);
        respell_numbers(&mut node, text);
        Ok(node)
    }
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
            max_nodes: MAX_NODES,
            max_events: 4 * MAX_NODES,
            max_documents: 1,
            max_anchors: MAX_ANCHORS,
            max_aliases: 4 * MAX_ANCHORS,
            max_recorded_anchor_events: MAX_NODES,
            max_recorded_anchor_bytes: MAX_TEXT_BYTES,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MAX_NODES,
            max_replay_stack_depth: 8,
        },
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: MergeKeyPolicy::AsOrdinary,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        strict_booleans: true,
    }
}

/// A value whose children keep their places.
struct Spelled(Value);

impl<'de> Deserialize<'de> for Spelled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(ValueVisitor::<Spanned<Spelled>>(PhantomData))
            .map(Spelled)
    }
}

impl From<Spanned<Spelled>> for Node {
    fn from(spanned: Spanned<Spelled>) -> Self {
        Node {
            span: span(&spanned.referenced),
            value: spanned.value.0,
        }
    }
}

fn span(location: &Location) -> Option<Span> {
    if *location == Location::UNKNOWN {
        return None;
    }
    let bytes = location.span();
    Some(Span {
        line: location.line(),
        column: location.column(),
        start: usize::try_from(bytes.byte_offset()?).ok()?,
        len: usize::try_from(bytes.byte_len().unwrap_or(0)).ok()?,
    })
}

/// Puts each number as it was written: a version of `2.30` must not be told back as `2.3`.
fn respell_numbers(node: &mut Node, text: &str) {
    match &mut node.value {
        Value::Number(number) => {
            let written = node
                .span
                .filter(|span| span.len > 0)
                .and_then(|span| text.get(span.start..span.start + span.len));
            // An alias has the place of its `*name`, which spells no number.
            if let Some(written) = written.filter(|written| !written.starts_with('*')) {
                written.clone_into(number);
            }
        }
        Value::Sequence(items) => items
            .iter_mut()
            .for_each(|item| respell_numbers(item, text)),
        Value::Mapping(entries) => {
            for entry in entries {
                respell_numbers(&mut entry.key, text);
                respell_numbers(&mut entry.value, text);
            }
        }
        Value::Null | Value::Bool(_) | Value::Text(_) => {}
    }
}

fn problem(text: &str, error: &Error) -> Problem {
    let error = error.without_snippet();
    let (rule, hint) = match error {
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Depth { .. } => (
                Rule::TooDeep,
                Some(format!(
                    "no declaration nests deeper than {MAX_DEPTH} levels"
                )),
            ),
            _ => (
                Rule::TooLarge,
                Some(format!("no declaration holds more than {MAX_NODES} values")),
            ),
        },
        _ => classify(&error.to_string()),
    };
    let mut message = error.to_string();
    // The place is told apart from the sentence.
    if let Some(at) = message.rfind(" at line ") {
        message.truncate(at);
    }
    Problem {
        path: String::new(),
        rule,
        message,
        hint,
        span: error.location().and_then(|location| place(text, &location)),
    }
}

/// Limits that the reader tells only in words.
fn classify(message: &str) -> (Rule, Option<String>) {
    if message.contains("recursion limit") || message.contains("nesting") {
        return (
            Rule::TooDeep,
            Some(format!(
                "no declaration nests deeper than {MAX_DEPTH} levels"
            )),
        );
    }
    if message.contains("alias replay") || message.contains("alias expansion") {
        return (
            Rule::TooLarge,
            Some("aliases stand for more than any declaration holds".to_owned()),
        );
    }
    if message.contains("multiple YAML documents") {
        return (
            Rule::Syntax,
            Some("a file holds one document; use `servers:` for several declarations".to_owned()),
        );
    }
    if message.contains("tabs disallowed") {
        return (Rule::Syntax, Some("indent with spaces".to_owned()));
    }
    (Rule::Syntax, None)
}

/// The place of an error, whose byte offset the reader doesn't always know.
fn place(text: &str, location: &Location) -> Option<Span> {
    if let Some(span) = span(location) {
        return Some(span);
    }
    if *location == Location::UNKNOWN {
        return None;
    }
    let (line, column) = (location.line(), location.column());
    let line_start = match line.checked_sub(2) {
        None => 0,
        Some(breaks) => {
            let nth = usize::try_from(breaks).ok()?;
            text.match_indices('\n').nth(nth)?.0 + 1
        }
    };
    let in_line = usize::try_from(column.saturating_sub(1)).ok()?;
    let offset = text[line_start..]
        .char_indices()
        .nth(in_line)
        .map_or(text.len() - line_start, |(at, _)| at);
    Some(Span {
        line,
        column,
        start: line_start + offset,
        len: 0,
    })
}

fn not_utf8(text: &[u8], error: std::str::Utf8Error) -> Problem {
    let start = error.valid_up_to();
    let before = String::from_utf8_lossy(&text[..start]);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() as u64 + 1;
    let column = before[line_start..].chars().count() as u64 + 1;
    let hint = match text {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file looks like UTF-16; save it as UTF-8",
        _ => "save the file as UTF-8",
    };
    Problem {
        path: String::new(),
        rule: Rule::NotUtf8,
        message: format!("the byte 0x{:02X} is not UTF-8", text[start]),
        hint: Some(hint.to_owned()),
        span: Some(Span {
            line,
            column,
            start,
            len: 0,
        }),
    }
}
