//! What one entry says of its version.

use onhand_platform::{Hive, RegistryView, UninstallEntry, UninstallValue};
use onhand_resolver::{Observation, VersionText};

/// The version, and the name of the value that told it. A value of another type than it should
/// have, or with a text that can be no version, is passed over.
///
/// `DisplayVersion`; else `VersionMajor` and `VersionMinor`; else `Version` as Windows Installer packs it.
/// Source: Microsoft, "Uninstall Registry Key" and "ProductVersion".
pub(super) fn version(entry: &UninstallEntry) -> Option<(VersionText, &'static str)> {
    let told = |text: String, value| match VersionText::observe(&text) {
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
            // Nor is anything said by two zeros.
            if (major, minor) == (0, 0) {
                return None;
            }
            told(format!("{major}.{minor}"), "VersionMajor.VersionMinor")
        })
        .or_else(|| {
            // Nothing is packed in a zero.
            let packed = number("Version").filter(|packed| *packed != 0)?;
            let (major, minor, build) = (packed >> 24, packed >> 16 & 0xFF, packed & 0xFFFF);
            told(format!("{major}.{minor}.{build}"), "Version")
        })
}

/// The entry in words: ``the entry `Vendor App` of HKLM (64-bit), key `{…}` ``.
pub(super) fn describe(entry: &UninstallEntry) -> String {
    let (hive, view) = match (entry.hive, entry.view) {
        (Hive::LocalMachine, RegistryView::Bits64) => ("HKLM", " (64-bit)"),
        (Hive::LocalMachine, RegistryView::Bits32) => ("HKLM", " (32-bit)"),
        (Hive::CurrentUser, _) => ("HKCU", ""),
    };
    let name = excerpt(entry.text("DisplayName").unwrap_or_default());
    format!(
        "the entry `{name}` of {hive}{view}, key `{}`",
        excerpt(&entry.key)
    )
}

/// The start of a name, for a message.
pub(super) fn excerpt(text: &str) -> String {
    onhand_platform::excerpt(text, 100)
}
