//! From bytes to text.
//!
//! XML 1.0, appendix F: a byte-order mark tells UTF-16; without a mark it is UTF-8 unless it
//! declares something else, and something else is not read.

use std::borrow::Cow;
use std::fmt;

use super::XmlError;

/// An encoding that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plist) enum Encoding {
    /// With or without a mark.
    Utf8,
    /// With a mark, little-endian.
    Utf16Le,
    /// With a mark, big-endian.
    Utf16Be,
}

impl Encoding {
    /// The encoding by the mark, and the bytes after the mark.
    pub(in crate::plist) fn of(bytes: &[u8]) -> Result<(Encoding, &[u8]), XmlError> {
        match bytes {
            [0xEF, 0xBB, 0xBF, rest @ ..] => Ok((Encoding::Utf8, rest)),
            [0xFF, 0xFE, rest @ ..] => Ok((Encoding::Utf16Le, rest)),
            [0xFE, 0xFF, rest @ ..] => Ok((Encoding::Utf16Be, rest)),
            [b'<', 0, ..] | [0, b'<', ..] => Err(XmlError::NoByteOrderMark),
            _ => Ok((Encoding::Utf8, bytes)),
        }
    }

    /// The first character that is not white space; an approximation where that is not ASCII.
    pub(in crate::plist) fn first_visible(self, bytes: &[u8]) -> Option<char> {
        let is_visible = |c: &char| !matches!(c, ' ' | '\t' | '\r' | '\n');
        match self {
            Encoding::Utf8 => bytes.iter().copied().map(char::from).find(is_visible),
            Encoding::Utf16Le | Encoding::Utf16Be => char::decode_utf16(self.units(bytes))
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .find(is_visible),
        }
    }

    /// The text of the bytes after the mark.
    pub(in crate::plist) fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, XmlError> {
        let text = match self {
            Encoding::Utf8 => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Encoding::Utf16Le | Encoding::Utf16Be if !bytes.len().is_multiple_of(2) => None,
            Encoding::Utf16Le | Encoding::Utf16Be => char::decode_utf16(self.units(bytes))
                .collect::<Result<String, _>>()
                .ok()
                .map(Cow::Owned),
        };
        let text = text.ok_or(XmlError::NotText(self.family()))?;
        // A version may end in NULs, which are padding; XML has none.
        if text.contains('\0') {
            return Err(XmlError::Nul);
        }
        Ok(text)
    }

    /// Whether an XML declaration may give it this name. Names of encodings ignore case.
    pub(super) fn is_called(self, name: &str) -> bool {
        let names: &[&str] = match self {
            Encoding::Utf8 => &["UTF-8", "UTF8"],
            Encoding::Utf16Le => &["UTF-16", "UTF-16LE"],
            Encoding::Utf16Be => &["UTF-16", "UTF-16BE"],
        };
        names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// What it is, but for the order of its bytes.
    pub(super) fn family(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16Le | Encoding::Utf16Be => "UTF-16",
        }
    }

    /// The units of UTF-16.
    fn units(self, bytes: &[u8]) -> impl Iterator<Item = u16> {
        bytes.chunks_exact(2).map(move |pair| {
            let pair = [pair[0], pair[1]];
            match self {
                Encoding::Utf16Be => u16::from_be_bytes(pair),
                Encoding::Utf8 | Encoding::Utf16Le => u16::from_le_bytes(pair),
            }
        })
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf16Be => "UTF-16BE",
        })
    }
}
