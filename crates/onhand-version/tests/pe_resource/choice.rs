//! Which of the versions counts, beyond what `versions::executables` of the testkit states.

use onhand_version::{PeField, StatedVersion};

use crate::machine::{fields, read, said, version};
use onhand_testkit::pe::{VersionInfo, executable, full};

fn texts(strings: &[(&str, &str)]) -> VersionInfo {
    VersionInfo::new().strings(strings)
}

fn product(of: VersionInfo) -> String {
    said(&executable(of).bytes, PeField::Product)
}

fn file(of: VersionInfo) -> String {
    version(&executable(of))
}

#[test]
fn what_counts_is_told_with_as_what_it_is_stated() {
    let stated = |of: VersionInfo, field| {
        let versions = read(&executable(of).bytes).expect("it has a version resource");
        versions.stated(field).to_string()
    };
    for (of, field, expected) in [
        (full(), PeField::File, "2.3.0.12594 (fixed file version)"),
        (full(), PeField::Product, "26.1.0.0 (fixed product version)"),
        (
            texts(&[("FileVersion", "2.3")]),
            PeField::File,
            "2.3 (`FileVersion`)",
        ),
        (
            texts(&[("ProductVersion", "2026.1")]),
            PeField::File,
            "2026.1 (`ProductVersion`)",
        ),
        (
            texts(&[("ProductVersion", "2026.1")]),
            PeField::Product,
            "2026.1 (`ProductVersion`)",
        ),
    ] {
        assert_eq!(stated(of, field), expected);
    }
}

#[test]
fn a_fixed_version_of_zero_says_nothing() {
    let strings = [("FileVersion", "2.3"), ("ProductVersion", "2026.1")];
    let zero = || VersionInfo::new().fixed([0; 4]).strings(&strings);
    assert_eq!(file(zero()), "2.3");
    assert_eq!(product(zero()), "2026.1");
    assert_eq!(
        fields(&executable(zero())),
        ["0.0.0.0", "0.0.0.0", "2.3", "2026.1"].map(|text| Some(text.to_owned()))
    );

    // Each version of the pair by itself.
    let half = |file, product| {
        VersionInfo::new()
            .fixed_pair(file, product)
            .strings(&strings)
    };
    assert_eq!(file(half([0; 4], [9, 0, 0, 0])), "2.3");
    assert_eq!(product(half([0; 4], [9, 0, 0, 0])), "9.0.0.0");
    assert_eq!(file(half([9, 0, 0, 0], [0; 4])), "9.0.0.0");
    assert_eq!(product(half([9, 0, 0, 0], [0; 4])), "2026.1");
    assert_eq!(file(half([0, 0, 0, 1], [0; 4])), "0.0.0.1");
}

#[test]
fn an_empty_text_is_absent() {
    assert_eq!(
        product(texts(&[("ProductVersion", "")])),
        "absent: fixed product version: not there; `ProductVersion`: the version is empty"
    );
}

#[test]
fn one_table_counts_for_both_texts() {
    let two = |first: &str, second: &str| {
        VersionInfo::new()
            .table(first, &[("FileVersion", "1.1"), ("ProductVersion", "1.2")])
            .table(second, &[("FileVersion", "2.1"), ("ProductVersion", "2.2")])
    };
    for (first, second, expected) in [
        ("040904B0", "040704B0", ["1.1", "1.2"]),
        ("040904B0", "000004B0", ["2.1", "2.2"]),
        ("000004b0", "040904B0", ["1.1", "1.2"]),
        ("000004B0", "00000000", ["1.1", "1.2"]),
    ] {
        let [_, _, file, product] = fields(&executable(two(first, second)));
        let read = [file.as_deref(), product.as_deref()];
        assert_eq!(read, expected.map(Some), "{first} {second}");
    }
}

#[test]
fn a_table_that_states_no_version_does_not_count_before_one_that_does() {
    let version = VersionInfo::new()
        .table("000004B0", &[("ProductName", "App"), ("FileVersion", " ")])
        .table("040704B0", &[("ProductVersion", "2026.1")])
        .table("040904B0", &[("FileVersion", "2.3")]);
    assert_eq!(
        fields(&executable(version.clone())),
        [None, None, None, Some("2026.1".to_owned())]
    );
    assert_eq!(file(version), "2026.1");
}

#[test]
fn keys_ignore_case_and_the_first_of_two_counts() {
    let strings = [
        ("fileversion", "2.3"),
        ("FileVersion", "9.9"),
        ("PRODUCTVERSION", "2026.1"),
    ];
    assert_eq!(
        fields(&executable(texts(&strings))),
        [
            None,
            None,
            Some("2.3".to_owned()),
            Some("2026.1".to_owned())
        ]
    );
}

#[test]
fn a_text_of_zeros_says_nothing_however_it_is_spelled() {
    for zeros in ["0", "0.0", "0.0.0.0", "0, 0, 0, 0", "0,0,0,0"] {
        let strings = [("FileVersion", zeros), ("ProductVersion", "2026.1")];
        assert_eq!(file(texts(&strings)), "2026.1", "{zeros}");
        let versions = read(&executable(texts(&strings)).bytes).expect("it has a version resource");
        let stated = versions.stated(PeField::File);
        let remark = stated.present().and_then(StatedVersion::remark);
        assert_eq!(
            remark.as_deref(),
            Some("read from `ProductVersion`: nothing but zeros in `FileVersion`")
        );
    }
    // A table of zeros does not count before one that states a version.
    let tables = VersionInfo::new()
        .table("000004B0", &[("FileVersion", "0.0.0.0")])
        .table("040904B0", &[("FileVersion", "2.3")]);
    assert_eq!(file(tables), "2.3");
}
