//! Which texts can be a version, and which a minimum version.

/// Whether a text can be a version at all: it holds an ASCII digit.
#[must_use]
pub fn holds_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a text is ASCII digits in groups joined by single dots: what `min_version` must be.
#[must_use]
pub fn is_dotted_numeric(text: &str) -> bool {
    text.split('.')
        .all(|segment| !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit()))
}
