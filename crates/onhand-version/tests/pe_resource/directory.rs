//! Which of several resources counts.

use crate::machine::version;
use onhand_testkit::pe::{Mark, PeFile, Resources, fixed, with_resources};

const NO_VERSION: &str = "absent: the executable has no version resource";

/// Which of the resources was read, by its first number.
fn major(file: &PeFile) -> String {
    let version = version(file);
    version
        .strip_suffix(".3.0.12594")
        .unwrap_or(&version)
        .to_owned()
}

#[test]
fn a_file_with_other_resources_only_is_absent() {
    let none = with_resources(Resources::none());
    assert_eq!(version(&none), NO_VERSION);
    let others = Resources::none()
        .with("VERSION", 1, 0, fixed(2))
        .with(3, 1, 0x409, "an icon")
        .with(24, 1, 0x409, "a manifest");
    assert_eq!(version(&with_resources(others)), NO_VERSION);
}

#[test]
fn other_resources_do_not_matter() {
    let many = (100..180)
        .fold(Resources::none(), |resources, kind| {
            resources.with(kind, 1, 0, "something")
        })
        .with("TYPELIB", 1, 0x409, "a library")
        .with(3, 16, 0x409, "an icon")
        .with_version(1, 0x409, fixed(2))
        .with(24, 1, 0x409, "a manifest");
    assert_eq!(major(&with_resources(many)), "2");
}

#[test]
fn the_first_number_counts_whatever_it_is() {
    for numbers in [[1, 2], [2, 1], [7, 65535], [100, 0]] {
        let resources = Resources::none()
            .with_version(numbers[0], 0x409, fixed(2))
            .with_version(numbers[1], 0x409, fixed(9));
        assert_eq!(major(&with_resources(resources)), "2", "{numbers:?}");
    }
}

#[test]
fn a_number_counts_before_a_name() {
    let named = Resources::none().with_version("FIRST", 0x409, fixed(2));
    assert_eq!(major(&with_resources(named.clone())), "2");
    let more = named.clone().with_version("SECOND", 0x409, fixed(3));
    assert_eq!(major(&with_resources(more)), "2");
    let numbered = named.with_version(5, 0x409, fixed(4));
    assert_eq!(major(&with_resources(numbered)), "4");
}

#[test]
fn the_neutral_language_counts_or_the_first() {
    for (languages, expected) in [
        (&[0x409, 0x407][..], "1"),
        (&[0x407, 0x409], "1"),
        (&[0, 0x409], "1"),
        (&[0x407, 0, 0x409], "2"),
        (&[0x407, 0x409, 0], "3"),
    ] {
        let resources = (1..)
            .zip(languages)
            .fold(Resources::none(), |resources, (n, language)| {
                resources.with_version(1, *language, fixed(n))
            });
        assert_eq!(major(&with_resources(resources)), expected, "{languages:?}");
    }
}

#[test]
fn thirty_six_languages_are_a_choice_like_any_other() {
    let languages = |neutral_at: Option<u32>| {
        let resources = (0..36).fold(Resources::none(), |resources, n| {
            let language = if Some(n) == neutral_at { 0 } else { 0x401 + n };
            resources.with_version(1, language, fixed(n as u16 + 1))
        });
        major(&with_resources(resources))
    };
    assert_eq!(languages(None), "1");
    assert_eq!(languages(Some(0)), "1");
    assert_eq!(languages(Some(35)), "36");
}

#[test]
fn a_type_without_resources_is_absent() {
    let file = with_resources(Resources::version(fixed(2)));
    for mark in [
        Mark::RootDirectory,
        Mark::TypeDirectory(0),
        Mark::NameDirectory(0),
    ] {
        let emptied = file.clone().patch_u16(mark, 14, 0);
        assert_eq!(version(&emptied), NO_VERSION, "{mark:?}");
    }
}
