//! The values of a property list, as far as they can be a version.

/// A value of the root dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A text.
    Text(String),
    /// An integer. Property lists know of 64 bits, signed or not; the binary format has room for
    /// 128.
    Integer(i128),
    /// Another type, as a phrase for people: "an array". What it holds is not read.
    Other(&'static str),
}
