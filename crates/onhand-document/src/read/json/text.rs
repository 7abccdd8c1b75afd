//! A text of JSON, and its escapes.

use super::{Attempt, Reader};

impl Reader<'_> {
    /// The text whose opening quote stands here.
    pub(super) fn text(&mut self) -> Attempt<String> {
        let bytes = self.text.as_bytes();
        let opening = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let piece = &self.text[self.at..];
            let is_end = |b: &u8| matches!(b, b'"' | b'\\' | 0..0x20);
            let Some(len) = piece.as_bytes().iter().position(is_end) else {
                let told = (
                    "the quote that opens here is never closed",
                    "put the same quote behind the text",
                );
                return Err(self.refuse(opening, 1, told));
            };
            let piece = &piece[..len];
            self.at += len;
            match bytes[self.at] {
                b'"' => {
                    self.at += 1;
                    if text.is_empty() {
                        return Ok(piece.to_owned());
                    }
                    text.push_str(piece);
                    return Ok(text);
                }
                b'\\' => {
                    text.push_str(piece);
                    text.push(self.escape()?);
                }
                _ => {
                    let told = (
                        "a text can't hold a line break or another control character as it is",
                        r"end the text before it, or write an escape such as `\n`",
                    );
                    return Err(self.refuse(self.at, 1, told));
                }
            }
        }
    }

    /// The character that the escape stands for which starts here.
    fn escape(&mut self) -> Attempt<char> {
        let start = self.at;
        let name = self.text[start + 1..].chars().next();
        self.at = start + 1 + name.map_or(0, char::len_utf8);
        Ok(match name {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{C}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.code_point(start),
            _ => {
                let told = (
                    r"a `\` starts an escape, and there is none of this name",
                    r"write a backslash as `\\`",
                );
                return Err(self.refuse(start, self.at - start, told));
            }
        })
    }

    /// The character of a `\u`, whose digits stand here. One beyond 16 bits takes two escapes.
    fn code_point(&mut self, start: usize) -> Attempt<char> {
        let high = self.four_digits(start)?;
        if let Some(c) = char::from_u32(high) {
            return Ok(c);
        }
        let behind = &self.text[self.at..];
        if high < 0xDC00 && behind.starts_with(r"\u") {
            self.at += 2;
            let low = self.four_digits(start)?;
            if let 0xDC00..0xE000 = low
                && let Some(c) = char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
            {
                return Ok(c);
            }
        }
        let told = (
            r"the `\u` is one half of a character, and the other is missing",
            "write the character itself",
        );
        Err(self.refuse(start, 6, told))
    }

    fn four_digits(&mut self, start: usize) -> Attempt<u32> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(value) => {
                self.at += 4;
                Ok(value)
            }
            None => {
                let told = (
                    r"a `\u` needs four hexadecimal digits behind it",
                    r"write a backslash as `\\`",
                );
                Err(self.refuse(start, 2, told))
            }
        }
    }
}
