//! Decoded data: from YAML and JSON text with places, or from any serde format without.

mod decode;
mod encode;

#[cfg(feature = "yaml")]
pub(crate) use decode::ValueVisitor;

use crate::{Number, shown};

/// A value, and where it stands in its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place; `None` where it came from no text.
    pub span: Option<Span>,
}

/// What a document is made of.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in order. Nothing keeps a key from standing there twice.
    Mapping(Vec<Entry>),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key; a text in nearly every document.
    pub key: Node,
    /// The value.
    pub value: Node,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The first byte's offset from the text's start.
    pub start: usize,
    /// How many bytes; 0 for what has a start only.
    pub len: usize,
}

impl Node {
    /// A value from no text.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Node { value, span: None }
    }

    /// What the value is, in a word or two for people.
    #[must_use]
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(value) => format!("the boolean `{value}`"),
            Value::Number(number) => format!("the number `{}`", shown(number.as_str())),
            Value::Text(text) => format!("the text `{}`", shown(text)),
            Value::Sequence(_) => "a list".to_owned(),
            Value::Mapping(_) => "a mapping".to_owned(),
        }
    }

    /// A text, a number or a boolean as it is spelled; `None` for anything else.
    #[must_use]
    pub fn spelled(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Number(number) => Some(number.as_str()),
            Value::Bool(true) => Some("true"),
            Value::Bool(false) => Some("false"),
            Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
        }
    }
}
