//! YAML as a tree in which every key and value knows where it stands.
//!
//! A typed reading would lose positions where a value may be a text or a mapping, and would
//! word the errors in the terms of Rust types. Reading a tree first costs little: a scenario is small.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Number;
use serde_saphyr::{Error, MessageFormatter, Spanned, UserMessageFormatter};

use super::mistake::{Attempt, MistakeKind, Spot};

/// A value, and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) at: Spot,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A mapping's key, and where it stands.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) at: Spot,
    pub(super) name: String,
}

/// Folders, lists and mappings of a scenario nest 6 deep; what `json` holds may go deeper.
const MAX_DEPTH: usize = 32;

/// A machine of several thousand files.
const MAX_NODES: usize = 20_000;

/// Aliases are for a value that is said a few times.
const MAX_ALIASES: usize = 100;

/// How many bytes of text, what aliases stand for counted.
const MAX_SCALAR_BYTES: usize = 8 * 1024 * 1024;

/// How much aliases may stand for, in parser events.
const MAX_REPLAYED_EVENTS: usize = 10_000;

/// Takes a text without a byte order mark.
pub(super) fn read(text: &str) -> Attempt<Node> {
    let options = serde_saphyr::options! {
        with_snippet: false,
        // `yes`, `0755` and `1_000` stay the texts that they are.
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
            max_nodes: MAX_NODES,
            max_total_scalar_bytes: MAX_SCALAR_BYTES,
            max_events: 3 * MAX_NODES,
            max_aliases: MAX_ALIASES,
            max_anchors: MAX_ALIASES,
            max_recorded_anchor_events: MAX_NODES,
            max_merge_keys: MAX_ALIASES,
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MAX_REPLAYED_EVENTS,
        },
    };
    let document: Spanned<Value> =
        serde_saphyr::from_str_with_options(text, options).map_err(|error| {
            let location = error.location();
            let at = location.map_or(Spot::START, Spot::from);
            at.mistake(explain(&error))
        })?;
    Ok(document.into())
}

/// What a YAML error means to the author of a scenario.
fn explain(error: &Error) -> MistakeKind {
    match error {
        Error::WithSnippet { error, .. } | Error::AliasError { error, .. } => explain(error),
        Error::DuplicateMappingKey { key, .. } => {
            MistakeKind::RepeatedKey(key.clone().unwrap_or_default())
        }
        Error::MultipleDocuments { .. } => {
            MistakeKind::Yaml("a scenario file is one document".to_owned())
        }
        Error::MergeValueNotMapOrSeqOfMaps { .. } => {
            MistakeKind::Yaml("`<<` takes a mapping or a list of mappings".to_owned())
        }
        Error::NullIntoString { .. } => not_a_key("nothing"),
        Error::Unexpected { expected, .. } if *expected == "string scalar" => {
            not_a_key("a list or a mapping")
        }
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => MistakeKind::TooMuch,
        other => {
            let message = UserMessageFormatter.format_message(other);
            if message.contains("recursion limit exceeded") {
                // The parser's own bound on brackets comes before the budget's.
                return MistakeKind::TooMuch;
            }
            MistakeKind::Yaml(message.into_owned())
        }
    }
}

fn not_a_key(found: &'static str) -> MistakeKind {
    MistakeKind::WrongType {
        wanted: "a text for a key",
        found,
        quote: false,
    }
}

impl From<Spanned<Value>> for Node {
    fn from(spanned: Spanned<Value>) -> Self {
        Node {
            at: spanned.referenced.into(),
            value: spanned.value,
        }
    }
}

impl Value {
    /// What it is, for people.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("the number is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut nodes = Vec::new();
        while let Some(value) = list.next_element::<Spanned<Value>>()? {
            nodes.push(value.into());
        }
        Ok(Value::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            let key = Key {
                at: key.referenced.into(),
                name: key.value,
            };
            entries.push((key, map.next_value::<Spanned<Value>>()?.into()));
        }
        Ok(Value::Map(entries))
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(value) => value.serialize(serializer),
            Value::Text(value) => serializer.serialize_str(value),
            Value::List(nodes) => serializer.collect_seq(nodes.iter().map(|node| &node.value)),
            Value::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, node) in entries {
                    map.serialize_entry(&key.name, &node.value)?;
                }
                map.end()
            }
        }
    }
}
