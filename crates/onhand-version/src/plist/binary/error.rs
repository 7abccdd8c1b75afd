//! What can be wrong with a binary property list.

/// Why a binary property list can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::plist) enum BinaryError {
    /// Fewer bytes than a magic word and a trailer.
    #[error("it is too short")]
    TooShort,
    /// The trailer names a width of 0 or of more than 8 bytes.
    #[error("its trailer says that {of} are {bytes} bytes wide")]
    Width {
        /// What is so wide.
        of: &'static str,
        /// How wide.
        bytes: u8,
    },
    /// The table of offsets is not between the magic word and the trailer.
    #[error("its table of offsets is outside of the file")]
    Table,
    /// A number of an object that the table doesn't have.
    #[error("there is no object {0}")]
    NoObject(u64),
    /// An offset that is not between the magic word and the table.
    #[error("the object {0} is outside of the file")]
    Offset(u64),
    /// An object that ends before its size does.
    #[error("an object is cut short")]
    CutShort,
    /// Something else where the size of an object should follow.
    #[error("the size of an object is no integer")]
    Size,
    /// A marker that the format doesn't have.
    #[error("no object starts with the byte 0x{0:02X}")]
    Marker(u8),
    /// A dictionary key that is not a text.
    #[error("a key of the root dictionary is {0}, no text")]
    Key(&'static str),
    /// A text that can't be read.
    #[error("a text is not valid {0}")]
    NotText(&'static str),
    /// Over the bound.
    #[error("more than {0} entries in the root dictionary")]
    TooManyEntries(usize),
}
