//! Files that were damaged in one place, and files that never were any. Files that were damaged in
//! several are those of `tests/smoke.rs`.

use proptest::prelude::*;

use onhand_version::PeField;

use crate::machine::{read, said};
use onhand_testkit::pe::{
    Machine, Pe, PeFile, Resources, Style, VersionInfo, fixed, full, with_resources,
};

/// Files that differ in their structure.
fn samples() -> Vec<PeFile> {
    let texts = VersionInfo::new()
        .table("040704B0", &[("ProductName", "Größe")])
        .table(
            "000004B0",
            &[("FileVersion", "2.3.0"), ("ProductVersion", "2026.1")],
        );
    let many = Resources::none()
        .with("TYPELIB", 1, 0x409, "a library")
        .with(3, 7, 0, "an icon")
        .with_version("NAMED", 0x409, fixed(9))
        .with_version(1, 0x407, fixed(9))
        .with_version(1, 0, full());
    let unpadded = Style {
        is_padded: false,
        is_terminated: false,
        ..Style::default()
    };
    [
        (Machine::X64, Resources::version(full())),
        (Machine::X86, Resources::version(texts.clone())),
        (Machine::Arm64, many),
        (Machine::Net, Resources::version(texts.style(unpadded))),
    ]
    .map(|(machine, resources)| Pe::new(machine).resources(resources).build())
    .into()
}

fn answers(bytes: &[u8]) -> [String; 2] {
    PeField::ALL.map(|field| said(bytes, field))
}

fn is_version(answer: &str) -> bool {
    answer.starts_with(|first: char| first.is_ascii_digit())
}

#[test]
fn a_file_that_is_cut_short_anywhere_has_its_version_or_none() {
    for sample in samples() {
        let whole = answers(&sample.bytes);
        assert!(whole.iter().all(|answer| is_version(answer)), "{whole:?}");
        for len in 0..sample.bytes.len() {
            for (cut, whole) in answers(&sample.bytes[..len]).iter().zip(&whole) {
                assert!(
                    cut == whole || cut.starts_with("error: "),
                    "{len} bytes: {cut}"
                );
            }
        }
    }
}

#[test]
fn a_resource_that_is_cut_short_anywhere_has_no_wrong_version() {
    for version in [
        full(),
        VersionInfo::new().strings(&[("FileVersion", "2.3.0.12594")]),
    ] {
        let whole = version.bytes();
        for len in 0..whole.len() {
            let file = with_resources(Resources::version(&whole[..len]));
            let answer = said(&file.bytes, PeField::File);
            assert!(
                answer == "2.3.0.12594" || !is_version(&answer),
                "{len}: {answer}"
            );
        }
    }
}

#[test]
fn any_one_byte_may_be_anything() {
    let sample = &samples()[0];
    for at in 0..sample.bytes.len() {
        for byte in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut damaged = sample.bytes.clone();
            damaged[at] = byte;
            // It ends, and does not panic; what it says depends on the byte.
            let _ = answers(&damaged);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = read(&bytes);
        let _ = read(&[b"MZ", bytes.as_slice()].concat());
    }

    #[test]
    fn any_headers_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let mut file = [0; 0x40];
        file[..2].copy_from_slice(b"MZ");
        file[0x3C] = 0x40;
        for magic in [0x010B_u16, 0x020B] {
            let mut file = [&file[..], b"PE\0\0", &bytes].concat();
            if let Some(field) = file.get_mut(0x58..0x5A) {
                field.copy_from_slice(&magic.to_le_bytes());
            }
            let _ = read(&file);
        }
    }

    #[test]
    fn any_resource_is_answered(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let start = VersionInfo::new().fixed([0; 4]).bytes();
        for resource in [bytes.clone(), [&start[..40], &bytes].concat(), [start, bytes].concat()] {
            let _ = read(&with_resources(Resources::version(resource)).bytes);
        }
    }
}
