//! Texts as wide as a terminal shows them.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text and as many spaces as make it that wide on a terminal.
pub(super) fn padded(text: &str, width: usize) -> String {
    let spaces = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(spaces))
}

/// The text, or the beginning of it that is at most that wide on a terminal, the cut shown.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    fitting(text.chars(), width - 1) + "…"
}

/// As [`cut`], and the end of it: the last names of a path tell files apart.
pub(super) fn cut_front(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let backwards = fitting(text.chars().rev(), width - 1);
    std::iter::once('…')
        .chain(backwards.chars().rev())
        .collect()
}

/// As many characters as fit into that width.
fn fitting(characters: impl Iterator<Item = char>, mut room: usize) -> String {
    characters
        .take_while(|c| {
            let wide = c.width().unwrap_or_default();
            let fits = wide <= room;
            room = room.saturating_sub(wide);
            fits
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_a_terminal_shows_them() {
        assert_eq!(padded("日本", 6), "日本  ");
        assert_eq!(padded("longer", 3), "longer");
    }

    #[test]
    fn a_cut_shows_and_never_parts_a_character() {
        assert_eq!(cut("vendor", 6), "vendor");
        assert_eq!(cut("vendors", 6), "vendo…");
        assert_eq!(cut("日本日本", 6), "日本…");
        assert_eq!(cut_front("vendor", 6), "vendor");
        assert_eq!(cut_front("vendors", 6), "…ndors");
        assert_eq!(cut_front("日本日本", 6), "…日本");
    }
}
