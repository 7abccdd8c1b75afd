//! Objects by their number.

use super::BinaryError;
use super::object::{Object, big_endian};

/// What a binary property list starts with, whatever its version. Two digits follow.
pub(in crate::plist) const MAGIC: &[u8] = b"bplist";

/// The version that is read.
const VERSION: &[u8] = b"00";

/// Six bytes of no meaning, the width of an offset, the width of a reference, and three numbers
/// of 64 bits: of objects, of the root, of the offset of the table.
const TRAILER_BYTES: usize = 32;

/// A file whose trailer has been read. Every offset in it is checked where it is used.
pub(super) struct Container<'b> {
    /// The file up to the table, the magic word included, so that offsets fit.
    objects: &'b [u8],
    table: &'b [u8],
    offset_width: usize,
    reference_width: usize,
    root: u64,
}

impl<'b> Container<'b> {
    /// `None` for another version of the format.
    pub(super) fn open(file: &'b [u8]) -> Result<Option<Self>, BinaryError> {
        let start = MAGIC.len() + VERSION.len();
        let version = file.get(MAGIC.len()..start).ok_or(BinaryError::TooShort)?;
        if version != VERSION {
            return Ok(None);
        }
        let (body, trailer) = file
            .split_last_chunk::<TRAILER_BYTES>()
            .filter(|(body, _)| body.len() >= start)
            .ok_or(BinaryError::TooShort)?;
        let offset_width = width("offsets", trailer[6])?;
        let reference_width = width("references", trailer[7])?;
        let number = |at: usize| big_endian(&trailer[at..at + 8]);
        let (count, root, table_start) = (number(8), number(16), number(24));

        let objects = prefix(body, table_start).ok_or(BinaryError::Table)?;
        if objects.len() < start {
            return Err(BinaryError::Table);
        }
        let table = count
            .checked_mul(offset_width as u64)
            .and_then(|bytes| prefix(&body[objects.len()..], bytes))
            .ok_or(BinaryError::Table)?;
        Ok(Some(Container {
            objects,
            table,
            offset_width,
            reference_width,
            root,
        }))
    }

    /// The object that everything else is in.
    pub(super) fn root(&self) -> Result<Object<'b>, BinaryError> {
        self.object(self.root)
    }

    /// How many bytes a reference to an object takes.
    pub(super) fn reference_width(&self) -> usize {
        self.reference_width
    }

    /// The object that a reference of [`reference_width`](Self::reference_width) bytes names.
    pub(super) fn referred(&self, reference: &[u8]) -> Result<Object<'b>, BinaryError> {
        self.object(big_endian(reference))
    }

    fn object(&self, number: u64) -> Result<Object<'b>, BinaryError> {
        let offset = usize::try_from(number)
            .ok()
            .and_then(|number| self.table.chunks_exact(self.offset_width).nth(number))
            .map(big_endian)
            .ok_or(BinaryError::NoObject(number))?;
        usize::try_from(offset)
            .ok()
            .filter(|offset| *offset >= MAGIC.len() + VERSION.len())
            .and_then(|offset| self.objects.get(offset..)?.split_first())
            .map(|(marker, rest)| Object::new(*marker, rest))
            .ok_or(BinaryError::Offset(number))
    }
}

/// The first `len` bytes, if there are so many.
fn prefix(bytes: &[u8], len: u64) -> Option<&[u8]> {
    bytes.get(..usize::try_from(len).ok()?)
}

fn width(of: &'static str, bytes: u8) -> Result<usize, BinaryError> {
    match bytes {
        1..=8 => Ok(bytes.into()),
        _ => Err(BinaryError::Width { of, bytes }),
    }
}
