//! Executables of every machine, and headers that are odd.

use crate::machine::version;
use onhand_testkit::pe::{Machine, Mark, Pe, PeFile, Resources, executable, fixed, full};

const VERSION: &str = "2.3.0.12594";

/// Fields of a section's header.
const VIRTUAL_SIZE: usize = 8;
const VIRTUAL_ADDRESS: usize = 12;
const SIZE_OF_RAW_DATA: usize = 16;
const POINTER_TO_RAW_DATA: usize = 20;

const OUTSIDE: &str = "error: the resource directory is outside of every section";

/// The address that the builder loads resources to.
const ADDRESS: u32 = 0x2000;

fn pe(machine: Machine) -> Pe {
    Pe::new(machine).resources(Resources::version(full()))
}

fn whole() -> PeFile {
    pe(Machine::X64).build()
}

#[test]
fn the_pe_header_may_be_anywhere() {
    for offset in [0x40, 0x41, 0x83, 4093, 4096, 70_001, 300_000] {
        for machine in [Machine::X86, Machine::X64] {
            let file = pe(machine).header_at(offset).build();
            assert_eq!(version(&file), VERSION, "{machine:?} at {offset}");
        }
    }
}

#[test]
fn resources_are_found_by_their_address_not_by_the_name_of_the_section() {
    for name in [
        b"UPX2\0\0\0\0",
        b"\0\0\0\0\0\0\0\0",
        b".text\0\0\0",
        b"\xFF\xFE12345/",
    ] {
        let file = pe(Machine::X86).resource_section(name).build();
        assert_eq!(version(&file), VERSION);
    }
}

#[test]
fn no_resources_are_absent() {
    for machine in Machine::ALL {
        let bare = Pe::new(machine).build();
        assert_eq!(version(&bare), "absent: the executable has no resources");
    }
    // Fewer data directories than that of the resources.
    for count in [0, 1, 2] {
        let directories = whole().offset(Mark::DataDirectories);
        let optional = whole().offset(Mark::OptionalHeader);
        let file = whole().patch_u32(Mark::OptionalHeader, directories - 4 - optional, count);
        assert_eq!(version(&file), "absent: the executable has no resources");
    }
    let directories = whole().offset(Mark::DataDirectories);
    let optional = whole().offset(Mark::OptionalHeader);
    let file = whole().patch_u32(Mark::OptionalHeader, directories - 4 - optional, 3);
    assert_eq!(version(&file), VERSION);
}

#[test]
fn the_size_of_the_resource_directory_does_not_count() {
    for size in [0, 1, u32::MAX] {
        let file = whole().patch_u32(Mark::DataDirectories, 20, size);
        assert_eq!(version(&file), VERSION);
    }
}

#[test]
fn what_is_no_executable_is_an_error() {
    let no_mz = "error: not a PE file: it doesn't start with `MZ`";
    let no_pe = "error: not a PE file: no `PE` signature where its DOS header points";
    let whole = whole();
    let patched = |mark, skipped, new: &[u8]| version(&whole.clone().patch(mark, skipped, new));
    assert_eq!(patched(Mark::DosHeader, 0, b"ZM"), no_mz);
    assert_eq!(patched(Mark::DosHeader, 0, b"#!"), no_mz);
    assert_eq!(patched(Mark::PeHeader, 0, b"NE"), no_pe);
    assert_eq!(patched(Mark::PeHeader, 2, b"\0\x01"), no_pe);
    for at in [0, 1, 1 << 30, u32::MAX - 3, u32::MAX] {
        assert_eq!(
            patched(Mark::DosHeader, 0x3C, &at.to_le_bytes()),
            no_pe,
            "{at}"
        );
    }
    for magic in [0_u16, 0x107, 0x30B] {
        assert_eq!(
            patched(Mark::OptionalHeader, 0, &magic.to_le_bytes()),
            format!("error: not an executable: its optional header is of type {magic:#06x}")
        );
    }
    for (len, expected) in [
        (0, no_mz),
        (1, no_mz),
        (2, no_pe),
        (0x3F, no_pe),
        (0x40, no_pe),
        (0x83, no_pe),
        (0x84, "error: the file ends within the headers"),
    ] {
        assert_eq!(version(&whole.clone().cut(len)), expected, "{len} bytes");
    }
}

#[test]
fn the_headers_of_a_file_may_overlap() {
    // The PE header within the DOS header, whose field `e_lfanew` is also a field of the other.
    let whole = whole();
    let header = whole.offset(Mark::PeHeader);
    let table_end = whole.offset(Mark::ResourceSection) + 40;
    let mut bytes = whole.bytes.clone();
    let headers = bytes[header..table_end].to_vec();
    bytes[4..4 + headers.len()].copy_from_slice(&headers);
    bytes[0x3C..0x40].copy_from_slice(&4_u32.to_le_bytes());
    let file = PeFile {
        bytes,
        marks: Vec::new(),
    };
    assert_eq!(version(&file), VERSION);
}

