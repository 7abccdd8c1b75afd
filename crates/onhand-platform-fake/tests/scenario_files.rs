//! Scenario files on the real disk, and the files beside them.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the files are made on the real machine, in a folder of the test's own"
)]

use std::fs;
use std::path::Path;

use onhand_document::{DocumentRule, Problem};
use onhand_platform::{Os, RootedPath, read_bounded};
use onhand_platform_fake::{FakeHost, ScenarioError, ScenarioRule};

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> std::path::PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(&path, content).expect("written");
    path
}

#[test]
fn from_names_a_file_relative_to_the_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "machines/pe/x.exe", "MZ");
    write(folder.path(), "machines/near.txt", "near");
    let scenario = write(
        folder.path(),
        "machines/m.yaml",
        "os: linux\nfiles: { /a: { from: pe/x.exe }, /b: { from: near.txt }, /c: { from: ./near.txt } }\n",
    );
    let host = FakeHost::from_scenario_file(&scenario).expect("a machine");
    for (path, content) in [("/a", "MZ"), ("/b", "near"), ("/c", "near")] {
        let path = RootedPath::new(Os::Linux, path).expect("rooted");
        assert_eq!(
            read_bounded(&host, &path, 9),
            Ok(content.as_bytes().to_vec())
        );
    }
}

#[test]
fn a_file_that_is_missing_or_no_file_is_an_error_at_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["missing", "."] {
        let text = format!("os: linux\nfiles:\n  /a: {{ from: {name} }}\n");
        let scenario = write(folder.path(), "m.yaml", text);
        let error = FakeHost::from_scenario_file(&scenario).expect_err("no machine");
        let problem = first(&error);
        assert_eq!(place(problem), (3, 15), "{name}");
        assert!(
            error
                .to_string()
                .starts_with(&scenario.display().to_string())
        );
        assert_eq!(problem.rule, ScenarioRule::FromUnreadable);
        let told = format!("the file `{name}` beside the scenario can't be read: ");
        let reason = problem.message.strip_prefix(&told).expect("it is named");
        if name == "." {
            assert_eq!(reason, "not a regular file");
        }
    }
}

#[test]
fn a_file_beside_the_scenario_is_read_within_a_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let big = fs::File::create(folder.path().join("big")).expect("made");
    big.set_len(16 * 1024 * 1024).expect("sized");
    let load = |count: usize| {
        let files: String = (0..count)
            .map(|i| format!("  /{i}: {{ from: big }}\n"))
            .collect();
        let scenario = write(
            folder.path(),
            "m.yaml",
            format!("os: linux\nfiles:\n{files}"),
        );
        FakeHost::from_scenario_file(scenario)
    };
    assert!(load(4).is_ok());
    let reason_of = |outcome: Result<FakeHost, ScenarioError>| {
        let error = outcome.expect_err("too much");
        let problem = first(&error);
        (place(problem).0, problem.message.clone())
    };
    let (line, reason) = reason_of(load(5));
    assert_eq!(line, 7);
    assert!(
        reason.ends_with("all files together exceed 67108864 bytes"),
        "{reason}"
    );
    big.set_len(16 * 1024 * 1024 + 1).expect("sized");
    let (line, reason) = reason_of(load(1));
    assert_eq!(line, 3);
    assert!(reason.ends_with("larger than 16777216 bytes"), "{reason}");
}

#[test]
fn a_scenario_that_can_not_be_read_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("none.yaml");
    let error = FakeHost::from_scenario_file(&missing).expect_err("no file");
    assert!(error.problems().is_empty());
    let ScenarioError::Read { file, source } = error else {
        panic!("{error}");
    };
    assert_eq!(file, missing.display().to_string());
    assert_eq!(source.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_scenario_of_more_than_a_mebibyte_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = "os: linux\n".to_owned();
    text.extend(std::iter::repeat_n('#', 1024 * 1024 - text.len()));
    let scenario = write(folder.path(), "m.yaml", &text);
    assert!(FakeHost::from_scenario_file(&scenario).is_ok());
    text.push('#');
    let scenario = write(folder.path(), "m.yaml", &text);
    let error = FakeHost::from_scenario_file(&scenario).expect_err("too large");
    assert!(
        matches!(
            error,
            ScenarioError::TooLarge {
                limit: 1_048_576,
                ..
            }
        ),
        "{error}"
    );
    let error = FakeHost::from_scenario("m.yaml", &text).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "m.yaml: a scenario holds at most 1048576 bytes"
    );
}

