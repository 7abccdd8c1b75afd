//! Executables that are made to mislead.

use std::sync::atomic::Ordering;

use onhand_version::{PeError, PeVersion};

use crate::machine::{File, fields, version};
use onhand_testkit::pe::{Mark, Node, PeFile, Resources, VersionInfo, fixed, full, with_resources};

const HIGH_BIT: u32 = 1 << 31;
const OUTSIDE: &str = "error: the resource directory is outside of every section";
const TOO_MANY: &str = "error: more than 4096 entries in the resource directory";

/// Where the first entry of a directory has its name and its offset.
const FIRST_NAME: usize = 16;
const FIRST_OFFSET: usize = 20;

/// Where a directory counts its named and its numbered entries.
const NAMED: usize = 12;
const NUMBERED: usize = 14;

fn whole() -> PeFile {
    with_resources(Resources::version(full()))
}

/// A file whose resources are followed by so many bytes.
fn roomy(len: usize, filler: u8) -> PeFile {
    with_resources(Resources::version(full()).with(24, 1, 0, vec![filler; len]))
}

#[test]
fn a_directory_that_leads_back_to_itself_ends_at_the_third_level() {
    let too_deep = "error: malformed resource directory: a directory on the third level";
    let root = whole().patch_u32(Mark::RootDirectory, FIRST_OFFSET, HIGH_BIT);
    assert_eq!(version(&root), too_deep);

    let start = whole().offset(Mark::RootDirectory);
    for from in [Mark::TypeDirectory(0), Mark::NameDirectory(0)] {
        for to in [
            Mark::RootDirectory,
            Mark::TypeDirectory(0),
            Mark::NameDirectory(0),
        ] {
            let to_offset = (whole().offset(to) - start) as u32;
            let file = whole().patch_u32(from, FIRST_OFFSET, HIGH_BIT | to_offset);
            let expected = match (from, to) {
                (Mark::TypeDirectory(0), Mark::NameDirectory(0)) => "2.3.0.12594",
                _ => too_deep,
            };
            assert_eq!(version(&file), expected, "{from:?} to {to:?}");
        }
    }
}

#[test]
fn a_resource_above_the_third_level_is_an_error() {
    let too_high = "error: malformed resource directory: a resource above the third level";
    for mark in [Mark::RootDirectory, Mark::TypeDirectory(0)] {
        let file = whole().patch_u32(mark, FIRST_OFFSET, 0x18);
        assert_eq!(version(&file), too_high, "{mark:?}");
    }
}

#[test]
fn an_offset_that_leads_out_of_the_section_is_an_error() {
    for mark in [
        Mark::RootDirectory,
        Mark::TypeDirectory(0),
        Mark::NameDirectory(0),
    ] {
        let directory = match mark {
            Mark::NameDirectory(_) => 0,
            _ => HIGH_BIT,
        };
        for offset in [0x1000, 0x7FFF_FFF0, 0x7FFF_FFFF] {
            let file = whole().patch_u32(mark, FIRST_OFFSET, directory | offset);
            assert_eq!(version(&file), OUTSIDE, "{mark:?} to {offset:#x}");
        }
    }
    // Into the section, too near to its end.
    let file = whole();
    let len = (file.bytes.len() - file.offset(Mark::RootDirectory)) as u32;
    for (rest, expected) in [
        (16, "absent: the executable has no version resource"),
        (15, OUTSIDE),
        (1, OUTSIDE),
        (0, OUTSIDE),
    ] {
        let file =
            file.clone()
                .patch_u32(Mark::RootDirectory, FIRST_OFFSET, HIGH_BIT | (len - rest));
        assert_eq!(version(&file), expected, "{rest} bytes before the end");
    }
}

#[test]
fn a_huge_count_ends_where_the_section_does() {
    for count in [NAMED, NUMBERED] {
        let file = whole()
            .patch_u32(Mark::RootDirectory, FIRST_NAME, 77)
            .patch_u16(Mark::RootDirectory, count, u16::MAX);
        assert_eq!(version(&file), OUTSIDE);
    }
}

#[test]
fn what_is_wanted_may_come_before_the_end_of_a_huge_count() {
    for mark in [Mark::RootDirectory, Mark::TypeDirectory(0)] {
        let file = whole().patch_u16(mark, NUMBERED, u16::MAX);
        assert_eq!(version(&file), "2.3.0.12594", "{mark:?}");
    }
}

#[test]
fn entries_end_at_the_bound() {
    // 131,070 types, none of them that of versions.
    let types = roomy(2 << 20, 1)
        .patch_u32(Mark::RootDirectory, FIRST_NAME, 77)
        .patch_u16(Mark::RootDirectory, NAMED, u16::MAX)
        .patch_u16(Mark::RootDirectory, NUMBERED, u16::MAX);
    assert_eq!(version(&types), TOO_MANY);

    // All levels count together. The type and the name of these are two more.
    let languages = |count: u32| {
        let resources = (0..count).fold(Resources::none(), |resources, n| {
            resources.with_version(1, 0x401 + n, fixed(2))
        });
        version(&with_resources(resources))
    };
    assert_eq!(languages(4094), "2.3.0.12594");
    assert_eq!(languages(4095), TOO_MANY);
}

