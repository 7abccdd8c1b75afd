//! How a document is written: indented, and what nobody sees escaped.

use std::fmt::Write;

use onhand::platform::unseen::is_unseen;
use serde::Serialize;

/// The value as indented JSON and a line's end. What nobody sees is escaped in it, so that it is the same bytes on a
/// terminal, in a pipe and in a file, and a person who looks at it sees what a program reads.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value)
        .expect("no map here has a key that is no text, and no value fails to serialize");
    let mut text = escaped(&text);
    text.push('\n');
    text
}

/// A JSON text with an escape for each character of the table of unseen ones. The value stays the same: outside of its
/// texts, JSON has none of them but the ends of lines, and those stay.
fn escaped(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || !is_unseen(c) {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use onhand::platform::unseen::UNSEEN;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_unseen_is_escaped_and_the_value_is_the_same() {
        let value = "1.0\u{9b}31m\u{7f}\u{E0041}\u{1b}\n é 👩\u{200D}💻";
        let json = serde_json::to_string(value).expect("a text");
        let shown = escaped(&json);
        assert_eq!(
            shown,
            r#""1.0\u009b31m\u007f\udb40\udc41\u001b\n é 👩\u200d💻""#
        );
        assert_eq!(
            serde_json::from_str::<String>(&shown).expect("it is JSON"),
            value
        );
    }

    proptest! {
        #[test]
        fn no_character_of_the_table_is_in_json_and_no_stream_changes_it(
            parts in prop::collection::vec((prop::sample::select(UNSEEN), any::<char>()), 0..20),
        ) {
            let value: String = parts.iter().flat_map(|((first, last), c)| [*first, *c, *last]).collect();
            let shown = pretty(&[&value]);
            prop_assert_eq!(shown.chars().find(|c| is_unseen(*c) && *c != '\n'), None);
            let piped = anstream::adapter::strip_str(&shown).to_string();
            prop_assert_eq!(&piped, &shown);
            let read: Vec<String> = serde_json::from_str(&shown).expect("it is JSON");
            prop_assert_eq!(read, [value]);
        }
    }
}
