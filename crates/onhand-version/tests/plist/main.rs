//! The promises of the kind `plist`, on Macs in memory.

mod agreement;
mod binary;
mod bundle;
mod document;
mod encoding;
mod fields;
mod hostile;
mod machine;
mod mutation;
mod xml;
