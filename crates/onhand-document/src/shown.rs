//! What a message shows of a text that somebody else wrote.

use onhand_platform::excerpt;

/// How many characters a message shows.
const MOST: usize = 60;

/// The start of a text that somebody else wrote, fit to stand in a message: cut at 60 characters, with an escape for each
/// character that nobody sees.
#[must_use]
pub fn shown(text: &str) -> String {
    excerpt(text, MOST)
}
