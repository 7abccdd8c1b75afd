//! Which version source reads a file.

use std::path::Path;

use onhand::version::PlistVersion;

use crate::answers::VersionKind;

/// How much of a file tells what it is, in bytes. White space may stand before an XML document.
pub(super) const TELLING: usize = 512;

impl VersionKind {
    /// Where its files state versions.
    pub(super) fn fields(self) -> &'static [&'static str] {
        match self {
            VersionKind::PeResource => &[
                "fixed_file",
                "fixed_product",
                "string_file",
                "string_product",
            ],
            VersionKind::Plist => &PlistVersion::KEYS,
        }
    }

    /// The one that reads a file that starts so, if its reader can make something of it. It is
    /// for the reader to say whether the rest is as it should be.
    pub(super) fn of_content(start: &[u8]) -> Option<VersionKind> {
        // Byte-order marks, and UTF-16 without one, which the reader refuses in better words.
        const TEXT: [&[u8]; 5] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", b"<\0", b"\0<"];
        if start.starts_with(b"MZ") {
            return Some(VersionKind::PeResource);
        }
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        let is_plist = start.starts_with(b"bplist")
            || TEXT.iter().any(|mark| start.starts_with(mark))
            || matches!(first, Some(b'<' | b'{' | b'('));
        is_plist.then_some(VersionKind::Plist)
    }

    /// The one that a file of that name is for.
    pub(super) fn of_name(path: &Path) -> Option<VersionKind> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "plist" | "app" | "bundle" | "framework" | "appex" | "plugin" | "kext" => {
                Some(VersionKind::Plist)
            }
            "exe" | "dll" | "ocx" | "sys" | "drv" | "cpl" | "scr" | "mui" | "efi" => {
                Some(VersionKind::PeResource)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell() {
        for (start, expected) in [
            (&b"MZ\x90\0"[..], Some(VersionKind::PeResource)),
            (b"bplist00", Some(VersionKind::Plist)),
            (b"<?xml", Some(VersionKind::Plist)),
            (b"\xEF\xBB\xBF<plist>", Some(VersionKind::Plist)),
            (b"\xFF\xFE<\0", Some(VersionKind::Plist)),
            (b"\xFE\xFF\0<", Some(VersionKind::Plist)),
            (b"<\0?\0", Some(VersionKind::Plist)),
            (b"\0<\0?", Some(VersionKind::Plist)),
            (b" \r\n\t<plist>", Some(VersionKind::Plist)),
            (b"{ CFBundleVersion = 1; }", Some(VersionKind::Plist)),
            (b"\x7FELF", None),
            (b"\xCF\xFA\xED\xFE", None),
            (b"M", None),
            (b" ", None),
            (b"", None),
        ] {
            assert_eq!(VersionKind::of_content(start), expected, "{start:?}");
        }
    }

    #[test]
    fn a_name_tells_by_its_extension_in_any_case() {
        for (name, expected) in [
            ("Info.plist", Some(VersionKind::Plist)),
            ("/Applications/Vendor.APP", Some(VersionKind::Plist)),
            ("Vendor.app/", Some(VersionKind::Plist)),
            ("App.EXE", Some(VersionKind::PeResource)),
            ("notes.txt", None),
            (".plist", None),
            ("app", None),
        ] {
            assert_eq!(VersionKind::of_name(Path::new(name)), expected, "{name}");
        }
    }
}
