//! Text that somebody else wrote, fit for a terminal.
//!
//! A name, a path or a version may hold what a terminal obeys (escape sequences), what a reader
//! can't see (zero-width characters) or what changes the order of what they see (bidirectional
//! controls). Each such character is replaced by one that shows that something is there.

use std::borrow::Cow;

/// The character as it is shown.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        // The control pictures stand in the order of the controls.
        '\0'..='\x1F' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        '\u{80}'..='\u{9F}'
        | '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}' => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The text as it is shown, in one line.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| visible(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(visible).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        assert_eq!(plain("a\u{1b}[2J\r\nb\u{9b}m\u{7f}"), "a␛[2J␍␊b\u{fffd}m␡");
        assert_eq!(plain("exe\u{202e}gpj"), "exe\u{fffd}gpj");
    }

    #[test]
    fn honest_text_is_left_alone() {
        for text in ["Übersicht", "C:\\Program Files\\x", "日本語 👩‍💻"] {
            assert!(matches!(plain(text), Cow::Borrowed(same) if same == text));
        }
    }
}
