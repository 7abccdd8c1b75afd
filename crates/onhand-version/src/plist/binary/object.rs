//! One object.

use super::BinaryError;
use crate::plist::value::PlistValue;

/// An object: its marker, and the bytes from there to the end of all objects. How many of them
/// are its own is checked where they are used.
#[derive(Clone, Copy)]
pub(super) struct Object<'b> {
    marker: u8,
    rest: &'b [u8],
}

/// The content of a dictionary object: first the references to all keys, then those to all values.
pub(super) struct Dictionary<'b> {
    keys: &'b [u8],
    values: &'b [u8],
    width: usize,
}

/// The content of a text object.
#[derive(Clone, Copy)]
enum Text<'b> {
    Ascii(&'b [u8]),
    /// Big-endian.
    Utf16(&'b [u8]),
}

/// What the upper half of a marker says.
mod kind {
    pub(super) const INTEGER: u8 = 0x10;
    pub(super) const ASCII: u8 = 0x50;
    pub(super) const UTF16: u8 = 0x60;
    pub(super) const DICTIONARY: u8 = 0xD0;
}

impl<'b> Object<'b> {
    pub(super) fn new(marker: u8, rest: &'b [u8]) -> Self {
        Object { marker, rest }
    }

    /// The object as a dictionary of references that are so wide; `None` where it is none.
    pub(super) fn dictionary(&self, width: usize) -> Result<Option<Dictionary<'b>>, BinaryError> {
        if self.kind() != kind::DICTIONARY {
            return Ok(None);
        }
        let (len, rest) = self.size()?;
        let (keys, rest) = len
            .checked_mul(width)
            .and_then(|bytes| rest.split_at_checked(bytes))
            .ok_or(BinaryError::CutShort)?;
        let values = rest.get(..keys.len()).ok_or(BinaryError::CutShort)?;
        Ok(Some(Dictionary {
            keys,
            values,
            width,
        }))
    }

    /// The function that tells whether a text is this one, as a dictionary key; it costs at most
    /// the length of the text that it is given.
    pub(super) fn key(&self) -> Result<impl Fn(&str) -> bool + use<'b>, BinaryError> {
        let own = self.text()?.ok_or(match self.type_name() {
            Some(name) => BinaryError::Key(name),
            None => BinaryError::Marker(self.marker),
        })?;
        Ok(move |text: &str| match own {
            Text::Ascii(bytes) => bytes == text.as_bytes() && text.is_ascii(),
            Text::Utf16(bytes) => text
                .encode_utf16()
                .map(u16::to_be_bytes)
                .eq(bytes.chunks_exact(2).map(|unit| [unit[0], unit[1]])),
        })
    }

    /// The object as a value. Objects in it are not looked at.
    pub(super) fn value(&self) -> Result<PlistValue, BinaryError> {
        if let Some(text) = self.text()? {
            return text.decode().map(PlistValue::Text);
        }
        if let Some(number) = self.integer()? {
            return Ok(PlistValue::Integer(number));
        }
        self.type_name()
            .map(PlistValue::Other)
            .ok_or(BinaryError::Marker(self.marker))
    }

    /// What it is, as a phrase for people; `None` where the format has no such marker.
    pub(super) fn type_name(&self) -> Option<&'static str> {
        Some(match self.marker {
            0x00 => "a null",
            0x08 | 0x09 => "a boolean",
            0x10..=0x14 => "an integer",
            0x22 | 0x23 => "a real number",
            0x33 => "a date",
            0x40..=0x4F => "data",
            0x50..=0x6F => "a text",
            0x80..=0x8F => "a UID",
            0xA0..=0xAF => "an array",
            0xC0..=0xCF => "a set",
            0xD0..=0xDF => "a dictionary",
            _ => return None,
        })
    }

    /// The marker of an unknown object, for a message.
    pub(super) fn marker(&self) -> u8 {
        self.marker
    }

    fn kind(&self) -> u8 {
        self.marker & 0xF0
    }

    fn text(&self) -> Result<Option<Text<'b>>, BinaryError> {
        let (unit_bytes, text): (usize, fn(&'b [u8]) -> Text<'b>) = match self.kind() {
            kind::ASCII => (1, Text::Ascii),
            kind::UTF16 => (2, Text::Utf16),
            _ => return Ok(None),
        };
        let (units, rest) = self.size()?;
        units
            .checked_mul(unit_bytes)
            .and_then(|bytes| rest.get(..bytes))
            .map(|bytes| Some(text(bytes)))
            .ok_or(BinaryError::CutShort)
    }

    /// Integers of 1, 2 and 4 bytes are unsigned, those of 8 and 16 are signed.
    fn integer(&self) -> Result<Option<i128>, BinaryError> {
        Ok(Some(match self.marker.checked_sub(kind::INTEGER) {
            Some(0) => self.bytes().map(u8::from_be_bytes)?.into(),
            Some(1) => self.bytes().map(u16::from_be_bytes)?.into(),
            Some(2) => self.bytes().map(u32::from_be_bytes)?.into(),
            Some(3) => self.bytes().map(i64::from_be_bytes)?.into(),
            Some(4) => self.bytes().map(i128::from_be_bytes)?,
            _ => return Ok(None),
        }))
    }

    fn bytes<const N: usize>(&self) -> Result<[u8; N], BinaryError> {
        self.rest
            .first_chunk()
            .copied()
            .ok_or(BinaryError::CutShort)
    }

    /// How many units, entries or elements it holds, and where they start. A number that no
    /// address can be is more than any file has.
    fn size(&self) -> Result<(usize, &'b [u8]), BinaryError> {
        match self.marker & 0x0F {
            0x0F => {
                let (marker, rest) = self.rest.split_first().ok_or(BinaryError::CutShort)?;
                let width = match marker.checked_sub(kind::INTEGER) {
                    Some(power @ 0..=3) => 1 << power,
                    _ => return Err(BinaryError::Size),
                };
                let (size, rest) = rest.split_at_checked(width).ok_or(BinaryError::CutShort)?;
                let size = usize::try_from(big_endian(size)).map_err(|_| BinaryError::CutShort)?;
                Ok((size, rest))
            }
            size => Ok((size.into(), self.rest)),
        }
    }
}

impl<'b> Dictionary<'b> {
    /// How many entries it has.
    pub(super) fn len(&self) -> usize {
        self.keys.len() / self.width
    }

    /// The references to the key and the value of each entry.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'b [u8], &'b [u8])> {
        let keys = self.keys.chunks_exact(self.width);
        keys.zip(self.values.chunks_exact(self.width))
    }
}

impl Text<'_> {
    fn decode(self) -> Result<String, BinaryError> {
        match self {
            Text::Ascii(bytes) => std::str::from_utf8(bytes)
                .ok()
                .filter(|text| text.is_ascii())
                .map(str::to_owned)
                .ok_or(BinaryError::NotText("ASCII")),
            Text::Utf16(bytes) => {
                let units = bytes
                    .chunks_exact(2)
                    .map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
                char::decode_utf16(units)
                    .collect::<Result<_, _>>()
                    .map_err(|_| BinaryError::NotText("UTF-16"))
            }
        }
    }
}

/// The number that at most 8 bytes stand for.
pub(super) fn big_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}
