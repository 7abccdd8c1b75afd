//! The XML format.
//!
//! Three layers: [`encoding`] makes text of the bytes, [`markup`] makes tags and characters of
//! the text, and [`document`] reads the root dictionary. The rules are those of XML 1.0, fifth
//! edition, and of Apple's `PropertyList-1.0.dtd`.

mod document;
mod encoding;
mod error;
mod markup;
mod tag;

pub(super) use document::read;
pub(super) use encoding::Encoding;
pub(super) use error::XmlError;