#[test]
fn bytes_that_are_no_text_are_an_error_where_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = write(folder.path(), "m.yaml", b"os: linux\nhome: \xC3\xA9\xFF\n");
    let error = FakeHost::from_scenario_file(&scenario).expect_err("no text");
    let problem = first(&error);
    assert_eq!(problem.rule, ScenarioRule::Document(DocumentRule::NotUtf8));
    assert_eq!(place(problem), (2, 8));
}

#[test]
fn a_scenario_without_a_file_has_nothing_beside_it() {
    let error = FakeHost::from_scenario("m.yaml", "os: linux\nfiles: { /a: { from: x } }\n");
    assert_eq!(
        error.expect_err("no file").to_string(),
        "m.yaml:2:22: the file `x` beside the scenario can't be read: this scenario is no file, so nothing stands beside it"
    );
}

#[test]
fn no_path_leads_out_of_the_folder_of_the_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "outside", "secret");
    write(folder.path(), "machines/near", "near");
    for from in ["..", "../outside", "../machines/near", "pe/../near", "./.."] {
        let text = format!("os: linux\nfiles:\n  /a: {{ from: {from} }}\n");
        let scenario = write(folder.path(), "machines/m.yaml", text);
        let error = FakeHost::from_scenario_file(&scenario).expect_err("no machine");
        let problem = first(&error);
        assert_eq!(problem.rule, ScenarioRule::FromInvalid);
        assert_eq!(place(problem), (3, 15), "{from}");
    }
}

#[cfg(unix)]
#[test]
fn no_link_leads_a_file_beside_the_scenario_elsewhere() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "outside/secret", "secret");
    write(folder.path(), "machines/near", "near");
    let at = |path: &str| folder.path().join(path);
    symlink("near", at("machines/same")).expect("links");
    symlink("../outside/secret", at("machines/link")).expect("links");
    symlink("../outside", at("machines/folder")).expect("links");
    let load = |from: &str| {
        let text = format!("os: linux\nfiles:\n  /a: {{ from: {from} }}\n");
        FakeHost::from_scenario_file(write(folder.path(), "machines/m.yaml", text))
    };
    for from in ["near", "same"] {
        assert!(load(from).is_ok(), "{from}");
    }
    for from in ["link", "folder/secret"] {
        let error = load(from).expect_err(from).to_string();
        assert!(error.ends_with("a link leads out of the folder"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_fifo_hangs_neither_beside_the_scenario_nor_in_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    let scenario = write(
        folder.path(),
        "m.yaml",
        "os: linux\nfiles: { /a: { from: fifo } }\n",
    );
    let error = FakeHost::from_scenario_file(scenario).expect_err("no file");
    assert!(error.to_string().ends_with("not a regular file"), "{error}");
    let writer = {
        let fifo = fifo.clone();
        std::thread::spawn(move || fs::write(fifo, "os: darwin\n").expect("written"))
    };
    let host = FakeHost::from_scenario_file(&fifo).expect("a machine");
    assert_eq!(onhand_platform::LocateHost::os(&host), Os::Darwin);
    writer.join().expect("it wrote");
}

fn first(error: &ScenarioError) -> &Problem<ScenarioRule> {
    error.problems().first().expect("a problem")
}

/// The line and the column.
fn place(problem: &Problem<ScenarioRule>) -> (u64, u64) {
    let span = problem.span.expect("a place");
    (span.line, span.column)
}
