//! Where the frontmatter of a text begins and ends.

use onhand_platform::excerpt;
use onhand_platform::unseen::is_unseen;

use super::{Flaw, FrontmatterError};

/// How much of a text is looked at to tell whether it has a frontmatter that doesn't come first, in bytes. No more is
/// read of a file at first.
pub(super) const FIRST_LOOK: usize = 4096;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
const FENCE: &[u8] = b"---";

/// The lines of a frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block<'t> {
    /// How many blank lines stand before it.
    pub(super) blank: u64,
    /// From the line of the opening fence, which YAML takes as the start of a document, up to that of the closing
    /// one.
    pub(super) text: &'t [u8],
}

/// The block of a text; `None` where the line that closes it may still come. `is_all` says that nothing follows the
/// text.
pub(super) fn block(text: &[u8], is_all: bool) -> Result<Option<Block<'_>>, FrontmatterError> {
    let unmarked = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let ends = |line: &[u8]| is_all || line.ends_with(b"\n");
    let mut blank = 0;
    let mut rest = unmarked;
    let opening = loop {
        match rest.split_inclusive(|byte| *byte == b'\n').next() {
            None if is_all => return Err(Flaw::Empty.into()),
            None => return Ok(None),
            Some(line) if !line.trim_ascii_end().is_empty() => break line,
            Some(line) if !ends(line) => return Ok(None),
            Some(line) => (blank, rest) = (blank + 1, &rest[line.len()..]),
        }
    };
    if opening.trim_ascii_end() != FENCE {
        let may_be_fence = !ends(opening) && FENCE.starts_with(opening.trim_ascii_end());
        return if may_be_fence {
            Ok(None)
        } else {
            Err(without_frontmatter(text))
        };
    }
    let mut end = 0;
    for line in rest.split_inclusive(|byte| *byte == b'\n') {
        if end > 0 && ends(line) && line.trim_ascii_end() == FENCE {
            let text = &rest[..end];
            return Ok(Some(Block { blank, text }));
        }
        end += line.len();
    }
    if is_all {
        Err(Flaw::Unclosed.into())
    } else {
        Ok(None)
    }
}

/// What is wrong with a text that doesn't begin with a fence: most likely one stands above its frontmatter.
fn without_frontmatter(text: &[u8]) -> FrontmatterError {
    let text = &text[..text.len().min(FIRST_LOOK)];
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        // The last character may be cut.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return Flaw::NotUtf8.into(),
    };
    let mut lines = (1..).zip(text.lines());
    let is_blank = |line: &str| line.trim_start_matches('\u{FEFF}').trim().is_empty();
    let above = lines.find(|(_, line)| !is_blank(line));
    match above {
        Some((fence, line)) if line.trim_end().as_bytes() == FENCE => {
            // The lines above it look blank, and are not.
            return FrontmatterError {
                line: Some(1),
                column: Some(1),
                flaw: Flaw::NotFirst(fence),
            };
        }
        Some((_, line)) if is_nearly_fence(line) => {
            return Flaw::NearlyFence(excerpt(line, 20)).into();
        }
        _ => {}
    }
    let fence = lines.find(|(_, line)| line.trim_end().as_bytes() == FENCE);
    // A line alone may part chapters.
    let opens = lines.find(|(_, line)| !is_blank(line));
    let opens = opens.is_some_and(|(_, line)| begins_with_key(line));
    match (above, fence) {
        (Some((above, _)), Some((fence, _))) if opens => FrontmatterError {
            line: Some(above),
            column: Some(1),
            flaw: Flaw::NotFirst(fence),
        },
        _ => Flaw::NoFrontmatter.into(),
    }
}

/// Whether a line was meant to be a fence: three dashes of any sort and nothing else but spaces, what nobody sees, more
/// dashes or a comment.
fn is_nearly_fence(line: &str) -> bool {
    const DASHES: [char; 5] = ['-', '\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'];
    let line = line.split('#').next().unwrap_or_default();
    // In another encoding.
    if line.contains('\0') {
        return false;
    }
    let seen = line
        .chars()
        .filter(|c| !c.is_whitespace() && !is_unseen(*c));
    let seen: Vec<char> = seen.collect();
    seen.len() >= 3 && seen.iter().all(|c| DASHES.contains(c))
}