#[test]
fn a_section_may_claim_more_than_the_file_has() {
    let whole = whole();
    for size in [0x10_0000, u32::MAX] {
        let file = whole
            .clone()
            .patch_u32(Mark::ResourceSection, SIZE_OF_RAW_DATA, size);
        assert_eq!(version(&file), VERSION);
    }
}

#[test]
fn a_section_may_have_more_in_the_file_than_in_memory() {
    let file = whole().patch_u32(Mark::ResourceSection, VIRTUAL_SIZE, 1);
    assert_eq!(version(&file), VERSION);
}

#[test]
fn where_two_sections_overlap_the_one_in_memory_counts() {
    // `.text` claims the addresses of the resources, in the file only.
    let text = |size: u32, raw: u32| {
        whole()
            .patch_u32(Mark::SectionTable, VIRTUAL_SIZE, size)
            .patch_u32(Mark::SectionTable, SIZE_OF_RAW_DATA, raw)
    };
    assert_eq!(version(&text(0x20, 0x1_0000)), VERSION);
    // In memory too: the first of the table counts, and it ends where the file does.
    assert_eq!(
        version(&text(0x1_0000, 0x1_0000)),
        "error: the file ends within the resource directory"
    );
}

#[test]
fn what_is_in_no_section_is_an_error() {
    let whole = whole();
    for address in [1, 0xFFF, 0x9000, u32::MAX] {
        let file = whole.clone().patch_u32(Mark::DataDirectories, 16, address);
        assert_eq!(version(&file), OUTSIDE, "{address:#x}");
    }
    // In memory, but with nothing in the file.
    let file = whole
        .clone()
        .patch_u32(Mark::ResourceSection, SIZE_OF_RAW_DATA, 0);
    assert_eq!(version(&file), OUTSIDE);
    let file = whole
        .clone()
        .patch_u32(Mark::ResourceSection, VIRTUAL_ADDRESS, u32::MAX);
    assert_eq!(version(&file), OUTSIDE);
    let file = whole.clone().patch_u16(Mark::PeHeader, 6, 1);
    assert_eq!(version(&file), OUTSIDE);
    let file = whole.clone().patch_u16(Mark::PeHeader, 6, 0);
    assert_eq!(version(&file), OUTSIDE);

    for offset in [1 << 20, u32::MAX] {
        let file = whole
            .clone()
            .patch_u32(Mark::ResourceSection, POINTER_TO_RAW_DATA, offset);
        assert_eq!(
            version(&file),
            "error: the file ends within the resource directory"
        );
    }
}

#[test]
fn the_resource_itself_may_be_in_another_section() {
    // `.text` gets the second half of the file's resources.
    let whole = whole();
    let data = whole.offset(Mark::Data(0));
    let file = whole
        .clone()
        .patch_u32(
            Mark::SectionTable,
            SIZE_OF_RAW_DATA,
            (whole.bytes.len() - data) as u32,
        )
        .patch_u32(Mark::SectionTable, POINTER_TO_RAW_DATA, data as u32)
        .patch_u32(Mark::DataEntry(0), 0, 0x1000);
    assert_eq!(version(&file), VERSION);

    for (address, expected) in [
        (0, "error: the version resource is outside of every section"),
        (
            u32::MAX,
            "error: the version resource is outside of every section",
        ),
        (
            ADDRESS,
            "error: malformed version resource: it doesn't start as one",
        ),
    ] {
        let file = whole.clone().patch_u32(Mark::DataEntry(0), 0, address);
        assert_eq!(version(&file), expected);
    }
}

#[test]
fn sections_end_at_the_bound() {
    let count = |count: u16| version(&whole().patch_u16(Mark::PeHeader, 6, count));
    // What follows the two in the file is read as sections too.
    assert_eq!(count(20), VERSION);
    assert_eq!(count(512), "error: the file ends within the section table");
    assert_eq!(count(513), "error: more than 512 sections");
    assert_eq!(count(u16::MAX), "error: more than 512 sections");
}

#[test]
fn the_section_table_is_where_the_optional_header_ends() {
    let file = executable(fixed(2));
    let grown = |size: u16| version(&file.clone().patch_u16(Mark::PeHeader, 20, size));
    assert_eq!(grown(240), VERSION);
    assert_eq!(grown(239), OUTSIDE);
    assert_eq!(
        grown(u16::MAX),
        "error: the file ends within the section table"
    );
}
