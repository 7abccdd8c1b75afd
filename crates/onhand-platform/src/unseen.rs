//! Characters that nobody sees, and that something obeys all the same.
//!
//! Whoever writes a name, a path or a version may put into it what a terminal obeys (escape sequences), what turns
//! the order of what people read, or what only a model reads (tags, fillers, variation selectors). There is one
//! table of them, for whatever onhand shows to people and models, logs, or writes as JSON.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// Every character that is not seen, as ranges in order: the controls, Unicode's default ignorable code points, line and
/// paragraph separator, and what is drawn as nothing.
///
/// Spaces, white space but for the controls, and combining marks that are drawn are not in it.
pub const UNSEEN: &[(char, char)] = &[
    // C0.
    ('\0', '\u{1F}'),
    // DEL and C1.
    ('\u{7F}', '\u{9F}'),
    // Soft hyphen.
    ('\u{AD}', '\u{AD}'),
    // Combining grapheme joiner.
    ('\u{34F}', '\u{34F}'),
    // Arabic letter mark.
    ('\u{61C}', '\u{61C}'),
    // Hangul fillers.
    ('\u{115F}', '\u{1160}'),
    // Khmer inherent vowels.
    ('\u{17B4}', '\u{17B5}'),
    // Mongolian variation selectors and vowel separator.
    ('\u{180B}', '\u{180F}'),
    // Zero-width space, joiners, direction marks.
    ('\u{200B}', '\u{200F}'),
    // Line and paragraph separator, embeddings and overrides of direction.
    ('\u{2028}', '\u{202E}'),
    // Word joiner, invisible operators, isolates, deprecated controls of format.
    ('\u{2060}', '\u{206F}'),
    // Blank pattern of Braille.
    ('\u{2800}', '\u{2800}'),
    // Hangul filler.
    ('\u{3164}', '\u{3164}'),
    // Variation selectors.
    ('\u{FE00}', '\u{FE0F}'),
    // Byte order mark.
    ('\u{FEFF}', '\u{FEFF}'),
    // Half-width Hangul filler.
    ('\u{FFA0}', '\u{FFA0}'),
    // Unassigned and ignorable, then the anchors of interlinear annotations.
    ('\u{FFF0}', '\u{FFFB}'),
    // Noncharacters.
    ('\u{FFFE}', '\u{FFFF}'),
    // Egyptian controls of format.
    ('\u{13430}', '\u{1343F}'),
    // Khitan filler.
    ('\u{16FE4}', '\u{16FE4}'),
    // Shorthand controls of format.
    ('\u{1BCA0}', '\u{1BCA3}'),
    // Null note head, and controls of beams, ties and slurs.
    ('\u{1D159}', '\u{1D159}'),
    ('\u{1D173}', '\u{1D17A}'),
    // Tags, the supplement of variation selectors, and what is reserved beside them.
    ('\u{E0000}', '\u{E0FFF}'),
];

/// What may be part of an emoji that several characters make up, as ranges in order: pictographs, their skin tones, flags.
const PICTOGRAPHS: &[(char, char)] = &[
    ('\u{A9}', '\u{A9}'),
    ('\u{AE}', '\u{AE}'),
    ('\u{203C}', '\u{203C}'),
    ('\u{2049}', '\u{2049}'),
    ('\u{2122}', '\u{2122}'),
    ('\u{2139}', '\u{2139}'),
    ('\u{2194}', '\u{21AA}'),
    ('\u{231A}', '\u{231B}'),
    ('\u{2328}', '\u{2328}'),
    ('\u{23CF}', '\u{23CF}'),
    ('\u{23E9}', '\u{23FA}'),
    ('\u{24C2}', '\u{24C2}'),
    ('\u{25AA}', '\u{25FE}'),
    ('\u{2600}', '\u{27BF}'),
    ('\u{2934}', '\u{2935}'),
    ('\u{2B05}', '\u{2B55}'),
    ('\u{3030}', '\u{3030}'),
    ('\u{303D}', '\u{303D}'),
    ('\u{3297}', '\u{3299}'),
    ('\u{1F000}', '\u{1FAFF}'),
];

/// The joiner that makes one emoji of two.
const JOINER: char = '\u{200D}';
/// The variation selector that asks for the colored picture.
const COLORED: char = '\u{FE0F}';
/// The frame around a digit, `#` or `*`.
const KEYCAP: char = '\u{20E3}';

/// Whether the character is in the [table](UNSEEN).
#[must_use]
pub fn is_unseen(c: char) -> bool {
    is_in(UNSEEN, c)
}

fn is_in(ranges: &[(char, char)], c: char) -> bool {
    let at = ranges.partition_point(|(_, last)| *last < c);
    ranges.get(at).is_some_and(|(first, _)| *first <= c)
}

/// A character in its place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Character {
    /// People see it.
    Seen(char),
    /// They don't, or a terminal obeys it: show something else.
    Unseen(char),
}

/// The characters of a text, each seen or not in its place: those of the [table](UNSEEN) are not, but for the two
/// that an emoji is made up with. The joiner U+200D is seen between two pictographs (`👩‍💻`), the variation selector
/// U+FE0F once behind one (`❤️`) or within a keycap; anywhere else they are as unseen as the others.
#[derive(Debug, Clone)]
pub struct Characters<'a> {
    rest: Peekable<Chars<'a>>,
    before: Before,
}

