//! What a file holds, by its lines.

use std::ops::Range;

use super::Quote;
use super::quote::MAX_BYTES;

/// A text by its lines, as YAML counts them: ended by LF, CRLF or CR. A byte order mark belongs
/// to no line.
#[derive(Debug)]
pub(crate) struct Text {
    bytes: Box<[u8]>,
    lines: Vec<Range<usize>>,
}

impl Text {
    /// A whole file. Linear in its length.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let bytes: Box<[u8]> = without_mark(bytes).into();
        let mut lines = Vec::new();
        let mut start = 0;
        while let Some(len) = bytes[start..]
            .iter()
            .position(|b| matches!(b, b'\n' | b'\r'))
        {
            let end = start + len;
            lines.push(start..end);
            let crlf = bytes[end..].starts_with(b"\r\n");
            start = end + if crlf { 2 } else { 1 };
        }
        lines.push(start..bytes.len());
        Text { bytes, lines }
    }

    /// The place at line and column, from 1, of `len` bytes. See [`Quote::new`].
    pub(crate) fn quote(&self, line: u64, column: u64, len: usize) -> Option<Quote> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        let bytes = &self.bytes[self.lines.get(index)?.clone()];
        let bytes = &bytes[..bytes.len().min(MAX_BYTES)];
        Quote::new(&String::from_utf8_lossy(bytes), line, column, len)
    }
}

/// The text without a byte order mark before it.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_yaml_says_and_a_byte_order_mark_is_no_column() {
        let text = Text::new(b"\xEF\xBB\xBFa\nb\r\n\rd\xFF");
        let shown: Vec<_> = (1..=5)
            .map(|line| text.quote(line, 1, 0).map(|quote| quote.line))
            .collect();
        let expected = ["a", "b", "", "d\u{fffd}"].map(|line| Some(line.to_owned()));
        assert_eq!(shown[..4], expected);
        assert_eq!(shown[4], None);
        assert_eq!(text.quote(0, 1, 0), None);
    }

    #[test]
    fn a_long_line_is_not_read_to_its_end() {
        let long = "€".repeat(400_000);
        let text = Text::new(long.as_bytes());
        let quote = text.quote(1, 16_000, 1).expect("it is within reach");
        assert_eq!(quote.line.chars().count(), 16_000 + 160);
    }
}
