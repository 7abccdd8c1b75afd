//! The kind `plist`: the `Info.plist` of a macOS bundle.
//!
//! [`source`] asks for a version, [`info_plist`] finds and reads the file, [`version`] holds what
//! it states and chooses one, [`dictionary`] tells the formats apart, and [`binary`] and [`xml`]
//! read one each. Only the root dictionary is read,
//! and of that only the keys that are wanted.
//!
//! A reader for the whole of a property list would have to build what an attacker describes: a
//! binary file of 143 bytes can stand for 2³⁰ nodes, and an XML file can nest as deep as it is
//! long. Nothing nested is built here, so neither costs anything.

mod binary;
mod dictionary;
mod error;
mod info_plist;
mod source;
mod value;
mod version;
mod xml;

pub use source::Plist;
pub use value::PlistValue;
pub use version::PlistVersion;
