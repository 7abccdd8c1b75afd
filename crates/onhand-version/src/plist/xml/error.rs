//! What can be wrong with an XML property list.

use onhand_platform::excerpt;
use quick_xml::errors::{Error, IllFormedError};

/// Why an XML property list can't be read. What a message quotes is cut and escaped: the file is
/// somebody else's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::plist) enum XmlError {
    /// UTF-16 can't be told from other encodings without a mark.
    #[error("UTF-16 without a byte-order mark")]
    NoByteOrderMark,
    /// Bytes that are not text.
    #[error("it is not valid {0}")]
    NotText(&'static str),
    /// A character that no XML document has.
    #[error("it holds a NUL character")]
    Nul,
    /// Another encoding, or another than the bytes are in.
    #[error("it declares the encoding {declared}, and only {real} is read here")]
    Encoding {
        /// What the XML declaration says.
        declared: String,
        /// What the bytes are.
        real: &'static str,
    },
    /// An XML declaration that is no such thing, or not at the start.
    #[error("its XML declaration is malformed or misplaced")]
    Declaration,
    /// A document type that is not before the root, or not alone there.
    #[error("a misplaced document type")]
    MisplacedDoctype,
    /// Entities can stand for anything, and for much of it.
    #[error("it declares entities")]
    DeclaresEntities,
    /// A reference to an entity other than the five of XML, or to no character.
    #[error("the reference {0} stands for nothing")]
    UnknownReference(String),
    /// An element that property lists don't have.
    #[error("{0} is no element of a property list")]
    UnknownElement(String),
    /// What can't stand between attributes.
    #[error("`<` in the attributes of {0}")]
    Attributes(&'static str),
    /// An end that closes another element than the one that is open.
    #[error("{found} where {expected} should end")]
    MismatchedEnd {
        /// The element that is open.
        expected: String,
        /// The element that the end names.
        found: String,
    },
    /// An end where nothing is open.
    #[error("the end of {0}, which is not open")]
    UnmatchedEnd(String),
    /// The end of the file within an element.
    #[error("it is cut short")]
    CutShort,
    /// Characters where only elements can stand.
    #[error("text outside of a value")]
    StrayText,
    /// Something after the root.
    #[error("more than one root")]
    SecondRoot,
    /// `<plist>` where a value is wanted.
    #[error("`<plist>` within another element")]
    NestedPlist,
    /// A `<plist>` without a value, or no element at all.
    #[error("nothing is in it")]
    Nothing,
    /// An element where only text can stand.
    #[error("an element within {0}")]
    ElementInText(&'static str),
    /// A value in the root dictionary without a key before it.
    #[error("{0} without a key before it")]
    ValueWithoutKey(&'static str),
    /// A key in the root dictionary without a value after it.
    #[error("the key {0} without a value after it")]
    KeyWithoutValue(String),
    /// A number that can't be read.
    #[error("{0} is no integer of at most 128 bits")]
    NotAnInteger(String),
    /// Over the bound.
    #[error("elements nest deeper than {0} levels")]
    TooDeep(usize),
    /// Over the bound.
    #[error("more than {0} elements")]
    TooManyElements(usize),
    /// Anything else that XML forbids.
    #[error("{0}")]
    Syntax(String),
}

impl From<Error> for XmlError {
    fn from(error: Error) -> Self {
        match error {
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                XmlError::MismatchedEnd {
                    expected: quoted(&expected),
                    found: quoted(&found),
                }
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
                XmlError::UnmatchedEnd(quoted(&name))
            }
            // Their messages are fixed texts.
            Error::Syntax(error) => XmlError::Syntax(error.to_string()),
            Error::IllFormed(
                error @ (IllFormedError::UnclosedReference | IllFormedError::MissingDoctypeName),
            ) => XmlError::Syntax(error.to_string()),
            _ => XmlError::Syntax("it is not well-formed".to_owned()),
        }
    }
}

/// The start of a text of the file, for a message.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", excerpt(text, 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_short_and_can_not_drive_a_terminal() {
        assert_eq!(quoted("a\u{1b}[2J\u{202e}b"), r"`a\u{1b}[2J\u{202e}b`");
        assert_eq!(quoted(&"x".repeat(40)).chars().count(), 42);
        assert_eq!(quoted(&"x".repeat(1 << 20)).chars().count(), 43);
    }
}
