//! What comes out of somebody else's bytes and is shown to people.

use onhand_resolver::{Observation, VersionText};

/// The longest line, in characters. Two quotations of sixty fit, each character of them escaped.
pub(super) const MAX_LINE: usize = 1000;

/// One line of bounded length, which no terminal obeys.
#[track_caller]
pub(super) fn expect_line(text: &str, most: usize) {
    let length = text.chars().count();
    assert!(length <= most, "{length} characters: {text:?}");
    assert!(!text.is_empty(), "nothing is said");
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// A version keeps what its type promises; a reason is a line.
#[track_caller]
pub(super) fn expect_version_or_reason(observation: &Observation<VersionText>) {
    match observation {
        Observation::Present(version) => {
            let text = version.as_str();
            expect_line(text, 256);
            assert!(text.len() <= 256, "{text:?}");
            assert_eq!(text, text.trim(), "{text:?}");
        }
        other => expect_line(other.reason().expect("somebody looked"), MAX_LINE),
    }
}
