//! The declarations of `fixtures/`, through the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::onhand;

fn fixtures(folder: &str) -> PathBuf {
    onhand_testkit::fixtures::root()
        .join("declarations")
        .join(folder)
}

/// The declaration files of a folder of fixtures.
fn declarations(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the fixtures stand there")
        .map(|entry| entry.expect("it can be listed").file_name())
        .map(|name| name.into_string().expect("Unicode"))
        .filter(|name| !name.ends_with(".expected") && !name.ends_with(".md"))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "{} holds fixtures", folder.display());
    names
}

/// Place, severity and rule of each problem, as the file beside the fixture gives them: each of
/// its lines `LINE:COLUMN SEVERITY RULE …`; a problem without a place has `-` for it.
fn expected(declaration: &Path) -> BTreeSet<String> {
    let path = declaration.with_extension("expected");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        .map(|line| {
            let words: Vec<&str> = line.split(' ').take(3).collect();
            words.join(" ").trim_end_matches(':').to_owned()
        })
        .collect()
}

#[test]
fn each_invalid_declaration_shows_its_expected_rules() {
    let folder = fixtures("invalid");
    for name in declarations(&folder) {
        let people = onhand(&folder, &["lint", &name]);
        let programs = onhand(&folder, &["lint", "--json", &name]);
        assert_eq!((people.code, programs.code), (Some(2), Some(2)), "{name}");
        let found: BTreeSet<String> = programs.json()["problems"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|problem| {
                let text = |key: &str| problem[key].as_str().expect("a text").to_owned();
                let place = match (problem["line"].as_u64(), problem["column"].as_u64()) {
                    (Some(line), Some(column)) => format!("{line}:{column}"),
                    _ => "-".to_owned(),
                };
                format!("{place} {} {}", text("severity"), text("rule"))
            })
            .collect();
        let expected = expected(&folder.join(&name));
        assert_eq!(found, expected, "{name}");
        for problem in &expected {
            let words: Vec<&str> = problem.split(' ').collect();
            let shown = format!("{}[{}]", words[1], words[2]);
            assert!(
                people.stdout.contains(&shown),
                "{name}: {shown}\n{}",
                people.stdout
            );
        }
    }
}

#[test]
fn each_valid_declaration_lints_without_an_error() {
    let folder = fixtures("valid");
    for name in declarations(&folder) {
        let run = onhand(&folder, &["lint", &name]);
        assert_eq!(run.code, Some(0), "{name}\n{}", run.stdout);
    }
}

#[test]
fn all_of_them_at_once_are_answered_on_every_machine() {
    let machines = onhand_testkit::fixtures::root().join("machines");
    for machine in ["windows-11.yaml", "macos-15.yaml", "ubuntu-24.yaml"] {
        let machine = machines.join(machine);
        let run = onhand(
            &fixtures(""),
            &[
                "check",
                "--json",
                "--platform",
                &machine.to_string_lossy(),
                "valid",
                "invalid",
            ],
        );
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (Some(2), ""),
            "{}",
            machine.display()
        );
        let document = run.json();
        assert!(
            document["results"]
                .as_array()
                .is_some_and(|results| !results.is_empty())
        );
        assert!(
            document["problems"]
                .as_array()
                .is_some_and(|problems| !problems.is_empty())
        );
    }
}
