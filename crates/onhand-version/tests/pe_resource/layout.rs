//! Version resources as compilers have really written them.

use crate::machine::{fields, version};
use onhand_testkit::pe::{
    Length, Node, PeFile, Resources, Style, ValueLength, VersionInfo, executable, full,
    with_resources,
};

/// What the sample states, in whatever style.
fn stated() -> [Option<String>; 4] {
    ["2.3.0.12594", "26.1.0.0", "2.3 (build 12594)", "2026.1"].map(|text| Some(text.to_owned()))
}

fn styled(style: Style) -> PeFile {
    executable(full().style(style))
}

/// Every combination of what compilers get wrong about padding, terminators and the length of a value.
fn styles() -> impl Iterator<Item = Style> {
    let lengths = [
        ValueLength::Units,
        ValueLength::UnitsWithoutTerminator,
        ValueLength::Bytes,
        ValueLength::Zero,
    ];
    lengths.into_iter().flat_map(|value_length| {
        [(true, true), (true, false), (false, true), (false, false)].map(
            move |(is_padded, is_terminated)| Style {
                is_padded,
                is_terminated,
                value_length,
                ..Style::default()
            },
        )
    })
}

#[test]
fn padding_and_terminators_may_lack_and_lengths_may_count_bytes() {
    for style in styles() {
        assert_eq!(fields(&styled(style)), stated(), "{style:?}");
    }
}

#[test]
fn texts_of_every_length_are_read_whole_in_every_style() {
    for style in styles() {
        for len in 1..12 {
            let text = &"123456789.10"[..len];
            let strings = [("FileVersion", text), ("ProductVersion", text), ("X", "x")];
            let version = VersionInfo::new().strings(&strings).style(style);
            let text = Some(text.to_owned());
            assert_eq!(
                fields(&executable(version)),
                [None, None, text.clone(), text],
                "{style:?}"
            );
        }
    }
}

#[test]
fn the_length_of_a_block_may_have_its_padding_or_not() {
    for style in styles().filter(|style| style.is_padded) {
        let style = Style {
            length: Length::WithPaddingBehind,
            ..style
        };
        assert_eq!(fields(&styled(style)), stated(), "{style:?}");
    }
    for style in styles().filter(|style| style.is_terminated) {
        let style = Style {
            length: Length::WithoutPaddingWithin,
            ..style
        };
        assert_eq!(fields(&styled(style)), stated(), "{style:?}");
    }
}

#[test]
fn a_text_that_may_be_cut_short_is_not_there() {
    // The blocks end before the last character of a text does, and there is no terminator.
    for value_length in [
        ValueLength::Units,
        ValueLength::UnitsWithoutTerminator,
        ValueLength::Bytes,
    ] {
        let style = Style {
            is_terminated: false,
            length: Length::WithoutPaddingWithin,
            value_length,
            ..Style::default()
        };
        let version = VersionInfo::new().strings(&[("FileVersion", "2.3.0"), ("X", "x")]);
        let [_, _, file, _] = fields(&executable(version.style(style)));
        assert_eq!(file, None, "{style:?}");
    }
}

#[test]
fn there_may_be_more_padding_than_needed() {
    for gap in [2, 4, 6, 12, 100] {
        for is_padded in [true, false] {
            let style = Style {
                gap,
                is_padded,
                ..Style::default()
            };
            assert_eq!(fields(&styled(style)), stated(), "{style:?}");
        }
    }
}

#[test]
fn padding_may_be_anything() {
    for filler in [1, 0x20, 0xCC, 0xFF] {
        let style = Style {
            filler,
            ..Style::default()
        };
        assert_eq!(fields(&styled(style)), stated(), "{filler:#x}");
    }
}

#[test]
fn the_parts_may_stand_in_any_order() {
    let table = || {
        Node::table(
            "040904B0",
            &[("ProductVersion", "2026.1"), ("FileVersion", "2.3")],
        )
    };
    let variables = Node::new("VarFileInfo").node(Node::new("Translation").bytes([9, 4, 0xB0, 4]));
    let version = VersionInfo::new()
        .node(variables)
        .node(Node::new("Unknown").text("something").node(table()))
        .node(Node::new("StringFileInfo"))
        .node(Node::new("StringFileInfo").node(table()));
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        fields(&executable(version)),
        [None, None, text("2.3"), text("2026.1")]
    );
}

#[test]
fn a_fixed_block_is_known_by_its_signature() {
    let strings = [("FileVersion", "2.3")];
    // Of the right size, but zeros.
    let zeros = VersionInfo::new().fixed_bytes([0; 52]).strings(&strings);
    assert_eq!(fields(&executable(zeros.clone()))[0], None);
    assert_eq!(version(&executable(zeros)), "2.3");
    // Of another size.
    for size in [1, 4, 51, 100] {
        let other = VersionInfo::new()
            .fixed_bytes(vec![7; size])
            .strings(&strings);
        assert_eq!(version(&executable(other)), "2.3", "{size} bytes");
    }
}

#[test]
fn the_length_of_a_fixed_block_may_be_wrong() {
    let bytes = full().bytes();
    for length in [0_u16, 26, 48, 52] {
        let mut bytes = bytes.clone();
        bytes[2..4].copy_from_slice(&length.to_le_bytes());
        let file = with_resources(Resources::version(bytes));
        assert_eq!(fields(&file), stated(), "{length}");
    }
}

#[test]
fn a_fixed_block_that_is_cut_short_states_what_it_still_has() {
    let whole = VersionInfo::new().fixed([2, 3, 0, 0]).bytes();
    let cut = |len: usize| {
        let bytes = whole[..40 + len].to_vec();
        let file = with_resources(Resources::version(bytes));
        let [file, product, ..] = fields(&file);
        (file.is_some(), product.is_some())
    };
    assert_eq!(cut(52), (true, true));
    assert_eq!(cut(24), (true, true));
    assert_eq!(cut(23), (true, false));
    assert_eq!(cut(16), (true, false));
    assert_eq!(cut(15), (false, false));
    assert_eq!(cut(0), (false, false));
}
