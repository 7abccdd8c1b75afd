//! Many names of one skill, on a real disk: what is opened, and what is told.

#![allow(
    clippy::disallowed_methods,
    reason = "the files are made on the real machine, in a folder of the test's own"
)]

use std::fs;
use std::path::Path;

use onhand_declaration::Registry;
use onhand_gate_skill::{SkillIndex, Skills};
use onhand_platform::{LocateHost, Operation, Os, Recorded, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_platform_native::NativeHost;

mod support;
use support::refresh;

const NAMES: usize = 2_000;

/// What is below the folder, and how many files were opened for it.
fn look(folder: &Path) -> (Skills, usize) {
    let host = Recorded::new(NativeHost::new());
    let folder = folder.canonicalize().expect("it is there");
    let text = folder.to_str().expect("Unicode");
    let root = RootedPath::new(host.os(), text.trim_start_matches(r"\\?\")).expect("rooted");
    let index = SkillIndex::new(&host, [root]);
    let skills = refresh(&index, &Registry::new(), &FakeHost::new(Os::Linux));
    (skills, host.count(Operation::Open))
}

/// A skill of 64 KiB, name and description as long as that.
fn long_skill() -> String {
    let long = "x".repeat(65_400);
    format!("---\nname: &a \"{long}\"\ndescription: *a\n---\n")
}

#[test]
fn a_skill_of_many_hard_links_is_read_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |i: usize| folder.path().join(format!("s{i:04}"));
    for i in 0..NAMES / 4 {
        fs::create_dir(at(i)).expect("a folder");
        let file = at(i).join("SKILL.md");
        match i {
            0 => fs::write(file, long_skill()).expect("writes"),
            _ => fs::hard_link(at(0).join("SKILL.md"), file).expect("links"),
        }
    }
    let (skills, opened) = look(folder.path());
    assert_eq!((skills.offered.len(), opened), (NAMES / 4, 1));
    let longest = skills
        .offered
        .iter()
        .map(|skill| skill.name.chars().count());
    assert_eq!(longest.max(), Some(64));
}

#[cfg(unix)]
#[test]
fn a_skill_of_many_links_to_its_folder_is_one_skill() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join(".one")).expect("a folder");
    fs::write(folder.path().join(".one/SKILL.md"), long_skill()).expect("writes");
    for i in 0..NAMES {
        symlink(".one", folder.path().join(format!("s{i:04}"))).expect("links");
    }
    let (skills, opened) = look(folder.path());
    assert_eq!((skills.offered.len(), opened), (1, 1));
    let told = skills.passed_over.len() + skills.passed_over_more;
    // Every link but one, and the hidden folder itself.
    assert_eq!((told, skills.passed_over.len()), (NAMES, 1_000));
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_is_told() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let odd = folder.path().join(OsStr::from_bytes(b"odd\xFF"));
    fs::create_dir(&odd).expect("a folder");
    fs::write(odd.join("SKILL.md"), "---\nname: a\ndescription: b\n---\n").expect("writes");
    let (skills, opened) = look(folder.path());
    assert_eq!((skills.offered.len(), opened), (0, 0));
    let told: Vec<(&str, &str)> = skills
        .passed_over
        .iter()
        .map(|it| (&*it.name, it.reason.code()))
        .collect();
    assert_eq!(told, [("odd\u{fffd}", "unreadable_name")]);
}

#[test]
fn the_fixtures_that_are_passed_over_are_told_with_their_reasons() {
    let tree = onhand_testkit::fixtures::root().join("skills/passed-over");
    let (skills, opened) = look(&tree);
    let offered: Vec<&str> = skills.offered.iter().map(|skill| &*skill.name).collect();
    assert_eq!((offered, opened), (vec!["bundle"], 2));
    let told: Vec<(&str, &str)> = skills
        .passed_over
        .iter()
        .map(|it| (&*it.name, it.reason.code()))
        .collect();
    assert_eq!(
        told,
        [
            (".hidden", "hidden"),
            ("inner", "below_skill"),
            ("skill.md", "other_case"),
            ("linked", "link_as_text"),
        ]
    );
}
