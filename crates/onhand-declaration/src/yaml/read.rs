//! Reads the text of a declaration file, YAML or JSON (which YAML contains), under a budget.
//!
//! Each bound is far above any honest declaration and low enough that no text can cost more
//! than a few milliseconds or megabytes. Who reads other texts sets lower ones.

use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy};
use serde_saphyr::{Location, Options, Spanned};

use super::refusal::{ONE_DOCUMENT, not_utf8, refusal, too_long};
use crate::node::ValueVisitor;
use crate::{Node, Problem, Span, Value};

/// The largest text that is read, in bytes.
pub const MAX_TEXT_BYTES: usize = 512 * 1024;
/// How deep a text may nest.
pub const MAX_DEPTH: usize = 32;
/// How many values a text may hold, aliases counted as what they stand for.
pub const MAX_NODES: usize = 10_000;
/// How many values may have an anchor.
const MAX_ANCHORS: usize = 64;

/// What may be wanted of a second document in a declaration file.
const SEVERAL_DECLARATIONS: &str =
    "a file holds one document; use `servers` for several declarations";

/// What the reading of a text may cost. The default is that of a declaration file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YamlBudget {
    /// The largest text, in bytes.
    pub bytes: usize,
    /// How deep it may nest.
    pub depth: usize,
    /// How many values it may hold, aliases counted as what they stand for.
    pub nodes: usize,
}

impl Default for YamlBudget {
    fn default() -> Self {
        YamlBudget {
            bytes: MAX_TEXT_BYTES,
            depth: MAX_DEPTH,
            nodes: MAX_NODES,
        }
    }
}

impl Node {
    /// Reads YAML or JSON. A byte order mark and CRLF are fine; one document is.
    ///
    /// Keys may stand twice in what comes out: the parser says so, with both places.
    ///
    /// # Errors
    /// [`NotUtf8`](crate::Rule::NotUtf8), [`Syntax`](crate::Rule::Syntax),
    /// [`TooDeep`](crate::Rule::TooDeep) or [`TooLarge`](crate::Rule::TooLarge), with the place
    /// where reading ended. The problem is boxed to keep the common path small.
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
        Node::from_yaml_within(text, YamlBudget::default()).map_err(|mut problem| {
            if problem.hint.as_deref() == Some(ONE_DOCUMENT) {
                problem.hint = Some(SEVERAL_DECLARATIONS.to_owned());
            }
            problem
        })
    }

    /// As [`from_yaml`](Self::from_yaml), of a text that is no declaration file and may cost less or more than
    /// one.
    ///
    /// # Errors
    /// As [`from_yaml`](Self::from_yaml).
    pub fn from_yaml_within(text: &[u8], budget: YamlBudget) -> Result<Node, Box<Problem>> {
        if text.len() > budget.bytes {
            return Err(Box::new(too_long(text.len(), budget)));
        }
        let text = std::str::from_utf8(text).map_err(|error| Box::new(not_utf8(text, error)))?;
        let spanned: Spanned<Spelled> = serde_saphyr::from_str_with_options(text, options(budget))
            .map_err(|error| Box::new(refusal(text, &error, budget)))?;
        let mut node = Node::from(spanned);
        respell_numbers(&mut node, text);
        Ok(node)
    }
}

fn options(budget: YamlBudget) -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: budget.depth,
            flow_nesting_limit: budget.depth,
            max_nodes: budget.nodes,
            max_events: 4 * budget.nodes,
            max_documents: 1,
            max_anchors: MAX_ANCHORS,
            max_aliases: 4 * MAX_ANCHORS,
            max_recorded_anchor_events: budget.nodes,
            max_recorded_anchor_bytes: budget.bytes,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: budget.nodes,
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

pub(super) fn span(location: &Location) -> Option<Span> {
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
