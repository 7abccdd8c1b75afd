//! Executables as linkers write them.

use super::row::{absent, present, row, stated, stated_fixed};
use crate::pe::{
    Machine, Pe, PeFile, Resources, VersionInfo, executable, fixed, full, with_resources,
};
use crate::versions::fixture::Fixture;

pub(super) fn rows() -> Vec<Fixture> {
    let mut rows = machines();
    rows.extend(applications());
    rows.extend(silent());
    rows.extend(choices());
    rows
}

fn pe(machine: Machine, version: VersionInfo) -> PeFile {
    Pe::new(machine)
        .resources(Resources::version(version))
        .build()
}

fn machines() -> Vec<Fixture> {
    [
        (Machine::X86, "x86", "PE32, for 32 bits."),
        (Machine::X64, "x64", "PE32+, for 64 bits."),
        (Machine::Arm64, "arm64", "PE32+, for ARM64."),
        (
            Machine::Net,
            "net",
            "PE32 with a header of the common language runtime.",
        ),
    ]
    .map(|(machine, name, about)| stated(name, about, pe(machine, full())))
    .into()
}

/// Versions as the applications of the scenario machines state them.
fn applications() -> Vec<Fixture> {
    const ABOUT: &str = "An application of the machine windows-11.";
    let application = |name, machine, version: [u16; 4], texts: [&str; 2]| {
        let dotted = version.map(|part| part.to_string()).join(".");
        let strings = [("FileVersion", texts[0]), ("ProductVersion", texts[1])];
        let file = pe(machine, VersionInfo::new().fixed(version).strings(&strings));
        let fields = [&*dotted, &*dotted, texts[0], texts[1]].map(Some);
        row(name, ABOUT, file, fields, [&*dotted; 2].map(present))
    };
    vec![
        application(
            "vendor-app-2.3.0",
            Machine::X64,
            [2, 3, 0, 12594],
            ["2.3.0.12594", "2.3.0"],
        ),
        application(
            "vendor-app-1.9.2",
            Machine::X64,
            [1, 9, 2, 11800],
            ["1.9.2.11800", "1.9.2"],
        ),
        application(
            "blender-5.2.0",
            Machine::X64,
            [5, 2, 0, 0],
            ["5.2.0", "5.2.0"],
        ),
        application(
            "chrome-141",
            Machine::X64,
            [141, 0, 7390, 123],
            ["141.0.7390.123"; 2],
        ),
        application(
            "libreoffice-25.8.2",
            Machine::X64,
            [25, 8, 2, 2],
            ["25.8.2.2"; 2],
        ),
        application(
            "notepad-plus-plus-8.8",
            Machine::X86,
            [8, 8, 0, 0],
            ["8.8"; 2],
        ),
        application(
            "notion-4.21.0",
            Machine::X64,
            [4, 21, 0, 0],
            ["4.21.0", "4.21.0.0"],
        ),
    ]
}

/// Executables that state no version.
fn silent() -> Vec<Fixture> {
    let no_resources = "the executable has no resources";
    let no_version = "the executable has no version resource";
    vec![
        row(
            "no-resources",
            "It has no resources.",
            Pe::new(Machine::X64).build(),
            [None; 4],
            [no_resources; 2].map(absent),
        ),
        row(
            "no-version-resource",
            "It has an icon, and no version resource.",
            with_resources(Resources::none().with(3, 1, 0, "an icon")),
            [None; 4],
            [no_version; 2].map(absent),
        ),
        row(
            "empty-version-resource",
            "Its version resource states nothing.",
            executable(VersionInfo::new()),
            [None; 4],
            [
                absent(
                    "fixed file version: not there; `FileVersion`: not there; \
                     `ProductVersion`: not there",
                ),
                absent("fixed product version: not there; `ProductVersion`: not there"),
            ],
        ),
        row(
            "zero-file-version",
            "The fixed version of the file is zero, and that of the product never counts for it.",
            executable(VersionInfo::new().fixed_pair([0; 4], [26, 1, 0, 0])),
            [Some("0.0.0.0"), Some("26.1.0.0"), None, None],
            [
                absent(
                    "fixed file version: zero; `FileVersion`: not there; \
                     `ProductVersion`: not there",
                ),
                present("26.1.0.0"),
            ],
        ),
        row(
            "zero-product-version",
            "The fixed version of the product is zero, and no version of the file counts for it.",
            executable(
                VersionInfo::new()
                    .fixed_pair([2, 3, 0, 0], [0; 4])
                    .strings(&[("FileVersion", "2.3")]),
            ),
            [Some("2.3.0.0"), Some("0.0.0.0"), Some("2.3"), None],
            [
                present("2.3.0.0"),
                absent("fixed product version: zero; `ProductVersion`: not there"),
            ],
        ),
    ]
}

/// Executables that state one version and not another.
fn choices() -> Vec<Fixture> {
    let both = [("FileVersion", " 2.3.0 "), ("ProductVersion", "2026.1")];
    let texts = |strings| executable(VersionInfo::new().strings(strings));
    vec![
        row(
            "product-is-not-file",
            "The fixed versions of file and product differ, and there are no texts.",
            executable(VersionInfo::new().fixed_pair([2, 3, 0, 0], [2026, 1, 0, 0])),
            [Some("2.3.0.0"), Some("2026.1.0.0"), None, None],
            ["2.3.0.0", "2026.1.0.0"].map(present),
        ),
        row(
            "zero-fixed-block",
            "The fixed block was never filled in, so the texts count, trimmed.",
            executable(VersionInfo::new().fixed([0; 4]).strings(&both)),
            ["0.0.0.0", "0.0.0.0", "2.3.0", "2026.1"].map(Some),
            ["2.3.0", "2026.1"].map(present),
        ),
        row(
            "no-fixed-block",
            "There is no fixed block, so the texts count, trimmed.",
            texts(&both),
            [None, None, Some("2.3.0"), Some("2026.1")],
            ["2.3.0", "2026.1"].map(present),
        ),
        row(
            "other-fixed-block",
            "What stands in place of the fixed block is none.",
            executable(VersionInfo::new().fixed_bytes([7; 52]).strings(&both)),
            [None, None, Some("2.3.0"), Some("2026.1")],
            ["2.3.0", "2026.1"].map(present),
        ),
        stated_fixed(
            "fixed-block-alone",
            "There are no texts.",
            executable(fixed(2)),
        ),
        row(
            "product-text-alone",
            "The text of the product is the last that counts for the file.",
            texts(&[("ProductVersion", "2026.1")]),
            [None, None, None, Some("2026.1")],
            ["2026.1"; 2].map(present),
        ),
        row(
            "blank-file-text",
            "A blank text says nothing.",
            texts(&[("FileVersion", " "), ("ProductVersion", "2026.1")]),
            [None, None, Some(""), Some("2026.1")],
            ["2026.1"; 2].map(present),
        ),
        row(
            "largest-numbers",
            "Each part of a fixed version has sixteen bits.",
            executable(VersionInfo::new().fixed([65535, 65535, 65535, 65535])),
            [
                Some("65535.65535.65535.65535"),
                Some("65535.65535.65535.65535"),
                None,
                None,
            ],
            ["65535.65535.65535.65535"; 2].map(present),
        ),
        row(
            "other-script",
            "A text may be of any script.",
            texts(&[("FileVersion", "版本 2.3")]),
            [None, None, Some("版本 2.3"), None],
            [
                present("版本 2.3"),
                absent("fixed product version: not there; `ProductVersion`: not there"),
            ],
        ),
    ]
}
