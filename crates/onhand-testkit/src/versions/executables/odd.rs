//! Executables that are odd, and read all the same.

use super::row::{error, present, row, stated, stated_fixed};
use crate::pe::{
    Length, Machine, Mark, Pe, PeFile, Resources, Style, ValueLength, VersionInfo, executable,
    fixed, full, with_resources,
};
use crate::versions::fixture::Fixture;

pub(super) fn rows() -> Vec<Fixture> {
    let mut rows = resources();
    rows.extend(sections());
    rows.extend(styles());
    rows.extend(texts());
    rows
}

/// Which of several resources counts.
fn resources() -> Vec<Fixture> {
    let languages = |count: u32, neutral: Option<u32>, first: u16| {
        let resources = (0..count).fold(Resources::none(), |resources, n| {
            let (language, major) = match (neutral, n) {
                (Some(at), n) if at == n => (0, 2),
                (_, 0) => (0x401, first),
                (_, n) => (0x401 + n, 9),
            };
            resources.with_version(1, language, fixed(major))
        });
        with_resources(resources)
    };
    let several = Resources::none()
        .with("TYPELIB", 1, 0x409, "a library")
        .with(3, 7, 0, "an icon")
        .with_version("NAMED", 0x409, fixed(9))
        .with_version(1, 0x407, fixed(9))
        .with_version(1, 0, full());
    vec![
        stated_fixed(
            "languages-36",
            "Of 36 languages the neutral one counts, wherever it stands.",
            languages(36, Some(20), 9),
        ),
        stated_fixed(
            "languages-none-neutral",
            "Of several languages, none of them neutral, the first counts.",
            languages(3, None, 2),
        ),
        stated_fixed(
            "number-7",
            "The number of a version resource need not be 1.",
            with_resources(Resources::none().with_version(7, 0x409, fixed(2))),
        ),
        stated_fixed(
            "numbers-several",
            "Of several numbers the first counts, whatever it is.",
            with_resources(
                Resources::none()
                    .with_version(7, 0x409, fixed(2))
                    .with_version(1, 0x409, fixed(9)),
            ),
        ),
        stated_fixed(
            "names-alone",
            "Where no resource has a number, the first name counts.",
            with_resources(
                Resources::none()
                    .with_version("FIRST", 0x409, fixed(2))
                    .with_version("SECOND", 0x409, fixed(9)),
            ),
        ),
        stated_fixed(
            "name-then-number",
            "A number counts before a name.",
            with_resources(
                Resources::none()
                    .with_version("NAMED", 0x409, fixed(9))
                    .with_version(5, 0x409, fixed(2)),
            ),
        ),
        stated(
            "crowded",
            "Among resources of other types, names and languages.",
            Pe::new(Machine::Arm64).resources(several).build(),
        ),
    ]
}

/// Headers and sections that no rule forbids.
fn sections() -> Vec<Fixture> {
    let pe = || Pe::new(Machine::X86).resources(Resources::version(full()));
    let whole = || pe().build();
    vec![
        stated(
            "section-upx",
            "A packer has called the section of the resources as it likes.",
            pe().resource_section(b"UPX2\0\0\0\0").build(),
        ),
        stated(
            "section-without-virtual-size",
            "The section has no size in memory, so the one in the file counts.",
            whole().patch_u32(Mark::ResourceSection, 8, 0),
        ),
        stated(
            "header-at-odd-offset",
            "The PE header stands at an odd offset.",
            pe().header_at(0x83).build(),
        ),
        stated(
            "directory-size-wrong",
            "The data directory gives a wrong size.",
            whole().patch_u32(Mark::DataDirectories, 20, 1),
        ),
        stated(
            "resource-size-too-large",
            "The resource claims more than its section has.",
            whole().patch_u32(Mark::DataEntry(0), 4, u32::MAX),
        ),
    ]
}

/// Version resources as compilers have really written them.
fn styles() -> Vec<Fixture> {
    let style = Style::default();
    let styled = |style| executable(full().style(style));
    let tables = VersionInfo::new()
        .table("040704B0", &[("FileVersion", "9.9")])
        .table(
            "000004B0",
            &[("FileVersion", "2.3"), ("ProductVersion", "2026.1")],
        );
    vec![
        stated(
            "unpadded",
            "Neither padding nor terminators.",
            styled(Style {
                is_padded: false,
                is_terminated: false,
                ..style
            }),
        ),
        stated(
            "lengths-in-bytes",
            "The lengths of texts count bytes.",
            styled(Style {
                value_length: ValueLength::Bytes,
                ..style
            }),
        ),
        stated(
            "lengths-with-padding",
            "The lengths of blocks count the padding behind them.",
            styled(Style {
                length: Length::WithPaddingBehind,
                ..style
            }),
        ),
        stated(
            "padding-filled",
            "Padding is no zeros.",
            styled(Style {
                filler: 0xCC,
                ..style
            }),
        ),
        stated(
            "padding-wide",
            "More padding between blocks than there should be.",
            styled(Style { gap: 12, ..style }),
        ),
        row(
            "tables-several",
            "Of several tables the neutral one counts, for both texts.",
            executable(tables),
            [None, None, Some("2.3"), Some("2026.1")],
            ["2.3", "2026.1"].map(present),
        ),
        stated(
            "root-length-38",
            "The root block ends with its own key, by what it says. `pelite` 0.10 panics here.",
            executable(full().length(38)),
        ),
    ]
}

/// Texts that can be no version; they hide what would come after them.
fn texts() -> Vec<Fixture> {
    let both =
        |text| VersionInfo::new().strings(&[("FileVersion", text), ("ProductVersion", "2026.1")]);
    let nines = "9".repeat(257);
    let told = |name, about, file: PeFile, text: &str, reason| {
        let fields = [None, None, Some(text), Some("2026.1")];
        row(
            name,
            about,
            file,
            fields,
            [error(reason), present("2026.1")],
        )
    };
    let dotted = executable(both("2.3"));
    let at = dotted.offset(Mark::Data(0));
    let dot = dotted.bytes[at..]
        .windows(2)
        .position(|pair| pair == b".\0");
    let surrogate = dotted.patch_u16(Mark::Data(0), dot.expect("it has one"), 0xD800);
    vec![
        told(
            "text-with-control-character",
            "A control character.",
            executable(both("2\u{7}3")),
            "2\u{7}3",
            "`FileVersion`: the version holds a control character",
        ),
        told(
            "text-too-long",
            "Longer than any version.",
            executable(both(&nines)),
            &nines,
            "`FileVersion`: the version is longer than 256 bytes",
        ),
        told(
            "text-not-utf-16",
            "Half of a surrogate pair.",
            surrogate,
            "2\u{FFFD}3",
            "`FileVersion`: not valid Unicode",
        ),
    ]
}
