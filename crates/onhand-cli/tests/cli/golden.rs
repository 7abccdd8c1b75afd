//! Whole outputs, as they are read by people.

use std::fmt::Write;
use std::path::{MAIN_SEPARATOR_STR, Path};
use std::{env, fs};

use crate::program::{Run, cases, onhand};

/// A text that was written down on another OS, as the program prints it here, started in `current` with these arguments:
/// it calls a folder as the user named it, and the way down from there has this OS's separator.
pub(crate) fn printed_here(text: &str, current: &Path, args: &[&str]) -> String {
    let folders = args.iter().filter(|arg| current.join(arg).is_dir());
    folders.fold(text.to_owned(), |text, folder| {
        with_separator(&text, folder, MAIN_SEPARATOR_STR)
    })
}

/// The text with that separator in every path that goes down from `folder`.
fn with_separator(text: &str, folder: &str, separator: &str) -> String {
    let start = format!("{folder}/");
    let mut paths = text.split(&start);
    let before = paths.next().unwrap_or_default().to_owned();
    paths.fold(before, |text, rest| {
        let end = rest.find(|c: char| c.is_whitespace() || c == ':');
        let (way, behind) = rest.split_at(end.unwrap_or(rest.len()));
        text + folder + separator + &way.replace('/', separator) + behind
    })
}

#[test]
fn only_the_way_down_from_a_folder_has_another_separator() {
    let text = "✓ a  d/b/c.yaml on x\n --> d/e.yaml:1:2 (d)\n1 | at: /opt/d.app and C:\\d";
    let windows = "✓ a  d\\b\\c.yaml on x\n --> d\\e.yaml:1:2 (d)\n1 | at: /opt/d.app and C:\\d";
    assert_eq!(with_separator(text, "d", "\\"), windows);
    assert_eq!(with_separator(text, "f", "\\"), text);
}

/// Runs the program in `tests/cases` and compares what it says with `tests/golden/NAME.txt`.
#[track_caller]
fn matches(name: &str, args: &[&str]) {
    let Run {
        code,
        stdout,
        stderr,
    } = onhand(&cases(), args);
    let code = code.expect("it ends by itself");
    let mut said = format!("$ onhand {}\nexit {code}\n", args.join(" "));
    for (stream, text) in [("stderr", stderr), ("stdout", stdout)] {
        if !text.is_empty() {
            let _ = write!(said, "--- {stream}\n{text}");
        }
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(format!("{name}.txt"));
    if env::var_os("ONHAND_BLESS").is_some() {
        fs::write(&golden, said).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    assert!(
        said == printed_here(&expected, &cases(), args),
        "{} is not what the program says (ONHAND_BLESS=1 rewrites it):\n{said}",
        golden.display(),
    );
}

#[test]
fn check_on_a_windows_machine() {
    matches(
        "check-windows",
        &["check", "--platform", "windows.yaml", "declarations"],
    );
}

#[test]
fn check_on_a_mac_reads_versions() {
    matches(
        "check-mac",
        &[
            "check",
            "--platform",
            "mac.yaml",
            "declarations/versions.yaml",
        ],
    );
}

#[test]
fn check_says_what_a_comparison_dropped_and_where_the_schemes_disagree() {
    let args = ["check", "--platform", "dropped.yaml", "dropped"];
    matches("check-dropped", &args);
    let scheme = ["--version-scheme", "leading"];
    matches("check-dropped-leading", &[&args[..], &scheme].concat());
}

#[test]
fn check_says_what_is_wrong_beside_what_it_could_answer() {
    matches(
        "check-broken",
        &["check", "--platform", "mac.yaml", "broken", "nowhere.yaml"],
    );
}

#[test]
fn check_refuses_a_machine_that_is_wrong() {
    matches(
        "check-broken-machine",
        &["check", "--platform", "broken-machine.yaml", "declarations"],
    );
}

#[test]
fn explain_on_a_windows_machine() {
    matches(
        "explain-windows",
        &["explain", "--platform", "windows.yaml", "declarations"],
    );
}

#[test]
fn explain_on_a_mac_reads_versions() {
    matches(
        "explain-mac",
        &[
            "explain",
            "--platform",
            "mac.yaml",
            "declarations/versions.yaml",
        ],
    );
}

#[test]
fn probe_tells_whose_process_it_is_and_what_an_answer_says() {
    let args = ["probe", "--platform", "told.yaml", "told/servers.yaml"];
    matches("probe-told", &args);
    matches("probe-told-json", &[&args[..], &["--json"]].concat());
}

#[test]
fn probe_on_a_linux_machine() {
    matches(
        "probe-linux",
        &["probe", "--platform", "linux.yaml", "alive/servers.yaml"],
    );
}

#[test]
fn probe_of_every_kind_of_runtime_file() {
    matches(
        "probe-runtime-files",
        &[
            "probe",
            "--platform",
            "runtime-files.yaml",
            "runtime-files/servers.yaml",
        ],
    );
}

#[test]
fn skills_on_a_mac_with_an_old_plotter() {
    let fixtures = "../../../../fixtures/skills";
    matches(
        "skills-mac",
        &[
            "skills",
            "--with",
            &format!("{fixtures}/applications.yaml"),
            "--platform",
            &format!("{fixtures}/machines/mac-old.yaml"),
            &format!("{fixtures}/tree"),
        ],
    );
}

#[test]
fn lint_of_broken_declarations() {
    matches("lint-broken", &["lint", "broken", "hollow", "nowhere.yaml"]);
}

#[test]
fn lint_of_sound_declarations() {
    matches("lint-sound", &["lint", "declarations"]);
}

#[test]
fn help() {
    matches("help", &["help"]);
    matches("help-short", &["-h"]);
    matches("help-check", &["check", "--help"]);
    matches("help-inspect", &["inspect", "--help"]);
    matches("help-explain", &["explain", "--help"]);
    matches("help-probe", &["probe", "--help"]);
    matches("help-skills", &["skills", "--help"]);
}
