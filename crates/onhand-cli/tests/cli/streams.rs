//! stdin, stdout that goes away, events on stderr.

use std::io;
use std::process::Stdio;

use crate::program::{cases, command, folder, onhand, piped, run};

const DECLARATION: &[u8] = b"app: { win32: { presence: executable, location: C:/no.exe } }\n\
                             requires: { app: true }\n";

#[test]
fn a_dash_is_stdin_read_once() {
    let args = ["check", "--json", "--platform", "windows.yaml", "-", "-"];
    let run = piped(&cases(), &args, DECLARATION);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let results = run.json()["results"].clone();
    assert_eq!(results.as_array().map(Vec::len), Some(1));
    assert_eq!(results[0]["name"], "stdin");
    assert_eq!(results[0]["source"], "<stdin>");
}

#[test]
fn a_problem_on_stdin_has_its_place() {
    let run = piped(
        &cases(),
        &["lint", "-"],
        b"\xEF\xBB\xBFname: x\r\napp: 3\r\n",
    );
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("<stdin>:2:6\n"), "{}", run.stdout);
    assert!(run.stdout.contains("2 | app: 3\n"), "{}", run.stdout);
}

#[test]
fn stdin_without_end_is_read_within_a_bound() {
    let run = piped(&cases(), &["lint", "-"], &b"a".repeat(4_000_000));
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("error[too-large]"), "{}", run.stdout);
}

#[test]
fn a_reader_that_went_away_ends_it_quietly_with_its_answer() {
    for (args, code) in [
        (&["schema"][..], 0),
        (&["check", "--platform", "windows.yaml"], 1),
        (&["lint", "broken"], 2),
        (&["check", "--help"], 0),
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = command(&cases(), args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|child| child.wait_with_output())
            .expect("it ends");
        let run = run(output);
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (Some(code), ""),
            "{args:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_said() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("a full disk");
    let output = command(&cases(), &["schema"])
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(|child| child.wait_with_output())
        .expect("it ends");
    let run = run(output);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("the output can't be written"),
        "{}",
        run.stderr
    );
}

#[test]
fn decisions_are_events_on_stderr_where_they_are_asked_for() {
    let explain = |flags: &[&str]| {
        let args = [
            "explain",
            "--platform",
            "windows.yaml",
            "declarations/editor.yaml",
        ];
        let run = onhand(&cases(), &[&args, flags].concat());
        assert_eq!(run.code, Some(0));
        (run.stdout, run.stderr)
    };
    let (quiet, nothing) = explain(&[]);
    assert_eq!(nothing, "");
    let (told, decisions) = explain(&["-v"]);
    assert_eq!(told, quiet);
    for event in ["file read", "candidate tried", "availability decided"] {
        assert!(decisions.contains(event), "{decisions}");
    }
    assert!(!decisions.contains("host call"), "{decisions}");
    // Each says of which declaration it is, and comes from a crate of onhand.
    let declaration = r#"declaration{name="vendor-editor" source="declarations/editor.yaml"}"#;
    for line in decisions.lines().skip(1) {
        assert!(
            line.starts_with(&format!("DEBUG {declaration}: onhand_")),
            "{line}"
        );
    }
    let (told, calls) = explain(&["-vv"]);
    assert_eq!(told, quiet);
    assert!(calls.contains("host call"), "{calls}");
}

#[test]
fn host_calls_are_events_of_every_command_that_makes_them() {
    let calls = |command| {
        let args = [
            command,
            "-vv",
            "--platform",
            "windows.yaml",
            "declarations/editor.yaml",
        ];
        let events = onhand(&cases(), &args).stderr;
        let calls = events.lines().filter(|event| event.contains("host call"));
        calls.map(str::to_owned).collect::<Vec<_>>()
    };
    let checked = calls("check");
    // The variable of its location, and the file.
    assert_eq!(checked.len(), 2, "{checked:?}");
    assert!(
        checked[0].starts_with("TRACE declaration{name=\"vendor-editor\" "),
        "{checked:?}"
    );
    assert_eq!(checked, calls("explain"));
}

#[test]
fn an_event_is_one_line_that_no_terminal_obeys() {
    let hostile = r#"{
        "name": "\u001b[31mred\u202e",
        "app": {"linux": {"presence": "executable", "location": "$HOME/\u202egpj.exe"}},
        "requires": {"app": true}
    }"#;
    let machine = "os: linux\nhome: /home/me\nenv: { HOME: \"/a\u{202e}b\" }\n";
    let folder = folder(&[
        ("d/hostile\u{2066}.json", hostile),
        ("machine.txt", machine),
    ]);
    for command in ["check", "explain"] {
        let args = [command, "-vv", "--platform", "machine.txt", "d"];
        let events = onhand(folder.path(), &args).stderr;
        assert!(
            events.contains("path=/a\u{fffd}b/\u{fffd}gpj.exe"),
            "{events}"
        );
        assert!(events.contains(r#"hostile\u{2066}.json""#), "{events}");
        let obeyed = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}".contains(c);
        assert!(!events.contains(obeyed), "{events:?}");
        for event in events.lines() {
            let starts = [" INFO ", "DEBUG ", "TRACE "];
            assert!(
                starts.iter().any(|start| event.starts_with(start)),
                "{event}"
            );
        }
    }
}

#[test]
fn what_makes_no_sense_on_the_command_line_ends_with_2() {
    for args in [
        &[][..],
        &["chek"],
        &["check", "--jason"],
        &["lint"],
        &["--color", "red"],
    ] {
        let run = onhand(&cases(), args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(
            run.stderr.contains("Usage: onhand") || run.stderr.contains("--help"),
            "{args:?}"
        );
    }
    let version = onhand(&cases(), &["--version"]);
    assert_eq!(version.code, Some(0));
    assert_eq!(
        version.stdout,
        concat!("onhand ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
