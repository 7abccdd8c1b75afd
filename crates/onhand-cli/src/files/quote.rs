//! A line of a file, fit to be shown with one place underlined.
//!
//! The file was written by somebody else. What a terminal would obey, or could not show, is
//! replaced character by character, so that columns stay true.

use std::ops::Range;

use crate::visible::visible;

/// How far into a line a place may stand to be shown. Past it the line is a minified file, and
/// nobody reads it.
const MAX_COLUMN: usize = 16 * 1024;
/// How many characters are underlined at most.
const MAX_UNDERLINED: usize = 160;
/// How many characters are kept behind what is underlined.
const KEPT_BEHIND: usize = 160;

/// How much of a line a quote looks at, in bytes: every character that can be shown, each as
/// long as UTF-8 makes it.
pub(super) const MAX_BYTES: usize = 4 * (MAX_COLUMN + MAX_UNDERLINED + KEPT_BEHIND + 1);

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
    ///
    /// The cost is bounded, however long the line and the place are: a file with a problem on
    /// every other character pays for each.
    pub(crate) fn new(line: &str, number: u64, column: u64, len: usize) -> Option<Self> {
        let column = usize::try_from(column).ok()?.checked_sub(1)?;
        if column > MAX_COLUMN {
            return None;
        }
        let line = line[..line.floor_char_boundary(MAX_BYTES)].trim_end();
        let start = byte_of(line, column);
        let rest = &line[start..];
        let underlined = rest.char_indices().take(MAX_UNDERLINED);
        let characters = match len {
            0 => underlined.take_while(|(_, c)| is_word(*c)).count(),
            _ => underlined.take_while(|(at, _)| *at < len).count(),
        };
        let characters = characters.max(1);
        // The whole line is asked, so that what an emoji is made up with stays where it is parted.
        let mut seen = visible(line);
        let mut shown: String = seen.by_ref().take(column).collect();
        let from = shown.len();
        shown.extend(seen.by_ref().take(characters));
        let to = shown.len();
        shown.extend(seen.take(KEPT_BEHIND));
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
    fn a_place_costs_the_same_however_long_it_is() {
        // With a cost per byte these would take a hundred times as long as they may.
        let long = "x".repeat(1_000_000);
        let started = std::time::Instant::now();
        for _ in 0..2_000 {
            assert!(Quote::new(&long, 1, 11, 900_000).is_some());
            assert!(Quote::new(&long, 1, 11, 0).is_some());
        }
        assert!(started.elapsed().as_secs() < 10);
    }
}
