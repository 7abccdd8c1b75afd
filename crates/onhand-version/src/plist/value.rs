//! The values of a property list, as far as they can be a version.

use std::borrow::Cow;
use std::fmt;

/// A value of the root dictionary of a property list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlistValue {
    /// A text, as it stands there.
    Text(String),
    /// An integer. Property lists know of 64 bits, signed or not; the binary format has room for
    /// 128.
    Integer(i128),
    /// Another type, as a phrase for people: "an array". What it holds is not read.
    Other(&'static str),
}

impl PlistValue {
    /// The text, or the integer in decimal digits; `None` where it is of another type.
    #[must_use]
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            PlistValue::Text(text) => Some(Cow::Borrowed(text)),
            PlistValue::Integer(number) => Some(Cow::Owned(number.to_string())),
            PlistValue::Other(_) => None,
        }
    }
}

impl fmt::Display for PlistValue {
    /// What it holds, or the phrase for its type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlistValue::Text(text) => f.pad(text),
            PlistValue::Integer(number) => number.fmt(f),
            PlistValue::Other(kind) => f.pad(kind),
        }
    }
}
