//! What a path of the command line stands for.

use crate::program::{folder, onhand};

const NOTHING: &str = "requires: { app: false }\n";

fn sources(folder: &std::path::Path, paths: &[&str]) -> Vec<String> {
    let run = onhand(folder, &[&["check", "--json"], paths].concat());
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (Some(0), ""),
        "{}",
        run.stdout
    );
    let document = run.json();
    let results = document["results"].as_array().expect("a list").iter();
    results
        .map(|result| {
            result["source"]
                .as_str()
                .expect("a text")
                .replace('\\', "/")
        })
        .collect()
}

#[test]
fn a_folder_is_walked_in_order_and_a_file_twice_named_is_answered_once() {
    let folder = folder(&[
        ("d/b/two.yml", NOTHING),
        ("d/a.json", "{}"),
        ("d/c.yaml", NOTHING),
        ("d/.hidden/x.yaml", "nonsense: ["),
        ("d/notes.md", "nonsense: ["),
        ("odd.txt", NOTHING),
    ]);
    let all = ["d/a.json", "d/b/two.yml", "d/c.yaml", "odd.txt"];
    assert_eq!(sources(folder.path(), &["d", "odd.txt"]), all);
    assert_eq!(
        sources(folder.path(), &["d/", "odd.txt", "d/c.yaml", "d"]),
        all
    );
    // As the user named it first.
    assert_eq!(
        sources(folder.path(), &["./d/c.yaml", "d"])[..2],
        ["./d/c.yaml", "d/a.json"]
    );
}

#[test]
fn the_stem_names_a_declaration_that_has_no_name() {
    let folder = folder(&[("vendor.app.yaml", NOTHING)]);
    let run = onhand(folder.path(), &["check", "--json", "vendor.app.yaml"]);
    assert_eq!(run.json()["results"][0]["name"], "vendor.app");
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;
    use crate::program::{command, run};

    #[test]
    fn a_path_that_is_not_unicode_is_read_and_shown_as_far_as_it_goes() {
        let folder = folder(&[]);
        let name = OsStr::from_bytes(b"caf\xE9.yaml");
        fs::write(folder.path().join(name), NOTHING).expect("a file");
        let mut command = command(folder.path(), &["check", "--json"]);
        let run = run(command.arg(name).output().expect("it starts"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_eq!(run.json()["results"][0]["source"], "caf\u{fffd}.yaml");
        assert_eq!(run.json()["results"][0]["name"], "caf\u{fffd}");
    }

    #[test]
    fn one_unreadable_file_or_folder_takes_no_other_down() {
        let folder = folder(&[("d/a.yaml", NOTHING), ("d/locked/b.yaml", NOTHING)]);
        symlink("nowhere", folder.path().join("d/gone.yaml")).expect("a link");
        let locked = folder.path().join("d/locked");
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("its own folder");
        let run = onhand(folder.path(), &["check", "--json", "d"]);
        // Who may read everything, as root may, finds the file in it.
        let may_read = fs::read_dir(&locked).is_ok();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).expect("its own folder");
        assert_eq!(run.code, Some(2));
        let document = run.json();
        let count = |list: &str| document[list].as_array().map(Vec::len);
        let expected = if may_read { (2, 1) } else { (1, 2) };
        assert_eq!(
            (count("results"), count("problems")),
            (Some(expected.0), Some(expected.1))
        );
        let problems = document["problems"].as_array().expect("a list");
        assert!(
            problems
                .iter()
                .all(|problem| problem["rule"] == "unreadable")
        );
    }

    #[test]
    fn a_fifo_in_a_folder_is_not_opened() {
        let folder = folder(&[("d/a.yaml", NOTHING)]);
        let made = std::process::Command::new("mkfifo")
            .arg(folder.path().join("d/pipe.yaml"))
            .status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo is there");
        // It would hang.
        assert_eq!(sources(folder.path(), &["d"]), ["d/a.yaml"]);
    }
}
