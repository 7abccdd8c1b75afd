//! Showing people a text that somebody else wrote.

/// The first `most` characters of a text, with a `…` behind where it goes on. Control characters, and those that
/// turn the direction of writing, break lines or are not seen, are escaped: a message can hold it, and no
/// terminal obeys it.
///
/// ```
/// assert_eq!(onhand_platform::excerpt("a\u{1b}[2Jbcd", 6), "a\\u{1b}[2Jb…");
/// ```
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    for c in characters.by_ref().take(most) {
        if is_obeyed(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_letters_are_not() {
        assert_eq!(excerpt("a\u{202e}b\n\u{9b}", 9), r"a\u{202e}b\n\u{9b}");
        assert_eq!(excerpt("é e\u{301} 日本 🧰", 20), "é e\u{301} 日本 🧰");
        assert_eq!(excerpt("abc", 3), "abc");
        assert_eq!(excerpt(&"x".repeat(1 << 20), 3), "xxx…");
    }
}
