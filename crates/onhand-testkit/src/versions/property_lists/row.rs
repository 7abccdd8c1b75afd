//! What a row of the tables is made of.

use super::{binary, refused, xml};
use crate::versions::fixture::{Fixture, Said, VERSION};

/// Every property list.
pub fn fixtures() -> Vec<Fixture> {
    let mut all = xml::rows();
    all.extend(binary::rows());
    all.extend(refused::rows());
    all
}

pub(super) const SHORT: &str = "CFBundleShortVersionString";
pub(super) const BUNDLE: &str = "CFBundleVersion";

/// A property list: what must be read of either key, and which version counts.
pub(super) fn row(
    name: &str,
    about: &'static str,
    bytes: impl Into<Vec<u8>>,
    [short, bundle, version]: [Said; 3],
) -> Fixture {
    Fixture {
        name: name.to_owned(),
        about,
        bytes: bytes.into(),
        expected: vec![(SHORT, short), (BUNDLE, bundle), (VERSION, version)],
    }
}

/// One that states both versions, of which the first counts.
pub(super) fn both(
    name: &str,
    about: &'static str,
    bytes: impl Into<Vec<u8>>,
    [short, bundle]: [&str; 2],
) -> Fixture {
    let said = [present(short), present(bundle), present(short)];
    row(name, about, bytes, said)
}

/// One of which nothing can be read.
pub(super) fn broken(
    name: &str,
    about: &'static str,
    bytes: impl Into<Vec<u8>>,
    reason: &str,
) -> Fixture {
    let error = || Said::Error(reason.to_owned());
    row(name, about, bytes, [error(), error(), error()])
}

pub(super) fn present(version: &str) -> Said {
    Said::Present(version.to_owned())
}

/// A key that is not there.
pub(super) fn missing(key: &str) -> Said {
    Said::Absent(format!("`{key}`: not there"))
}

/// A key of a type that is not a version.
pub(super) fn other(key: &str, kind: &str) -> Said {
    Said::Unavailable(format!("`{key}`: it is {kind}, no text and no integer"))
}

/// A document as Apple's tools write it, with these entries.
pub(super) fn document(entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
         \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n{entries}</dict>\n</plist>\n"
    )
}

/// The entries of the two keys, written like that.
pub(super) fn texts(short: &str, bundle: &str) -> String {
    format!(
        "\t<key>{SHORT}</key>\n\t<string>{short}</string>\n\
         \t<key>{BUNDLE}</key>\n\t<string>{bundle}</string>\n"
    )
}

/// An entry of any type.
pub(super) fn entry(key: &str, value: &str) -> String {
    format!("\t<key>{key}</key>\n\t{value}\n")
}

/// A text in UTF-16 with a byte-order mark; `unit` says in which order.
pub(super) fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let marked = format!("\u{FEFF}{text}");
    marked.encode_utf16().flat_map(unit).collect()
}
