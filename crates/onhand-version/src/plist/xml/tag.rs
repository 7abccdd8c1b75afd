//! The elements of a property list.

/// An element of Apple's `PropertyList-1.0.dtd`; it has no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Plist,
    Dict,
    Key,
    Array,
    String,
    Integer,
    Real,
    True,
    False,
    Date,
    Data,
}

impl Tag {
    /// The element of that name. XML names keep case.
    pub(super) fn parse(name: &str) -> Option<Tag> {
        Some(match name {
            "plist" => Tag::Plist,
            "dict" => Tag::Dict,
            "key" => Tag::Key,
            "array" => Tag::Array,
            "string" => Tag::String,
            "integer" => Tag::Integer,
            "real" => Tag::Real,
            "true" => Tag::True,
            "false" => Tag::False,
            "date" => Tag::Date,
            "data" => Tag::Data,
            _ => return None,
        })
    }

    /// Whether it holds elements, and no text; the others hold text, and no elements.
    pub(super) fn holds_elements(self) -> bool {
        matches!(self, Tag::Plist | Tag::Dict | Tag::Array)
    }

    /// A phrase for people.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Tag::Plist => "a property list",
            Tag::Dict => "a dictionary",
            Tag::Key => "a key",
            Tag::Array => "an array",
            Tag::String => "a text",
            Tag::Integer => "an integer",
            Tag::Real => "a real number",
            Tag::True | Tag::False => "a boolean",
            Tag::Date => "a date",
            Tag::Data => "data",
        }
    }
}
