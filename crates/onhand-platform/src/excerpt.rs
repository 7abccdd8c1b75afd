//! Showing people a text that somebody else wrote.

use crate::unseen::escaped;

/// The first `most` characters of a text, with a `…` behind where it goes on. What is [unseen](crate::unseen) is
/// escaped: a message can hold it, and no terminal obeys it.
///
/// ```
/// assert_eq!(onhand_platform::excerpt("a\u{1b}[2Jbcd", 6), "a\\u{1b}[2Jb…");
/// ```
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", escaped(&text[..end])),
        None => escaped(text).into_owned(),
    }
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

    #[test]
    fn a_joiner_whose_emoji_is_cut_off_is_escaped() {
        assert_eq!(excerpt("👩\u{200D}💻", 2), r"👩\u{200d}…");
    }
}
