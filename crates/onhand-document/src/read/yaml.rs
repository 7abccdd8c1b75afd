//! Reads YAML, under limits.

use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy};
use serde_saphyr::{Options, Spanned};

use super::Limits;
use super::place::span;
use super::refusal::refusal;
use crate::node::ValueVisitor;
use crate::{Node, Problem, Value};

/// Takes a text that is no longer than its limit.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Node, Box<Problem>> {
    let spanned: Spanned<Spelled> = serde_saphyr::from_str_with_options(text, options(limits))
        .map_err(|error| Box::new(refusal(text, &error, limits)))?;
    let mut node = Node::from(spanned);
    respell_numbers(&mut node, text);
    Ok(node)
}

fn options(limits: &Limits) -> Options {
    let merge_keys = if limits.merge_keys {
        MergeKeyPolicy::Merge
    } else {
        MergeKeyPolicy::AsOrdinary
    };
    serde_saphyr::options! {
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: limits.depth,
            flow_nesting_limit: limits.depth,
            max_nodes: limits.nodes,
            max_events: 4 * limits.nodes,
            max_documents: 1,
            max_anchors: limits.anchors,
            max_aliases: 4 * limits.anchors,
            max_merge_keys: 4 * limits.anchors,
            max_recorded_anchor_events: limits.nodes,
            max_recorded_anchor_bytes: limits.bytes,
            max_total_scalar_bytes: 8 * limits.bytes,
            // What aliases stand for is counted; a value may be used as often as its author likes.
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: limits.nodes,
            max_replay_stack_depth: 8,
        },
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: merge_keys,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        reject_unsupported_tags: true,
        // `yes`, `0755` and `1_000` stay the texts that they are.
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
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
                number.respell(written);
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
