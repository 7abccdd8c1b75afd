//! Executables that are made to mislead, and files that are none.

use super::row::{broken, present, row, stated, stated_fixed};
use crate::pe::{Mark, PeFile, Resources, executable, fixed, full, with_resources};
use crate::versions::fixture::Fixture;

const HIGH_BIT: u32 = 1 << 31;
const OUTSIDE: &str = "the resource directory is outside of every section";

/// Where the first entry of a directory has its name and its offset.
const FIRST_NAME: usize = 16;
const FIRST_OFFSET: usize = 20;

/// Where a directory counts its numbered entries.
const NUMBERED: usize = 14;

pub(super) fn rows() -> Vec<Fixture> {
    let mut rows = directories();
    rows.extend(resources());
    rows.extend(no_executables());
    rows
}

fn whole() -> PeFile {
    executable(full())
}

fn directories() -> Vec<Fixture> {
    let too_deep = "malformed resource directory: a directory on the third level";
    let too_high = "malformed resource directory: a resource above the third level";
    vec![
        broken(
            "loop-at-root",
            "The root directory leads to itself.",
            whole().patch_u32(Mark::RootDirectory, FIRST_OFFSET, HIGH_BIT),
            too_deep,
        ),
        broken(
            "loop-at-language",
            "The directory of the languages leads back to the root.",
            whole().patch_u32(Mark::NameDirectory(0), FIRST_OFFSET, HIGH_BIT),
            too_deep,
        ),
        broken(
            "resource-too-high",
            "The type is a resource itself.",
            whole().patch_u32(Mark::RootDirectory, FIRST_OFFSET, 0x18),
            too_high,
        ),
        broken(
            "directory-outside",
            "The directory of the type lies behind the section.",
            whole().patch_u32(Mark::RootDirectory, FIRST_OFFSET, HIGH_BIT | 0x1000),
            OUTSIDE,
        ),
        broken(
            "count-huge",
            "65,535 types, and not in the file.",
            whole()
                .patch_u32(Mark::RootDirectory, FIRST_NAME, 77)
                .patch_u16(Mark::RootDirectory, NUMBERED, u16::MAX),
            OUTSIDE,
        ),
        stated(
            "count-huge-but-found",
            "65,535 types, and the first is the one that is wanted.",
            whole().patch_u16(Mark::RootDirectory, NUMBERED, u16::MAX),
        ),
        broken(
            "sections-too-many",
            "513 sections.",
            whole().patch_u16(Mark::PeHeader, 6, 513),
            "more than 512 sections",
        ),
        broken(
            "sections-none",
            "No section holds the resources.",
            whole().patch_u16(Mark::PeHeader, 6, 0),
            OUTSIDE,
        ),
    ]
}

fn resources() -> Vec<Fixture> {
    let no_start = "malformed version resource: it doesn't start as one";
    let two = with_resources(
        Resources::none()
            .with_version(1, 0x407, fixed(2))
            .with_version(1, 0x409, fixed(9)),
    );
    let first = two.bytes[two.offset(Mark::DataEntry(0))..][..16].to_vec();
    let overlapping = two.patch(Mark::DataEntry(1), 0, &first);
    vec![
        broken(
            "resource-outside",
            "The resource lies in no section.",
            whole().patch_u32(Mark::DataEntry(0), 0, u32::MAX),
            "the version resource is outside of every section",
        ),
        broken(
            "resource-in-directory",
            "The resource is the directory that leads to it.",
            whole().patch_u32(Mark::DataEntry(0), 0, 0x2000),
            no_start,
        ),
        broken(
            "resource-too-short",
            "The resource ends within its key.",
            whole().patch_u32(Mark::DataEntry(0), 4, 37),
            no_start,
        ),
        stated_fixed(
            "resources-overlap",
            "Two languages are the same bytes.",
            overlapping,
        ),
        row(
            "blocks-too-long",
            "The block of the texts claims more than the resource has.",
            // Behind the header, the key and the fixed block.
            whole().patch_u16(Mark::Data(0), 40 + 52, 0x7FFF),
            [Some("2.3.0.12594"), Some("26.1.0.0"), None, None],
            ["2.3.0.12594", "26.1.0.0"].map(present),
        ),
    ]
}

fn no_executables() -> Vec<Fixture> {
    let no_mz = "not a PE file: it doesn't start with `MZ`";
    let no_pe = "not a PE file: no `PE` signature where its DOS header points";
    let bytes = |bytes: &[u8]| PeFile {
        bytes: bytes.to_vec(),
        marks: Vec::new(),
    };
    vec![
        broken("empty", "An empty file.", bytes(b""), no_mz),
        broken("script", "A script.", bytes(b"#!/bin/sh\nexit 0\n"), no_mz),
        broken("mz-alone", "Two bytes.", bytes(b"MZ"), no_pe),
        broken(
            "windows-16-bit",
            "A program of 16-bit Windows.",
            whole().patch(Mark::PeHeader, 0, b"NE"),
            no_pe,
        ),
        broken(
            "rom-image",
            "The image of a ROM.",
            whole().patch_u16(Mark::OptionalHeader, 0, 0x107),
            "not an executable: its optional header is of type 0x0107",
        ),
    ]
}
