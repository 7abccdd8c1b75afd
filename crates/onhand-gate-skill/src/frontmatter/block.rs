//! Where the frontmatter of a text begins and ends.

use super::Flaw;

/// The largest frontmatter, in bytes, its fences and a byte order mark included.
pub const MAX_FRONTMATTER_BYTES: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
const FENCE: &[u8] = b"---";

/// The text up to the line that closes the frontmatter; `None` where that line may still come.
/// `is_all` says that nothing follows the text.
///
/// The opening fence is a part of what is given: YAML takes it as the start of a document, and so
/// lines and columns are those of the file.
pub(super) fn block(text: &[u8], is_all: bool) -> Result<Option<&[u8]>, Flaw> {
    let marked = text.starts_with(BYTE_ORDER_MARK);
    let start = if marked { BYTE_ORDER_MARK.len() } else { 0 };
    let mut end = start;
    for line in text[start..].split_inclusive(|byte| *byte == b'\n') {
        let is_fence = line.trim_ascii_end() == FENCE && (is_all || line.ends_with(b"\n"));
        match (end == start, is_fence) {
            (true, false) if std::str::from_utf8(line).is_err() => return Err(Flaw::NotUtf8),
            (true, false) => return Err(Flaw::NoFrontmatter),
            (false, true) => return Ok(Some(&text[..end])),
            _ => end += line.len(),
        }
    }
    match (end == start, is_all) {
        (true, _) => Err(Flaw::Empty),
        (false, true) => Err(Flaw::Unclosed),
        (false, false) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_ends_before_the_second_fence_whatever_ends_its_lines() {
        for (text, found) in [
            ("---\na: b\n---\nbody", "---\na: b\n"),
            ("---\na: b\n---", "---\na: b\n"),
            ("---\r\na: b\r\n---\r\nbody", "---\r\na: b\r\n"),
            ("--- \t\na: b\n---  \nbody", "--- \t\na: b\n"),
            ("\u{FEFF}---\na: b\n---\n", "\u{FEFF}---\na: b\n"),
            ("---\n---\n---\n", "---\n"),
            (
                "---\n----\n --- \n--- #\n---\n",
                "---\n----\n --- \n--- #\n",
            ),
        ] {
            let block = block(text.as_bytes(), true);
            assert_eq!(block, Ok(Some(found.as_bytes())), "{text:?}");
        }
    }

    #[test]
    fn a_text_without_both_fences_has_no_block() {
        for (text, flaw) in [
            (&b""[..], Flaw::Empty),
            (b"\xEF\xBB\xBF", Flaw::Empty),
            (b"# A title\n", Flaw::NoFrontmatter),
            (b"\n---\na: b\n---\n", Flaw::NoFrontmatter),
            (b"----\na: b\n----\n", Flaw::NoFrontmatter),
            (b"\xFF\xFE-\0-\0-\0\n\0", Flaw::NotUtf8),
            (b"---", Flaw::Unclosed),
            (b"---\na: b\n", Flaw::Unclosed),
            (b"---\na: b\n----", Flaw::Unclosed),
        ] {
            assert_eq!(block(text, true), Err(flaw), "{text:?}");
        }
    }

    #[test]
    fn a_line_that_may_go_on_closes_nothing() {
        assert_eq!(block(b"---\na: b\n---", false), Ok(None));
        assert_eq!(block(b"---\na: b\n", false), Ok(None));
        assert_eq!(block(b"---\n---\n", false), Ok(Some(&b"---\n"[..])));
    }
}
