//! Reparse points: what the bytes say that Windows keeps for a link, an app-execution alias, and
//! what WSL and `AF_UNIX` leave in a folder.
//!
//! Source: \[MS-FSCC\] 2.1.2, Reparse Points.

use std::io;

use onhand_platform::FileKind;
use windows_sys::Wdk::Storage::FileSystem::SYMLINK_FLAG_RELATIVE;
use windows_sys::Win32::Foundation::ERROR_INVALID_REPARSE_DATA;
use windows_sys::Win32::System::SystemServices::{
    IO_REPARSE_TAG_AF_UNIX, IO_REPARSE_TAG_APPEXECLINK, IO_REPARSE_TAG_MOUNT_POINT,
    IO_REPARSE_TAG_SYMLINK,
};

use super::os_error::os_error;
use super::place::{Name, Place, SEPARATOR, split};

const IO_REPARSE_TAG_LX_FIFO: u32 = 0x8000_0024;
const IO_REPARSE_TAG_LX_CHR: u32 = 0x8000_0025;
const IO_REPARSE_TAG_LX_BLK: u32 = 0x8000_0026;

/// The bit of a tag that says that the thing stands for another.
const NAME_SURROGATE: u32 = 0x2000_0000;

/// Where the names of a junction and of a symbolic link start.
const JUNCTION_NAMES: usize = 16;
const SYMLINK_NAMES: usize = 20;
/// Where a symbolic link has its flags.
const SYMLINK_FLAGS: usize = 16;

/// What a reparse point is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReparsePoint {
    /// A link.
    Link(Target),
    /// One with another tag.
    Other(u32),
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A symbolic link to a place on a disk.
    Symlink(Place),
    /// A junction, or a volume that is mounted in a folder.
    Junction(Place),
    /// So many folders up from the one that the link stands in, and down again by these names.
    Relative {
        /// How many.
        climbs: usize,
        /// None of them is `..`.
        names: Vec<Name>,
    },
    /// Down from the root of the volume.
    Rooted(Vec<Name>),
    /// Another machine, or a device.
    Elsewhere,
}

impl ReparsePoint {
    /// Reads the bytes that a file system keeps for a reparse point, a `REPARSE_DATA_BUFFER`.
    ///
    /// # Errors
    /// What Windows says of bytes that make no sense.
    pub(super) fn parse(bytes: &[u8]) -> io::Result<Self> {
        let tag = u32_at(bytes, 0).ok_or_else(invalid)?;
        let target = match tag {
            IO_REPARSE_TAG_MOUNT_POINT => junction(bytes),
            IO_REPARSE_TAG_SYMLINK => symlink(bytes),
            _ => return Ok(ReparsePoint::Other(tag)),
        };
        target.map(ReparsePoint::Link).ok_or_else(invalid)
    }
}

/// What a thing with that reparse tag is that no program can open; `None` where the tag says
/// nothing of the kind. No driver takes these tags: Windows gives `ERROR_CANT_ACCESS_FILE`.
pub(super) fn unopenable_kind(tag: u32) -> Option<FileKind> {
    match tag {
        IO_REPARSE_TAG_APPEXECLINK => Some(FileKind::AppExecutionAlias),
        IO_REPARSE_TAG_AF_UNIX
        | IO_REPARSE_TAG_LX_FIFO
        | IO_REPARSE_TAG_LX_CHR
        | IO_REPARSE_TAG_LX_BLK => Some(FileKind::Other),
        _ => None,
    }
}

/// Whether a thing with that reparse tag stands for another, as links do.
pub(super) fn is_link(tag: u32) -> bool {
    tag & NAME_SURROGATE != 0
}

fn junction(bytes: &[u8]) -> Option<Target> {
    absolute(&substitute_name(bytes, JUNCTION_NAMES)?, Target::Junction)
}

fn symlink(bytes: &[u8]) -> Option<Target> {
    let name = substitute_name(bytes, SYMLINK_NAMES)?;
    if u32_at(bytes, SYMLINK_FLAGS)? & SYMLINK_FLAG_RELATIVE == 0 {
        return absolute(&name, Target::Symlink);
    }
    match name.as_slice() {
        [SEPARATOR, SEPARATOR, ..] => Some(Target::Elsewhere),
        [SEPARATOR, ..] => Some(Target::Rooted(split(&name).collect())),
        _ => relative(split(&name)),
    }
}

