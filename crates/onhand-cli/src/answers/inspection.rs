//! What `inspect` answers.

use onhand::resolver::Observation;
use onhand::version::StatedVersion;

/// What came of looking into one file.
#[derive(Debug)]
pub(crate) struct Inspection {
    /// The file as the user named it.
    pub(crate) path: String,
    /// Which source reads it; a guess where none can.
    pub(crate) kind: VersionKind,
    /// In a bundle, the way to the file that was read.
    pub(crate) inside: Option<String>,
    /// What it states, field by field: those of the kind, always all, and the key that was asked
    /// for.
    pub(crate) fields: Vec<Field>,
    /// The version that counts.
    pub(crate) version: Observation<StatedVersion>,
    /// Whether the file could be read, whatever it states.
    pub(crate) was_read: bool,
}

/// A place where a file can state a version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: String,
    /// What stands there.
    pub(crate) value: Value,
}

/// What stands in a field.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing.
    Missing,
    /// A text as it is stated; it may be blank.
    Text(String),
    /// What is not a text, as a phrase for people: "an array".
    Other(String),
}

impl Value {
    /// The text, where it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Missing | Value::Other(_) => None,
        }
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        text.map_or(Value::Missing, Value::Text)
    }
}

/// A version source that reads files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VersionKind {
    /// `pe_resource`: a Windows executable.
    PeResource,
    /// `plist`: a property list, or the bundle that holds one.
    Plist,
}

impl VersionKind {
    /// Its name in a declaration.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            VersionKind::PeResource => "pe_resource",
            VersionKind::Plist => "plist",
        }
    }
}
