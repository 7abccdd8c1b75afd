//! The blocks that a version resource is made of.
//!
//! A block is its length, the length of its value, a type, a key, the value, and blocks within it:
//!
//! ```text
//! wLength  wValueLength  wType  szKey … 0  [padding]  value  [padding]  block  [padding]  block …
//! ```
//!
//! Values and blocks start at a multiple of 4 bytes, counted from the start of the resource. That
//! is the rule, and not every compiler keeps it. Padding may lack; the length of a block counts it
//! or doesn't; the length of a value counts 16-bit units, or bytes, with the terminator or without;
//! the terminator may lack. Whichever it is, a text is read whole or not at all.

use super::little_endian::u16_at;

/// A block.
#[derive(Clone, Copy)]
pub(super) struct Block<'d> {
    /// The whole resource; the places below count from its start.
    resource: &'d [u8],
    /// Where the key starts and ends, without its terminator.
    key: (usize, usize),
    /// Where the terminator of the key ends.
    body: usize,
    /// Where the block ends, by its own length. A little behind the end of the resource, where that
    /// lacks padding.
    end: usize,
    value_length: usize,
    /// Whether padding is to be expected: so far, all blocks started at a multiple of 4 bytes.
    is_padded: bool,
}

/// The header: three 16-bit numbers.
const HEADER_SIZE: usize = 6;

/// The longest key, in 16-bit units. The longest that has a meaning has 16.
const MAX_KEY: usize = 128;

/// The most that padding takes, in bytes.
const PADDING: usize = 3;

impl<'d> Block<'d> {
    /// The block that is the whole resource. Its own length isn't asked for, for the directory has
    /// given it, and is right more often.
    pub(super) fn root(resource: &'d [u8]) -> Option<Self> {
        Block::header(resource, 0, resource.len(), true)
    }

    /// The block that starts there, if one can: within `limit`, but for padding.
    fn at(resource: &'d [u8], start: usize, limit: usize, is_padded: bool) -> Option<Self> {
        let length = usize::from(u16_at(resource, start)?);
        let end = start.checked_add(length)?;
        let kind = u16_at(resource, start.checked_add(4)?)?;
        let fits = kind <= 1 && end <= limit.checked_add(PADDING)?;
        fits.then(|| Block::header(resource, start, end, is_padded && is_aligned(start)))
            .flatten()
    }

    fn header(resource: &'d [u8], start: usize, end: usize, is_padded: bool) -> Option<Self> {
        let value_length = u16_at(resource, start.checked_add(2)?)?.into();
        let key_start = start.checked_add(HEADER_SIZE)?;
        let key_end = Units::new(resource, key_start, end)
            .take(MAX_KEY)
            .find(|(_, unit)| *unit == 0)
            .map(|(at, _)| at)?;
        Some(Block {
            resource,
            key: (key_start, key_end),
            body: key_end.checked_add(2)?,
            end,
            value_length,
            is_padded,
        })
    }

    /// Whether that is its key. Windows ignores case.
    pub(super) fn is(&self, key: &str) -> bool {
        self.key().eq_ignore_ascii_case(key)
    }

    /// Its key.
    pub(super) fn key(&self) -> String {
        text(Units::new(self.resource, self.key.0, self.key.1))
    }

    /// Where its value can start, with padding in front and without.
    pub(super) fn value_starts(&self) -> [usize; 2] {
        [aligned(self.body), self.body]
    }

    /// How long its value says that it is.
    pub(super) fn value_length(&self) -> usize {
        self.value_length
    }

    /// The blocks within it, where it has no value.
    pub(super) fn blocks(&self) -> Blocks<'d> {
        self.blocks_from(self.body)
    }

    /// The blocks within it, from there on. What can't be one ends them.
    pub(super) fn blocks_from(&self, at: usize) -> Blocks<'d> {
        Blocks {
            resource: self.resource,
            at,
            end: self.end,
            is_padded: self.is_padded,
        }
    }

    /// Its value, as text. `None` where it isn't certain where the text ends.
    pub(super) fn text(&self) -> Option<String> {
        let start = self.text_start();
        let units = || Units::new(self.resource, start, self.end);
        let is_blank = start >= self.end;
        let is_terminated = units().any(|(_, unit)| unit == 0);
        (is_blank || is_terminated || self.ends_with_text(start)).then(|| text(units()))
    }

    /// Where the text of its value starts.
    fn text_start(&self) -> usize {
        let with_padding = aligned(self.body);
        let needed = self.value_length.saturating_mul(2);
        let has_room = with_padding.saturating_add(needed) <= self.end;
        let is_padding = u16_at(self.resource, self.body) == Some(0) || has_room;
        let start = match self.is_padded && is_padding {
            true => with_padding,
            false => self.body,
        };
        // More padding than there should be, or some that isn't to be expected.
        let zeros = Units::new(self.resource, start, self.end).take_while(|(_, unit)| *unit == 0);
        start.saturating_add(zeros.count().saturating_mul(2))
    }

    /// Whether a text that starts there, and has no terminator, ends where the block does.
    fn ends_with_text(&self, start: usize) -> bool {
        let room = self.end.saturating_sub(start);
        let is_whole = self.end <= self.resource.len();
        let fits = self.value_length.saturating_mul(2) <= room || self.value_length == room;
        // The value counts a terminator that the block doesn't.
        let is_followed_by_zero = u16_at(self.resource, self.end).is_none_or(|unit| unit == 0);
        is_whole && (fits || is_followed_by_zero)
    }
}

/// The blocks within another one.
pub(super) struct Blocks<'d> {
    resource: &'d [u8],
    at: usize,
    end: usize,
    is_padded: bool,
}

impl<'d> Iterator for Blocks<'d> {
    type Item = Block<'d>;

    fn next(&mut self) -> Option<Block<'d>> {
        while self.at < self.end {
            let block = [aligned(self.at), self.at]
                .into_iter()
                .find_map(|start| Block::at(self.resource, start, self.end, self.is_padded));
            if let Some(block) = block {
                self.at = block.end;
                self.is_padded = block.is_padded;
                return Some(block);
            }
            // More padding than there should be.
            if u16_at(self.resource, self.at) != Some(0) {
                self.at = self.end;
            }
            self.at = self.at.saturating_add(2);
        }
        None
    }
}

/// The 16-bit units between two places, each with its place.
struct Units<'d> {
    resource: &'d [u8],
    at: usize,
    end: usize,
}

impl<'d> Units<'d> {
    fn new(resource: &'d [u8], at: usize, end: usize) -> Self {
        Units { resource, at, end }
    }
}

impl Iterator for Units<'_> {
    type Item = (usize, u16);

    fn next(&mut self) -> Option<(usize, u16)> {
        let at = self.at;
        let next = at.checked_add(2).filter(|next| *next <= self.end)?;
        let unit = u16_at(self.resource, at)?;
        self.at = next;
        Some((at, unit))
    }
}

/// The text of these units, up to a terminator. What is no UTF-16 becomes U+FFFD.
fn text(units: Units<'_>) -> String {
    let units = units.map(|(_, unit)| unit).take_while(|unit| *unit != 0);
    char::decode_utf16(units)
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn is_aligned(at: usize) -> bool {
    aligned(at) == at
}

/// The next multiple of 4. A resource has far less than `usize::MAX` bytes.
fn aligned(at: usize) -> usize {
    at.checked_next_multiple_of(4).unwrap_or(at)
}