/// Whether the line is `key: …`.
fn begins_with_key(line: &str) -> bool {
    let key = line.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    key.len() < line.len() && (key.trim_end() == ":" || key.starts_with(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaw(text: &[u8]) -> Flaw {
        block(text, true).expect_err("it has no block").flaw
    }

    #[test]
    fn the_block_ends_before_the_second_fence_whatever_ends_its_lines() {
        for (text, found) in [
            ("---\na: b\n---\nbody", "---\na: b\n"),
            ("---\na: b\n---", "---\na: b\n"),
            ("---\r\na: b\r\n---\r\nbody", "---\r\na: b\r\n"),
            ("--- \t\na: b\n---  \nbody", "--- \t\na: b\n"),
            ("\u{FEFF}---\na: b\n---\n", "---\na: b\n"),
            ("---\n---\n---\n", "---\n"),
            (
                "---\n----\n --- \n--- #\n---\n",
                "---\n----\n --- \n--- #\n",
            ),
        ] {
            let found = Block {
                blank: 0,
                text: found.as_bytes(),
            };
            assert_eq!(block(text.as_bytes(), true), Ok(Some(found)), "{text:?}");
        }
    }

    #[test]
    fn blank_lines_before_the_first_fence_are_counted_and_left_out() {
        for (text, blank) in [
            ("\n---\na: b\n---\n", 1),
            ("\r\n \t\r\n---\r\na: b\r\n---\r\n", 2),
            ("\u{FEFF}\n\n\n---\na: b\n---\n", 3),
        ] {
            let found = block(text.as_bytes(), true).expect("it has a block");
            let found = found.expect("it is all there");
            assert_eq!(found.blank, blank, "{text:?}");
            assert!(found.text.starts_with(b"---"), "{text:?}");
        }
    }

    #[test]
    fn a_text_without_both_fences_has_no_block() {
        for (text, wrong) in [
            (&b""[..], Flaw::Empty),
            (b"\xEF\xBB\xBF", Flaw::Empty),
            (b"\n \n", Flaw::Empty),
            (b"# A title\n", Flaw::NoFrontmatter),
            (b"----\na: b\n----\n", Flaw::NearlyFence("----".to_owned())),
            (b" ---\na: b\n---\n", Flaw::NearlyFence(" ---".to_owned())),
            (
                "\u{200B}---\na: b\n---\n".as_bytes(),
                Flaw::NearlyFence("\\u{200b}---".to_owned()),
            ),
            (
                "\u{2014}\u{2014}\u{2014}\na: b\n---\n".as_bytes(),
                Flaw::NearlyFence("\u{2014}\u{2014}\u{2014}".to_owned()),
            ),
            (
                b"--- # a skill\na: b\n---\n",
                Flaw::NearlyFence("--- # a skill".to_owned()),
            ),
            ("\u{A0}\n---\na: b\n---\n".as_bytes(), Flaw::NotFirst(2)),
            (b"\xFF\xFE-\0-\0-\0\n\0", Flaw::NotUtf8),
            (b"---", Flaw::Unclosed),
            (b"\n---", Flaw::Unclosed),
            (b"---\na: b\n", Flaw::Unclosed),
            (b"---\na: b\n----", Flaw::Unclosed),
        ] {
            assert_eq!(flaw(text), wrong, "{text:?}");
        }
    }

    #[test]
    fn a_frontmatter_that_is_not_first_is_told_from_a_line_between_chapters() {
        for (text, fence) in [
            ("<!-- made by a tool -->\n---\nname: x\n---\n", 2),
            ("\n# Made by a tool\n\n---\n\nname:\n---\n", 4),
            ("\u{FEFF}Banner\r\n---\r\nname: x\r\n---\r\n", 2),
            ("```yaml\n---\nname: x\n", 2),
        ] {
            assert_eq!(flaw(text.as_bytes()), Flaw::NotFirst(fence), "{text:?}");
        }
        for text in [
            "# A\n---\nText.\n---\n",
            "# A\n---\n",
            "# A\n---\n\n",
            "# A\n---\n: b\n",
            "# A\n---\nsee http://x\n",
            "# A\nname: x\n",
        ] {
            assert_eq!(flaw(text.as_bytes()), Flaw::NoFrontmatter, "{text:?}");
        }
        // Nothing is looked for beyond the first look, whatever was read.
        let far = format!("# A\n{}\n---\nname: x\n---\n", "é".repeat(FIRST_LOOK));
        assert_eq!(flaw(far.as_bytes()), Flaw::NoFrontmatter);
    }

    #[test]
    fn a_line_that_may_go_on_closes_nothing_and_opens_nothing() {
        let unclosed = [
            &b"---\na: b\n---"[..],
            b"---\na: b\n",
            b"\n\n--",
            b"\n \n",
            b"--- ",
            b"",
        ];
        for text in unclosed {
            assert_eq!(block(text, false), Ok(None), "{text:?}");
        }
        let found = Block {
            blank: 0,
            text: b"---\n",
        };
        assert_eq!(block(b"---\n---\n", false), Ok(Some(found)));
    }
}
