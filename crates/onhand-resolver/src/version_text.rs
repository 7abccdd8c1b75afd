//! The text of a version that was found.

use std::fmt;

use onhand_declaration::holds_digit;
use onhand_platform::excerpt;
use serde::Serialize;

use crate::{CauseCode, Observation, Reason};

/// A version as its source spells it: trimmed, with a digit, of a sane length, without control
/// characters. Any other text is not a version: `beta` is not 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct VersionText(String);

/// Longer than any version.
const MAX_BYTES: usize = 256;

impl VersionText {
    /// What a source read, as an observation: blank is absent, a text that can't be a version is
    /// an error. NUL at the end is padding, and dropped.
    #[must_use]
    pub fn observe(text: &str) -> Observation<VersionText> {
        let text = text.trim_end_matches('\0').trim();
        if text.is_empty() {
            Observation::Absent(Reason::new(CauseCode::NoVersion, "the version is empty"))
        } else if text.len() > MAX_BYTES {
            Observation::Error(format!("the version is longer than {MAX_BYTES} bytes").into())
        } else if text.chars().any(char::is_control) {
            Observation::Error("the version holds a control character".into())
        } else if !holds_digit(text) {
            let reason = format!("`{}` is no version: it holds no digit", excerpt(text, 40));
            Observation::Error(reason.into())
        } else {
            Observation::Present(VersionText(text.to_owned()))
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for VersionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_no_version_is_no_version() {
        let shown = |text: &str| VersionText::observe(text).to_string();
        assert_eq!(shown(" 2.3.0 \0\0"), "2.3.0");
        assert_eq!(shown(" \t"), "absent: the version is empty");
        assert_eq!(
            shown("1\u{1b}[2J"),
            "error: the version holds a control character"
        );
        for text in ["beta", "unknown", "..", "٣.١"] {
            let reason = format!("error: `{text}` is no version: it holds no digit");
            assert_eq!(shown(text), reason);
        }
        assert_eq!(
            shown(&"9".repeat(257)),
            "error: the version is longer than 256 bytes"
        );
    }
}
