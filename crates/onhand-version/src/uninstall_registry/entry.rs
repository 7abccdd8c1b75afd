//! What one entry says of its version.

use onhand_platform::{UninstallEntry, UninstallValue};
use onhand_resolver::{Observation, VersionText};

use crate::stated::observe_stated;

/// The version, and the name of the value that told it. A value of another type than it should
/// have, with a text that can be no version, or of zeros alone is passed over.
///
/// `DisplayVersion`; else `VersionMajor` and `VersionMinor`; else `Version` as Windows Installer packs it.
/// Source: Microsoft, "Uninstall Registry Key" and "ProductVersion".
pub(super) fn version(entry: &UninstallEntry) -> Option<(VersionText, &'static str)> {
    let told = |text: String, value| match observe_stated(&text) {
        Observation::Present(version) => Some((version, value)),
        _ => None,
    };
    let number = |name| match entry.value(name) {
        Some(UninstallValue::Number(number)) => Some(*number),
        _ => None,
    };
    entry
        .text("DisplayVersion")
        .and_then(|text| told(text.to_owned(), "DisplayVersion"))
        .or_else(|| {
            let (major, minor) = (number("VersionMajor")?, number("VersionMinor")?);
            told(format!("{major}.{minor}"), "VersionMajor.VersionMinor")
        })
        .or_else(|| {
            let packed = number("Version")?;
            let (major, minor, build) = (packed >> 24, packed >> 16 & 0xFF, packed & 0xFFFF);
            told(format!("{major}.{minor}.{build}"), "Version")
        })
}

/// The entry in words: ``the entry `Vendor App` of HKLM (64-bit), key `{…}` ``.
pub(super) fn describe(entry: &UninstallEntry) -> String {
    let name = excerpt(entry.text("DisplayName").unwrap_or_default());
    format!(
        "the entry `{name}` of {}, key `{}`",
        entry.root_name(),
        excerpt(&entry.key)
    )
}

/// The start of a name, for a message.
pub(super) fn excerpt(text: &str) -> String {
    onhand_platform::excerpt(text, 100)
}
