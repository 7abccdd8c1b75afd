//! Texts with characters that nobody sees.

use onhand_platform::unseen::{UNSEEN, is_unseen};
use proptest::prelude::*;

/// A text with characters of the table, and others.
pub fn laced() -> impl Strategy<Value = String> {
    let part = (prop::sample::select(UNSEEN), any::<char>());
    prop::collection::vec(part, 0..8).prop_map(|parts| {
        let characters = parts
            .iter()
            .flat_map(|((first, last), c)| [*first, *c, *last]);
        characters.collect()
    })
}

/// The first character that nobody sees. What joins the parts of an emoji is none here: whether it does is for other tests.
#[must_use]
pub fn unseen(text: &str) -> Option<char> {
    let honest = |c: char| matches!(c, '\u{200D}' | '\u{FE0F}');
    text.chars().find(|c| is_unseen(*c) && !honest(*c))
}
