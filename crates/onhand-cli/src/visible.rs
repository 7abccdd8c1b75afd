//! Text that somebody else wrote, fit for a terminal.
//!
//! A name, a path or a version may hold what a terminal obeys, what a reader can't see or what changes the order of
//! what they see. Each such character is replaced by one that shows that something is there, so that columns stay true.

use std::borrow::Cow;

use onhand::platform::unseen::{Character, Characters};

/// The characters of a text as they are shown, one for each.
pub(crate) fn visible(text: &str) -> impl Iterator<Item = char> + '_ {
    Characters::of(text).map(|character| match character {
        Character::Seen(c) => c,
        Character::Unseen(c) => picture(c),
    })
}

/// The text as it is shown, in one line.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if Characters::of(text).all(|c| matches!(c, Character::Seen(_))) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(visible(text).collect())
    }
}

fn picture(unseen: char) -> char {
    match unseen {
        '\t' => ' ',
        // The control pictures stand in the order of the controls.
        '\0'..='\x1F' => {
            char::from_u32(0x2400 + u32::from(unseen)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use onhand::platform::unseen::{UNSEEN, is_unseen};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        assert_eq!(plain("a\u{1b}[2J\r\nb\u{9b}m\u{7f}"), "a␛[2J␍␊b\u{fffd}m␡");
        assert_eq!(plain("exe\u{202e}gpj"), "exe\u{fffd}gpj");
        assert_eq!(
            plain("a\u{3164}\u{E0041}\u{200D}"),
            "a\u{fffd}\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn honest_text_is_left_alone() {
        for text in [
            "Übersicht",
            "C:\\Program Files\\x",
            "日本語 👩\u{200D}💻 ❤\u{FE0F}",
        ] {
            assert!(matches!(plain(text), Cow::Borrowed(same) if same == text));
        }
    }

    proptest! {
        #[test]
        fn no_character_of_the_table_is_shown_and_none_is_lost(
            parts in prop::collection::vec((prop::sample::select(UNSEEN), any::<char>()), 0..20),
        ) {
            let text: String = parts.iter().flat_map(|((first, last), c)| [*first, *c, *last]).collect();
            let shown = plain(&text);
            prop_assert_eq!(shown.chars().count(), text.chars().count());
            let honest = |c: char| matches!(c, '\u{200D}' | '\u{FE0F}');
            prop_assert_eq!(shown.chars().find(|c| is_unseen(*c) && !honest(*c)), None);
        }
    }
}
