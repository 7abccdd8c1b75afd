//! Decoded data, as the parser takes it: from YAML with positions, or from any serde format
//! without.

mod decode;

#[cfg(feature = "yaml")]
pub(crate) use decode::ValueVisitor;

/// A value, and where it stands in its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place; `None` where it came from no text.
    pub span: Option<Span>,
}

/// What a declaration can be written in.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it was spelled where that is known: `2.30` is not `2.3` to a reader.
    Number(String),
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
    /// The key; a text in any well-formed declaration.
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
            Value::Number(text) => format!("the number `{}`", excerpt(text)),
            Value::Text(text) => format!("the text `{}`", excerpt(text)),
            Value::Sequence(_) => "a list".to_owned(),
            Value::Mapping(_) => "a mapping".to_owned(),
        }
    }
}

/// The start of a text that somebody else wrote, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    onhand_platform::excerpt(text, 60)
}