fn absolute(name: &[u16], on_disk: fn(Place) -> Target) -> Option<Target> {
    name.starts_with(&[SEPARATOR])
        .then(|| Place::of_object(name).map_or(Target::Elsewhere, on_disk))
}

/// A `..` behind a name would climb from where that name leads, if it is a link: nobody writes
/// such links, and they are not followed.
fn relative(names: impl Iterator<Item = Name>) -> Option<Target> {
    let is = |name: &Name, dots: &str| name.iter().copied().eq(dots.encode_utf16());
    let mut climbs = 0;
    let mut down = Vec::new();
    for name in names.filter(|name| !is(name, ".")) {
        match is(&name, "..") {
            true if down.is_empty() => climbs += 1,
            true => return None,
            false => down.push(name),
        }
    }
    Some(Target::Relative {
        climbs,
        names: down,
    })
}

/// The name that the OS goes by. The other one, which is for people, may say anything.
fn substitute_name(bytes: &[u8], names: usize) -> Option<Name> {
    let offset = usize::from(u16_at(bytes, 8)?);
    let length = usize::from(u16_at(bytes, 10)?);
    let name = bytes.get(names + offset..)?.get(..length)?;
    let (units, rest) = name.as_chunks::<2>();
    let name: Name = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    (rest.is_empty() && !name.is_empty()).then_some(name)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn invalid() -> io::Error {
    os_error(ERROR_INVALID_REPARSE_DATA)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::windows::reparse_bytes::{app_execution_alias, junction, symlink, tagged};

    const VOLUME: &str = r"\??\Volume{0123abcd-4567-89ab-cdef-0123456789AB}\";

    fn names(text: &str) -> Vec<Name> {
        split(&text.encode_utf16().collect::<Name>()).collect()
    }

    fn place(text: &str) -> Place {
        Place::of_object(&text.encode_utf16().collect::<Name>()).expect("a place")
    }

    fn parsed(bytes: &[u8]) -> Result<ReparsePoint, Option<i32>> {
        ReparsePoint::parse(bytes).map_err(|error| error.raw_os_error())
    }

    #[test]
    fn a_link_to_a_drive_or_a_volume_leads_to_a_place() {
        for text in [
            r"\??\C:",
            r"\??\C:\",
            r"\??\c:\Program Files\Äpp\x.exe",
            r"\??\Z:\folder\",
            VOLUME,
            &format!(r"{VOLUME}folder\file"),
        ] {
            let symbolic = Target::Symlink(place(text));
            assert_eq!(
                parsed(&symlink(text, false)),
                Ok(ReparsePoint::Link(symbolic)),
                "{text}"
            );
            let mounted = Target::Junction(place(text));
            assert_eq!(
                parsed(&junction(text)),
                Ok(ReparsePoint::Link(mounted)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_link_to_a_share_or_a_device_leads_elsewhere() {
        for text in [
            r"\??\UNC\server\share\file",
            r"\??\unc\server\share",
            r"\??\UNC",
            r"\??\\A:",
            r"\\server\share",
            r"\\?\UNC\server\share",
            r"\\?\C:\folder",
            r"\\.\pipe\x",
            r"\??\GLOBALROOT\Device\Mup\server\share",
            r"\??\PhysicalDrive0",
            r"\??\pipe\x",
            r"\??\CC:\x",
            r"\??\1:\x",
            r"\??\C:x",
            r"\??\C",
            r"\??\",
            r"\??\Volume{}\x",
            r"\??\Volume{0123abcd-4567-89ab-cdef-0123456789A\u{0}}\x",
            r"\??\VolumeX0123abcd-4567-89ab-cdef-0123456789ABX\x",
            r"\Device\Mup\server\share",
            r"\Device\HarddiskVolume1\x",
            r"\SystemRoot\x",
            r"\",
        ] {
            let elsewhere = Ok(ReparsePoint::Link(Target::Elsewhere));
            assert_eq!(parsed(&symlink(text, false)), elsewhere, "{text}");
            assert_eq!(parsed(&junction(text)), elsewhere, "{text}");
        }
        let rooted_share = symlink(r"\\server\share", true);
        assert_eq!(
            parsed(&rooted_share),
            Ok(ReparsePoint::Link(Target::Elsewhere))
        );
    }

    #[test]
    fn a_relative_link_climbs_and_goes_down() {
        for (text, climbs, down) in [
            ("file", 0, "file"),
            (r"folder\file", 0, r"folder\file"),
            (r".\folder\.\file", 0, r"folder\file"),
            (r"..\file", 1, "file"),
            (r"..\..\..", 3, ""),
            (r".\..\.\..\a\b", 2, r"a\b"),
            (".", 0, ""),
            ("...", 0, "..."),
            (r"a\\b\", 0, r"a\b"),
        ] {
            let target = Target::Relative {
                climbs,
                names: names(down),
            };
            assert_eq!(
                parsed(&symlink(text, true)),
                Ok(ReparsePoint::Link(target)),
                "{text}"
            );
        }
        let rooted = Target::Rooted(names(r"folder\file"));
        let link = symlink(r"\folder\file", true);
        assert_eq!(parsed(&link), Ok(ReparsePoint::Link(rooted)));
    }

    #[test]
    fn bytes_that_make_no_sense_lead_nowhere() {
        let invalid = Err(Some(ERROR_INVALID_REPARSE_DATA.cast_signed()));
        let link = symlink(r"\??\C:\x", false);
        for length in 0..link.len() {
            assert_eq!(parsed(&link[..length]), invalid, "{length}");
        }
        let change = |at: usize, byte: u8| {
            let mut changed = link.clone();
            changed[at] = byte;
            changed
        };
        for (what, bytes) in [
            ("an odd length", change(10, 15)),
            ("no length", change(10, 0)),
            ("a length beyond the end", change(11, 1)),
            ("an offset beyond the end", change(9, 0xFF)),
            (
                "not rooted, and not said to be relative",
                symlink(r"C:\x", false),
            ),
            ("no name at all", symlink("", true)),
            ("climbs from behind a name", symlink(r"a\..\b", true)),
            ("a junction that is not rooted", junction(r"folder")),
        ] {
            assert_eq!(parsed(&bytes), invalid, "{what}");
        }
    }

    #[test]
    fn a_tag_tells_an_alias_from_a_socket_and_both_from_a_link() {
        assert_eq!(
            parsed(&app_execution_alias()),
            Ok(ReparsePoint::Other(0x8000_001B))
        );
        let socket = tagged(0x8000_0023, &[]);
        assert_eq!(parsed(&socket), Ok(ReparsePoint::Other(0x8000_0023)));
        for (tag, kind, link) in [
            (
                IO_REPARSE_TAG_APPEXECLINK,
                Some(FileKind::AppExecutionAlias),
                false,
            ),
            (IO_REPARSE_TAG_AF_UNIX, Some(FileKind::Other), false),
            (IO_REPARSE_TAG_LX_FIFO, Some(FileKind::Other), false),
            (IO_REPARSE_TAG_LX_CHR, Some(FileKind::Other), false),
            (IO_REPARSE_TAG_LX_BLK, Some(FileKind::Other), false),
            (IO_REPARSE_TAG_SYMLINK, None, true),
            (IO_REPARSE_TAG_MOUNT_POINT, None, true),
            // A link of WSL, a file of OneDrive, one that Windows keeps compressed.
            (0xA000_001D, None, true),
            (0x9000_601A, None, false),
            (0x8000_0017, None, false),
        ] {
            assert_eq!(unopenable_kind(tag), kind, "{tag:#x}");
            assert_eq!(is_link(tag), link, "{tag:#x}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(
            tag in prop::sample::select(vec![IO_REPARSE_TAG_SYMLINK, IO_REPARSE_TAG_MOUNT_POINT, 0]),
            fields in prop::collection::vec(0..40_u16, 0..6),
            rest in prop::collection::vec(any::<u8>(), 0..80),
        ) {
            let fields = fields.into_iter().flat_map(u16::to_le_bytes);
            let data: Vec<u8> = fields.chain(rest).collect();
            let bytes = tagged(tag, &data);
            // The OS gives as many bytes as there are, whatever the length in them says.
            for length in [bytes.len(), bytes.len() / 2] {
                let _ = ReparsePoint::parse(&bytes[..length]);
            }
        }

        #[test]
        fn a_target_is_on_a_disk_only_if_it_names_one(text in r"(\\\?\?\\|\\\\|\\)?[A-Za-c:UNC{}\\.]{0,12}") {
            if let Ok(ReparsePoint::Link(Target::Symlink(place))) = parsed(&symlink(&text, false)) {
                prop_assert!(text.starts_with(r"\??\"), "{}", text);
                prop_assert_eq!(text.as_bytes()[5], b':');
                prop_assert!(place.names.iter().all(|name| !name.is_empty()));
            }
        }
    }
}
