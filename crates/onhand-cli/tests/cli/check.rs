//! `onhand check`: how it ends, and on what it runs.

use crate::program::{cases, folder, onhand};

const HERE: &str = "app: { linux: { presence: executable, location: /opt/app } }\n\
                    requires: { app: true }\n";
const MACHINE: &str = "os: linux\nfiles: { /opt/app: ELF }\n";

#[test]
fn it_ends_with_0_where_everything_is_offerable() {
    let folder = folder(&[
        ("machine.txt", MACHINE),
        ("d/a.yaml", HERE),
        ("d/b.yaml", "name: b"),
    ]);
    let run = onhand(folder.path(), &["check", "--platform", "machine.txt", "d"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(
        run.stdout
            .ends_with("2 of 2 offerable on linux (machine.txt)\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn it_ends_with_1_where_something_is_not_offerable() {
    let elsewhere = HERE.replace("/opt/app", "/opt/other");
    let folder = folder(&[
        ("machine.txt", MACHINE),
        ("d/a.yaml", HERE),
        ("d/b.yaml", &elsewhere),
    ]);
    let run = onhand(folder.path(), &["check", "--platform", "machine.txt", "d"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert!(
        run.stdout
            .ends_with("1 of 2 offerable on linux (machine.txt)\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn it_ends_with_2_where_a_file_is_wrong_and_answers_the_others() {
    let folder = folder(&[
        ("machine.txt", MACHINE),
        ("d/a.yaml", HERE),
        ("d/b.yaml", "ap: {}"),
    ]);
    let run = onhand(
        folder.path(),
        &["check", "--platform", "machine.txt", "d", "gone.yaml"],
    );
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("✓ a"), "{}", run.stdout);
    assert!(run.stderr.contains("error[unknown-key]"), "{}", run.stderr);
    assert!(run.stderr.contains("error[unreadable]"), "{}", run.stderr);
    assert!(run.stderr.contains("gone.yaml"), "{}", run.stderr);
}

#[test]
fn a_warning_changes_no_exit() {
    let warned = "app: { linux: { presence: executable, location: \"/opt/%V%\" } }\n";
    let folder = folder(&[("machine.txt", MACHINE), ("warned.yaml", warned)]);
    let run = onhand(
        folder.path(),
        &["check", "--platform", "machine.txt", "warned.yaml"],
    );
    assert_eq!(run.code, Some(0));
    assert!(
        run.stderr.contains("warning[percent-var-off-windows]"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_machine_that_is_wrong_or_not_there_answers_nothing() {
    for (machine, rule, said) in [
        (
            "broken-machine.yaml",
            "unknown-key",
            "broken-machine.yaml:2:1",
        ),
        (
            "nowhere.yaml",
            "unreadable",
            "the machine file can't be read: no such file or folder",
        ),
        (
            "declarations",
            "unreadable",
            "the machine file can't be read: ",
        ),
    ] {
        let run = onhand(&cases(), &["check", "--platform", machine, "declarations"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{machine}");
        assert!(run.stderr.contains(said), "{machine}: {}", run.stderr);
        let rule = format!("error[{rule}]: ");
        assert!(run.stderr.starts_with(&rule), "{machine}: {}", run.stderr);
    }
}

#[test]
fn the_version_has_a_column_where_one_was_found() {
    let check = |machine| {
        let args = ["check", "--platform", machine, "declarations/versions.yaml"];
        onhand(&cases(), &args).stdout
    };
    let read = check("mac.yaml");
    assert!(
        read.contains("✗ hollow        missing_app      -           /Applications/Hollow.app\n"),
        "{read}"
    );
    let unread = check("windows.yaml");
    assert!(
        unread.contains("✗ hollow        unsupported_os  -  (no application"),
        "{unread}"
    );
}

#[test]
fn an_application_that_is_declared_and_not_required_is_said() {
    let unasked = "app: { linux: { presence: executable, location: /opt/app } }\n";
    let folder = folder(&[
        ("machine.txt", MACHINE),
        ("unasked.yaml", unasked),
        ("nothing.yaml", "name: nothing"),
    ]);
    let said = "an application is declared, but `requires.app` does not ask for it";
    let run = |command| {
        let args = [
            command,
            "--platform",
            "machine.txt",
            "unasked.yaml",
            "nothing.yaml",
        ];
        let run = onhand(folder.path(), &args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        run.stdout
    };
    assert_eq!(
        run("check"),
        format!(
            "✓ unasked  no_requirements  -  ({said})\n\
             ✓ nothing  no_requirements  -\n\n\
             2 of 2 offerable on linux (machine.txt)\n"
        ),
    );
    assert!(run("explain").contains(&format!("requires    nothing ({said})\n")));
}

#[test]
fn names_that_are_there_twice_are_told_apart_by_their_files() {
    let folder = folder(&[
        ("machine.txt", MACHINE),
        ("a.yaml", "name: same"),
        ("b.yaml", "name: same"),
        ("c.yaml", "name: other"),
    ]);
    let args = [
        "check",
        "--platform",
        "machine.txt",
        "a.yaml",
        "b.yaml",
        "c.yaml",
    ];
    let rows = onhand(folder.path(), &args).stdout;
    assert!(
        rows.starts_with(
            "✓ same (a.yaml)  no_requirements  -\n\
             ✓ same (b.yaml)  no_requirements  -\n\
             ✓ other          no_requirements  -\n"
        ),
        "{rows}"
    );
}

#[test]
fn without_a_path_it_runs_on_what_the_program_knows() {
    let run = onhand(&cases(), &["check", "--json", "--platform", "windows.yaml"]);
    // None of them is on that machine.
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let document = run.json();
    let results = document["results"].as_array().expect("a list");
    assert!(results.len() >= 12);
    assert!(results.iter().all(|result| result["source"] == "built-in"));
    assert!(results.iter().any(|result| result["name"] == "blender"));
    assert_eq!(document["problems"], serde_json::json!([]));
}

#[test]
fn this_machine_is_asked_where_no_other_is_named() {
    let folder = folder(&[("app", "here")]);
    let app = folder.path().join("app");
    let os = match std::env::consts::OS {
        "windows" => "win32",
        "macos" => "darwin",
        other => other,
    };
    let declaration = format!(
        "app: {{ {os}: {{ presence: executable, location: '{}' }} }}\n\
         requires: {{ app: true }}\n",
        app.display(),
    );
    std::fs::write(folder.path().join("own.yaml"), declaration).expect("a file");
    let run = onhand(folder.path(), &["check", "own.yaml"]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(0), ""),
        "{}",
        run.stdout
    );
    let sum = format!("1 of 1 offerable on {os} (this machine)\n");
    assert!(run.stdout.ends_with(&sum), "{}", run.stdout);
}