/// What stands before a character, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Pictograph,
    ColoredPictograph,
    KeycapBase,
    Other,
}

impl<'a> Characters<'a> {
    /// Those of `text`.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        Characters {
            rest: text.chars().peekable(),
            before: Before::Other,
        }
    }
}

impl Iterator for Characters<'_> {
    type Item = Character;

    fn next(&mut self) -> Option<Character> {
        let c = self.rest.next()?;
        let next = self.rest.peek().copied();
        let is_pictograph = |c| is_in(PICTOGRAPHS, c);
        let seen = match (c, self.before) {
            (JOINER, Before::Pictograph | Before::ColoredPictograph) => {
                next.is_some_and(is_pictograph)
            }
            (COLORED, Before::Pictograph) => true,
            (COLORED, Before::KeycapBase) => next == Some(KEYCAP),
            _ => !is_unseen(c),
        };
        self.before = match c {
            COLORED if seen && self.before == Before::Pictograph => Before::ColoredPictograph,
            '0'..='9' | '#' | '*' => Before::KeycapBase,
            c if is_pictograph(c) => Before::Pictograph,
            _ => Before::Other,
        };
        Some(if seen {
            Character::Seen(c)
        } else {
            Character::Unseen(c)
        })
    }
}

/// The text with an escape such as `\u{202e}` for each character that is [unseen](Characters) in its place: people
/// and models read it and know of it, and nothing obeys it.
///
/// ```
/// use onhand_platform::unseen::escaped;
///
/// assert_eq!(escaped("pad\u{E0041}\u{AD}\n"), r"pad\u{e0041}\u{ad}\n");
/// assert_eq!(escaped("👩\u{200D}💻 é 日本"), "👩\u{200D}💻 é 日本");
/// ```
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if Characters::of(text).all(|c| matches!(c, Character::Seen(_))) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in Characters::of(text) {
        match character {
            Character::Seen(c) => shown.push(c),
            Character::Unseen(c) => shown.extend(c.escape_default()),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_stand_in_order_and_apart() {
        for ranges in [UNSEEN, PICTOGRAPHS] {
            assert!(ranges.iter().all(|(first, last)| first <= last));
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }

    #[test]
    fn each_control_and_each_range_of_the_reports_is_in_the_table() {
        let named = [
            0x00..=0x1F,
            0x7F..=0x9F,
            0xAD..=0xAD,
            0x34F..=0x34F,
            0x61C..=0x61C,
            0x115F..=0x1160,
            0x17B4..=0x17B5,
            0x180B..=0x180F,
            0x200B..=0x200F,
            0x2028..=0x202E,
            0x2060..=0x206F,
            0x2800..=0x2800,
            0x3164..=0x3164,
            0xFE00..=0xFE0F,
            0xFEFF..=0xFEFF,
            0xFFA0..=0xFFA0,
            0xFFF9..=0xFFFB,
            0x1_D173..=0x1_D17A,
            0xE_0000..=0xE_01EF,
        ];
        for c in named.into_iter().flatten().filter_map(char::from_u32) {
            assert!(is_unseen(c), "{c:?}");
        }
        let mut controls = (0..=0x10_FFFF)
            .filter_map(char::from_u32)
            .filter(|c| c.is_control());
        assert!(controls.all(is_unseen));
    }

    #[test]
    fn what_is_drawn_is_not_in_the_table() {
        let drawn = " \u{A0}\u{2007}\u{3000}ßé\u{301}日本한국ไทยहिन्दीעברית🧰👍🏽€―‽\u{FFFD}\u{FFFC}";
        assert_eq!(drawn.chars().find(|c| is_unseen(*c)), None);
    }

    #[test]
    fn an_emoji_keeps_what_it_is_made_up_with() {
        for emoji in [
            "👩\u{200D}💻",
            "👩🏽\u{200D}💻",
            "❤\u{FE0F}",
            "❤\u{FE0F}\u{200D}🔥",
            "🏳\u{FE0F}\u{200D}🌈",
            "🙂\u{200D}↔\u{FE0F}",
            "👨\u{200D}👩\u{200D}👧",
            "1\u{FE0F}\u{20E3}",
            "©\u{FE0F}",
            "🇨🇭",
        ] {
            assert_eq!(escaped(emoji), emoji);
        }
    }

    #[test]
    fn anywhere_else_a_joiner_and_a_selector_are_unseen() {
        for (text, shown) in [
            ("\u{200D}", r"\u{200d}"),
            ("a\u{200D}b", r"a\u{200d}b"),
            ("💻\u{200D}", r"💻\u{200d}"),
            ("\u{200D}💻", r"\u{200d}💻"),
            ("👩\u{200D}\u{200D}💻", r"👩\u{200d}\u{200d}💻"),
            ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{fe0f}"),
            ("❤\u{FE0E}", r"❤\u{fe0e}"),
            ("1\u{FE0F}", r"1\u{fe0f}"),
            ("a\u{FE0F}", r"a\u{fe0f}"),
            (
                "👩\u{FE0F}\u{E0101}\u{200D}💻",
                "👩\u{FE0F}\\u{e0101}\\u{200d}💻",
            ),
        ] {
            assert_eq!(escaped(text), shown);
        }
    }
}