#[test]
fn reading_is_bounded_whatever_the_directory_claims() {
    for file in [
        roomy(1 << 20, 1)
            .patch_u32(Mark::RootDirectory, FIRST_NAME, 77)
            .patch_u16(Mark::RootDirectory, NUMBERED, u16::MAX),
        roomy(1 << 20, 0)
            .patch_u32(Mark::DataEntry(0), 4, u32::MAX)
            .patch_u16(Mark::PeHeader, 6, 512),
    ] {
        let source = File::new(&file.bytes, file.bytes.len() as u64);
        let _ = PeVersion::read(&source);
        assert!(source.bytes_read.load(Ordering::Relaxed) <= 192 * 1024);
        assert!(source.reads.load(Ordering::Relaxed) <= 48);
    }
}

#[test]
fn a_resource_that_is_too_short_is_an_error() {
    for size in [0, 1, 5, 6, 37] {
        let file = whole().patch_u32(Mark::DataEntry(0), 4, size);
        assert_eq!(
            version(&file),
            "error: malformed version resource: it doesn't start as one",
            "{size} bytes"
        );
    }
}

#[test]
fn a_version_resource_is_known_by_its_key() {
    let file = whole().patch(Mark::Data(0), 6, b"v\0s\0_\0");
    assert_eq!(version(&file), "2.3.0.12594");
    let file = whole().patch(Mark::Data(0), 6, b"X\0S\0_\0");
    assert_eq!(
        version(&file),
        "error: malformed version resource: it doesn't start as one"
    );
}

#[test]
fn a_root_that_ends_with_its_key_is_read_by_the_size_of_the_resource() {
    // A length of 38 leaves no room for a value. `pelite` panics here.
    for length in [0, 1, 6, 38, 40, 91, u16::MAX] {
        let file = with_resources(Resources::version(full().length(length)));
        assert_eq!(fields(&file), fields(&whole()), "{length}");
    }
}

#[test]
fn blocks_that_claim_too_much_are_not_there() {
    let strings = |text: &str| VersionInfo::new().strings(&[("FileVersion", text)]);
    let file = with_resources(Resources::version(strings("2.3")));
    assert_eq!(version(&file), "2.3");
    // `StringFileInfo`, its table, the text: each starts right behind the key of the one before.
    let root = 40;
    let table = root + 6 + 30;
    let text = table + 6 + 18;
    for block in [root, table, text] {
        let claims = file.clone().patch_u16(Mark::Data(0), block, 0x7FFF);
        assert!(version(&claims).starts_with("absent: "), "at {block}");
    }
}

#[test]
fn many_blocks_are_visited_once_each() {
    // Some thousand tables and texts within 64 KiB, and none that is asked for.
    let tables = (0..60).fold(Node::new("StringFileInfo"), |strings, n| {
        let texts = (0..30).fold(Node::new(&format!("{n:08X}")), |table, n| {
            table.node(Node::new(&format!("K{n}")).text("v"))
        });
        strings.node(texts)
    });
    let file = with_resources(Resources::version(VersionInfo::new().node(tables)));
    assert!(version(&file).starts_with("absent: fixed file version"));
}

#[test]
fn a_resource_of_zeros_or_of_anything_is_an_error() {
    for filler in [0, 1, 0x41, 0xFF] {
        let file = with_resources(Resources::version(vec![filler; 100_000]));
        assert_eq!(
            version(&file),
            "error: malformed version resource: it doesn't start as one"
        );
        let mut started = VersionInfo::new().fixed([0; 4]).bytes();
        started.resize(100_000, filler);
        let file = with_resources(Resources::version(started));
        assert!(version(&file).starts_with("absent: fixed file version: zero"));
    }
}

#[test]
fn only_the_first_64_kib_of_a_resource_count() {
    let padded = |gap: usize| {
        let mut bytes = VersionInfo::new().fixed([0; 4]).bytes();
        let strings = VersionInfo::new()
            .strings(&[("FileVersion", "2.3")])
            .bytes();
        bytes.resize(bytes.len() + gap, 0);
        bytes.extend(&strings[40..]);
        version(&with_resources(Resources::version(bytes)))
    };
    assert_eq!(padded(60_000), "2.3");
    assert!(padded(65_536).starts_with("absent: "));
}

#[test]
fn a_file_may_claim_any_length() {
    let bytes = whole().bytes;
    for len in [0, 1, u64::MAX] {
        // The length is not asked for; only what reading gives counts.
        let file = File::new(&bytes, len);
        let read = PeVersion::read(&file);
        match len {
            u64::MAX => assert!(read.is_ok()),
            _ => assert_eq!(read, Err(PeError::NoDosHeader)),
        }
    }
}
