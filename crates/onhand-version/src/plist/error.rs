//! What can be wrong with a property list.

use onhand_resolver::Observation;

use super::binary::BinaryError;
use super::xml::XmlError;

/// Why the root dictionary can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PlistError {
    /// It may well be a property list, of the format of NeXTSTEP.
    #[error("an old-style ASCII property list is not read")]
    OldStyle,
    /// Some version of the binary format.
    #[error("a binary property list of another version than `00` is not read")]
    BinaryVersion,
    /// No format starts so.
    #[error("not a property list")]
    NotAPropertyList,
    /// No content.
    #[error("not a property list: the file is empty")]
    Empty,
    /// A property list of something else.
    #[error("the root is {0}, not a dictionary")]
    Root(&'static str),
    /// A wanted key that is there more than once.
    #[error("the key `{0}` appears twice in the root dictionary")]
    DuplicateKey(String),
    /// A binary file that breaks its format.
    #[error("malformed binary property list: {0}")]
    Binary(#[from] BinaryError),
    /// A text file that breaks its format.
    #[error("malformed XML property list: {0}")]
    Xml(#[from] XmlError),
}

impl<T> From<PlistError> for Observation<T> {
    fn from(error: PlistError) -> Self {
        let reason = error.to_string();
        match error {
            PlistError::OldStyle | PlistError::BinaryVersion => {
                Observation::Unavailable(reason.into())
            }
            _ => Observation::Error(reason.into()),
        }
    }
}
