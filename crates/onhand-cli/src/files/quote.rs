//! A line of a file, fit to be shown with one place underlined.
//!
//! The file was written by somebody else. What a terminal would obey, or could not show, is
//! replaced character by character, so that columns stay true.

use std::borrow::Cow;
use std::ops::Range;

use crate::render::visible;

/// How far into a line a place may stand to be shown. Past it the line is a minified file, and
/// nobody reads it.
const MAX_COLUMN: usize = 16 * 1024;
/// How many characters are underlined at most.
const MAX_UNDERLINED: usize = 160;
/// How many characters are kept behind what is underlined.
const KEPT_BEHIND: usize = 160;

/// A line, and the place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quote {
    /// The number of the line, from 1.
    pub(crate) number: usize,
    /// The line up to some way behind the place, each character visible.
    pub(crate) line: String,
    /// The place, in bytes of `line`.
    pub(crate) underlined: Range<usize>,
}

impl Quote {
    /// Line `number` with the `len` bytes from `column` (in characters, from 1) underlined; a
    /// word where `len` is 0, and never less than a character.
    pub(crate) fn new(line: &str, number: u64, column: u64, len: usize) -> Option<Self> {
        let column = usize::try_from(column).ok()?.checked_sub(1)?;
        if column > MAX_COLUMN {
            return None;
        }
        let line = line.trim_end();
        let start = byte_of(line, column);
        let rest = &line[start..];
        let characters = match len {
            0 => rest.chars().take_while(|c| is_word(*c)).count(),
            _ => rest.char_indices().take_while(|(at, _)| *at < len).count(),
        };
        let characters = characters.clamp(1, MAX_UNDERLINED);
        let mut shown: String = line[..start].chars().map(visible).collect();
        let from = shown.len();
        shown.extend(rest.chars().take(characters).map(visible));
        let to = shown.len();
        let behind = rest.chars().skip(characters).take(KEPT_BEHIND);
        shown.extend(behind.map(visible));
        Some(Quote {
            number: usize::try_from(number).ok()?,
            line: shown,
            underlined: from..to,
        })
    }
}

fn byte_of(line: &str, column: usize) -> usize {
    line.char_indices()
        .nth(column)
        .map_or(line.len(), |(at, _)| at)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$')
}

/// A text by its lines, as YAML counts them: ended by LF, CRLF or CR.
#[derive(Debug)]
pub(crate) struct Lines<'t>(Vec<&'t [u8]>);

impl<'t> Lines<'t> {
    /// Linear in the text. A byte order mark belongs to no line.
    pub(crate) fn of(text: &'t [u8]) -> Self {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let mut lines = Vec::new();
        let mut start = 0;
        while let Some(len) = text[start..]
            .iter()
            .position(|b| matches!(b, b'\n' | b'\r'))
        {
            let end = start + len;
            lines.push(&text[start..end]);
            start = end
                + if text[end..].starts_with(b"\r\n") {
                    2
                } else {
                    1
                };
        }
        lines.push(&text[start..]);
        Lines(lines)
    }

    /// The place at line and column, from 1, of `len` bytes. See [`Quote::new`].
    pub(crate) fn quote(&self, line: u64, column: u64, len: usize) -> Option<Quote> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let text: Cow<'_, str> = String::from_utf8_lossy(self.0.get(index)?);
        Quote::new(&text, line, column, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn underlined(line: &str, column: u64, len: usize) -> (String, String) {
        let quote = Quote::new(line, 1, column, len).expect("it has a place");
        let place = quote.line.get(quote.underlined).unwrap_or("").to_owned();
        (quote.line, place)
    }

    #[test]
    fn a_place_keeps_its_column_whatever_stands_before_it() {
        let (line, place) = underlined("ä\u{1b}[31m: \u{202e}x", 9, 0);
        assert_eq!(line, "ä␛[31m: \u{fffd}x");
        assert_eq!(place, "\u{fffd}");
        assert_eq!(underlined("a: bc", 4, 1).1, "b");
        assert_eq!(underlined("a: €uro", 4, 3).1, "€");
        assert_eq!(underlined("a: €uro", 4, 4).1, "€u");
    }

    #[test]
    fn a_place_without_extent_is_a_word() {
        assert_eq!(underlined("  presence: x", 3, 0).1, "presence");
        assert_eq!(underlined("  [x", 3, 0).1, "[");
    }

    #[test]
    fn a_place_at_or_past_the_end_is_the_end() {
        for column in [4, 5, 100] {
            let quote = Quote::new("abc", 1, column, 0).expect("it has a place");
            assert_eq!((quote.line.as_str(), quote.underlined), ("abc", 3..3));
        }
        let quote = Quote::new("", 1, 1, 7).expect("it has a place");
        assert_eq!((quote.line.as_str(), quote.underlined), ("", 0..0));
    }

    #[test]
    fn a_long_line_is_cut_behind_its_place_and_a_minified_one_not_shown() {
        let long = "x".repeat(1_000_000);
        let (line, place) = underlined(&long, 11, 500_000);
        assert_eq!(place.len(), MAX_UNDERLINED);
        assert_eq!(line.len(), 10 + MAX_UNDERLINED + KEPT_BEHIND);
        assert_eq!(Quote::new(&long, 1, 20_000, 1), None);
    }

    #[test]
    fn lines_end_as_yaml_says_and_a_byte_order_mark_is_no_column() {
        let lines = Lines::of(b"\xEF\xBB\xBFa\nb\r\n\rd\xFF");
        let shown: Vec<_> = (1..=5)
            .map(|line| lines.quote(line, 1, 0).map(|quote| quote.line))
            .collect();
        let expected = ["a", "b", "", "d\u{fffd}"].map(|line| Some(line.to_owned()));
        assert_eq!(shown[..4], expected);
        assert_eq!(shown[4], None);
        assert_eq!(lines.quote(0, 1, 0), None);
    }
}
