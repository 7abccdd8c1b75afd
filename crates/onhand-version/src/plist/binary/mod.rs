//! The binary format, `bplist00`.
//!
//! Source: Apple's `CFBinaryPList.c`. A file is a magic word, the objects, a table of their
//! offsets, and a trailer of 32 bytes that says where the table is and which object is the root.
//! An object starts with a marker byte: the upper half is its type, the lower half its size, or
//! `0xF` where an integer object with the size follows.
//!
//! [`container`] finds objects by their number, [`object`] reads one, [`document`] reads the root
//! dictionary: its keys, and the wanted values. No other object is looked at, and the table is
//! read where a wanted number stands, so shared, nested and self-referring objects cost nothing.

mod container;
mod document;
mod error;
mod object;

pub(super) use container::MAGIC;
pub(super) use document::read;
pub(super) use error::BinaryError;
