//! Which version source reads a file.

use std::path::Path;

use onhand::version::PlistVersion;

/// A version source that reads files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `pe_resource`: a Windows executable.
    PeResource,
    /// `plist`: a property list, or the bundle that holds one.
    Plist,
}

/// How much of a file tells what it is, in bytes. White space may stand before an XML document.
pub(super) const TELLING: usize = 512;

impl Kind {
    /// Its name in a declaration.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Kind::PeResource => "pe_resource",
            Kind::Plist => "plist",
        }
    }

    /// Where its files state versions.
    pub(super) fn fields(self) -> &'static [&'static str] {
        match self {
            Kind::PeResource => &[
                "fixed_file",
                "fixed_product",
                "string_file",
                "string_product",
            ],
            Kind::Plist => &PlistVersion::KEYS,
        }
    }

    /// The one that reads a file that starts so, if its reader can make something of it. It is
    /// for the reader to say whether the rest is as it should be.
    pub(super) fn of_content(start: &[u8]) -> Option<Kind> {
        // Byte-order marks, and UTF-16 without one, which the reader refuses in better words.
        const TEXT: [&[u8]; 5] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", b"<\0", b"\0<"];
        if start.starts_with(b"MZ") {
            return Some(Kind::PeResource);
        }
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        let is_plist = start.starts_with(b"bplist")
            || TEXT.iter().any(|mark| start.starts_with(mark))
            || matches!(first, Some(b'<' | b'{' | b'('));
        is_plist.then_some(Kind::Plist)
    }

    /// The one that a file of that name is for.
    pub(super) fn of_name(path: &Path) -> Option<Kind> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "plist" | "app" | "bundle" | "framework" | "appex" | "plugin" | "kext" => {
                Some(Kind::Plist)
            }
            "exe" | "dll" | "ocx" | "sys" | "drv" | "cpl" | "scr" | "mui" | "efi" => {
                Some(Kind::PeResource)
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
            (&b"MZ\x90\0"[..], Some(Kind::PeResource)),
            (b"bplist00", Some(Kind::Plist)),
            (b"<?xml", Some(Kind::Plist)),
            (b"\xEF\xBB\xBF<plist>", Some(Kind::Plist)),
            (b"\xFF\xFE<\0", Some(Kind::Plist)),
            (b"\xFE\xFF\0<", Some(Kind::Plist)),
            (b"<\0?\0", Some(Kind::Plist)),
            (b"\0<\0?", Some(Kind::Plist)),
            (b" \r\n\t<plist>", Some(Kind::Plist)),
            (b"{ CFBundleVersion = 1; }", Some(Kind::Plist)),
            (b"\x7FELF", None),
            (b"\xCF\xFA\xED\xFE", None),
            (b"M", None),
            (b" ", None),
            (b"", None),
        ] {
            assert_eq!(Kind::of_content(start), expected, "{start:?}");
        }
    }

    #[test]
    fn a_name_tells_by_its_extension_in_any_case() {
        for (name, expected) in [
            ("Info.plist", Some(Kind::Plist)),
            ("/Applications/Vendor.APP", Some(Kind::Plist)),
            ("Vendor.app/", Some(Kind::Plist)),
            ("App.EXE", Some(Kind::PeResource)),
            ("notes.txt", None),
            (".plist", None),
            ("app", None),
        ] {
            assert_eq!(Kind::of_name(Path::new(name)), expected, "{name}");
        }
    }
}
