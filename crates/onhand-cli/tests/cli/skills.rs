//! `onhand skills`: which are offered, why the others are hidden, and how it ends.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Run, folder, onhand, piped};

const MACHINE: &str = "os: win32\nfiles: { 'C:\\Painter\\painter.exe': { size: 1 } }\n";
const DECLARED: &str = "servers:\n  \
    painter: { app: { win32: { presence: executable, location: 'C:\\Painter\\painter.exe' } }, requires: { app: true } }\n  \
    editor: { app: { win32: { presence: executable, location: 'C:\\Editor\\editor.exe' } }, requires: { app: true } }\n";

fn skill(name: &str, more: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}.\n{more}\n---\n")
}

/// Two skills of which one can be offered on the machine `pc.yaml`, with `apps.yaml`.
fn skills() -> TempDir {
    folder(&[
        ("pc.yaml", MACHINE),
        ("apps.yaml", DECLARED),
        (
            "skills/paint/SKILL.md",
            &skill("paint", "requires_apps: painter"),
        ),
        (
            "skills/write/SKILL.md",
            &skill("write", "requires_apps: [editor, painter]"),
        ),
    ])
}

/// The skills of `skills/` on the machine `pc.yaml`, with these arguments too.
fn run(folder: &TempDir, args: &[&str]) -> Run {
    let args = [&["skills", "--platform", "pc.yaml", "skills"], args].concat();
    onhand(folder.path(), &args)
}

/// The names of those that are offered, and of those that are hidden.
fn names(document: &Value) -> (Vec<&str>, Vec<&str>) {
    let results = document["results"].as_array().expect("a list");
    let of = |offered: bool| {
        let those = results
            .iter()
            .filter(move |result| result["offered"] == offered);
        those
            .map(|result| result["name"].as_str().expect("a text"))
            .collect()
    };
    (of(true), of(false))
}

#[test]
fn each_skill_has_a_row_and_each_that_is_hidden_why_and_what_would_show_it() {
    let run = run(&skills(), &["--with", "apps.yaml"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout.replace("skills\\", "skills/"),
        "✓ paint  skills/paint\n\
         ✗ write  skills/write\n  \
           └ `editor`: the application was not found\n    \
             to show it: install the application at `C:\\Editor\\editor.exe`\n\
         \n\
         1 of 2 skills offered on win32 (pc.yaml)\n"
    );
}

#[test]
fn the_keys_of_json_are_these() {
    let run = run(&skills(), &["--with", "apps.yaml", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let way = |name: &str| Path::new("skills").join(name).display().to_string();
    assert_eq!(
        run.json(),
        json!({
            "platform": "win32",
            "results": [
                { "name": "paint", "folder": way("paint"), "offered": true, "reasons": [] },
                { "name": "write", "folder": way("write"), "offered": false, "reasons": [{
                    "code": "missing_app",
                    "cause": "not_found",
                    "app": "editor",
                    "line": null,
                    "column": null,
                    "why": "`editor`: the application was not found",
                    "what_would_show_it": "install the application at `C:\\Editor\\editor.exe`",
                }] },
            ],
            "problems": [],
        })
    );
}

#[test]
fn declarations_come_from_files_from_stdin_or_else_from_the_program_itself() {
    let folder = skills();
    let declared = |args: &[&str]| run(&folder, &[args, &["--json"]].concat()).json();
    let document = declared(&["--with", "pc.yaml", "--with", "apps.yaml"]);
    assert_eq!(names(&document), (vec!["paint"], vec!["write"]));
    assert_eq!(
        document["problems"][0]["file"], "pc.yaml",
        "it is no declaration"
    );

    let args = [
        "skills",
        "--json",
        "--platform",
        "pc.yaml",
        "--with",
        "-",
        "skills",
    ];
    let document = piped(folder.path(), &args, DECLARED.as_bytes()).json();
    assert_eq!(names(&document), (vec!["paint"], vec!["write"]));

    let document = declared(&[]);
    assert_eq!(document["results"][0]["reasons"][0]["code"], "unknown_app");
    fs::write(
        folder.path().join("skills/paint/SKILL.md"),
        skill("paint", "requires_apps: blender"),
    )
    .expect("a file");
    let document = declared(&[]);
    assert_eq!(document["results"][0]["reasons"][0]["code"], "missing_app");
}

#[test]
fn of_two_declarations_of_one_name_the_first_counts_and_the_other_is_warned_of() {
    let folder = skills();
    let none = "servers:\n  painter: { app: { linux: { presence: executable, location: /p } }, requires: { app: true } }\n";
    fs::write(folder.path().join("none.yaml"), none).expect("a file");
    for (first, second, offered) in [("apps.yaml", "none.yaml", 1), ("none.yaml", "apps.yaml", 0)] {
        let people = run(&folder, &["--with", first, "--with", second]);
        assert_eq!(people.code, Some(0), "{first}");
        assert_eq!(
            people.stderr,
            format!(
                "warning[declared-twice]: `painter` is also declared in `{first}`, and that declaration counts\n\
                 --> {second}\n\n"
            )
        );
        let programs = run(&folder, &["--json", "--with", first, "--with", second]);
        assert_eq!((programs.code, programs.stderr.as_str()), (Some(0), ""));
        let document = programs.json();
        assert_eq!(names(&document).0.len(), offered, "{first}");
        assert_eq!(document["problems"][0]["rule"], "declared-twice");
        assert_eq!(document["problems"][0]["file"], second);
    }
}

#[test]
fn an_application_whose_declaration_has_errors_is_told_as_such() {
    let folder = skills();
    let wrong = "servers:\n  painter: { appp: {} }\n  editor: {}\n";
    for (name, text) in [
        ("wrong.yaml", wrong),
        // No YAML at all: it goes by the name of the file.
        ("painter.yaml", "app: ["),
        // YAML, and no JSON.
        ("painter.json", "{ \"app\": {}, }"),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
        // Whichever comes first, the gate stays shut.
        for with in [
            ["--with", name, "--with", "apps.yaml"],
            ["--with", "apps.yaml", "--with", name],
        ] {
            let run = run(&folder, &[&with[..], &["--json"]].concat());
            assert_eq!(run.code, Some(2), "{name}");
            let document = run.json();
            assert_eq!(names(&document), (vec![], vec!["paint", "write"]), "{name}");
            let reason = &document["results"][0]["reasons"][0];
            assert_eq!(
                *reason,
                json!({
                    "code": "invalid_declaration",
                    "cause": "invalid",
                    "app": "painter",
                    "line": null,
                    "column": null,
                    "why": "`painter`: its declaration has errors",
                    "what_would_show_it": "have the declaration corrected: `onhand lint` says where",
                })
            );
        }
    }
}

#[test]
fn a_name_of_the_catalogue_that_is_not_asked_is_pointed_out() {
    let folder = skills();
    let text = skill("paint", "requires_apps: [blender, teleporter]");
    fs::write(folder.path().join("skills/paint/SKILL.md"), text).expect("a file");
    let document = run(&folder, &["--with", "apps.yaml", "--json"]).json();
    let reasons = &document["results"][0]["reasons"];
    assert_eq!(reasons[0]["code"], "unknown_app");
    assert_eq!(
        reasons[0]["what_would_show_it"],
        "declare the application `blender`, or correct the name in `requires_apps`; \
         the built-in catalogue declares it, but is not used with `--with`"
    );
    assert_eq!(
        reasons[1]["what_would_show_it"],
        "declare the application `teleporter`, or correct the name in `requires_apps`"
    );
}

#[test]
fn a_file_in_place_of_a_folder_is_answered_by_what_to_give() {
    let folder = skills();
    let args = ["skills", "skills/paint/SKILL.md"];
    let run = onhand(folder.path(), &args);
    assert_eq!(run.code, Some(2));
    for told in [
        "the folder can't be listed: not a folder",
        "give the folder that holds it",
    ] {
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
}

#[test]
fn the_search_goes_as_deep_as_the_help_says() {
    let text = skill("deep", "");
    let deepest = format!("{}SKILL.md", "d/".repeat(8));
    let folder = folder(&[(&deepest, &text), ("d/.hidden/SKILL.md", &text)]);
    let run = |folder: &TempDir| onhand(folder.path(), &["skills", "--json", "."]);
    let found = run(&folder);
    assert_eq!(found.code, Some(0));
    assert_eq!(names(&found.json()).0, ["deep"]);
    let below = folder.path().join("d".to_owned() + &"/d".repeat(8));
    fs::create_dir_all(below.parent().expect("below").join("d2/SKILL.md")).expect("a folder");
    // Nothing below a skill is looked at, not even to be told as too deep.
    assert_eq!(run(&folder).code, Some(0));
    fs::remove_file(folder.path().join(&deepest)).expect("it is there");
    let ended = run(&folder);
    assert_eq!(ended.code, Some(2));
    assert_eq!(
        ended.json()["problems"][0]["message"],
        "the search stops here: it goes no more than 8 folders deep"
    );
    let help = onhand(folder.path(), &["skills", "--help"]).stdout;
    assert!(help.contains("goes 8 folders deep"), "{help}");
}

#[test]
fn what_can_not_be_read_ends_with_2_and_the_others_are_answered() {
    let folder = skills();
    // A folder of that name is as good as a file without permission, on every OS and for every user.
    fs::create_dir_all(folder.path().join("skills/shut/SKILL.md")).expect("a folder");
    let run = |args: &[&str]| run(&folder, &[&["--with", "apps.yaml"], args].concat());
    let people = run(&["nowhere"]);
    assert_eq!(people.code, Some(2));
    for (stream, told) in [
        (
            &people.stderr,
            "error[unreadable]: the folder can't be listed: not found\n--> nowhere\n",
        ),
        (
            &people.stderr,
            "error[unreadable]: `SKILL.md` can't be read: not a regular file\n",
        ),
        (&people.stdout, "✓ paint"),
        (&people.stdout, "✗ shut"),
        (
            &people.stdout,
            "to show it: put a file there that this user can read",
        ),
        (
            &people.stdout,
            "1 of 3 skills offered on win32 (pc.yaml); 2 files have errors\n",
        ),
    ] {
        assert!(
            stream.contains(told),
            "{told}\n{}\n{}",
            people.stderr,
            people.stdout
        );
    }
    let programs = run(&["nowhere", "--json"]);
    assert_eq!((programs.code, programs.stderr.as_str()), (Some(2), ""));
    let document = programs.json();
    assert_eq!(names(&document), (vec!["paint"], vec!["shut", "write"]));
    let problems = document["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 2);
    assert!(
        problems
            .iter()
            .all(|problem| problem["rule"] == "unreadable")
    );
}

#[test]
fn a_malformed_skill_is_hidden_and_no_failure() {
    let folder = skills();
    fs::write(
        folder.path().join("skills/paint/SKILL.md"),
        "no frontmatter",
    )
    .expect("a file");
    let run = run(&folder, &["--with", "apps.yaml", "--json"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.json()["results"][0]["reasons"][0]["code"], "malformed");
}

#[test]
fn a_misspelled_gate_hides_its_skill_and_is_pointed_out() {
    let folder = skills();
    let text = skill("paint", "requires-apps: painter");
    fs::write(folder.path().join("skills/paint/SKILL.md"), text).expect("a file");
    let run = run(&folder, &["--with", "apps.yaml"]);
    assert_eq!(run.code, Some(0));
    let told = "  └ line 4, column 1: `requires-apps` has no effect; did you mean `requires_apps`?\n    \
                to show it: spell the key `requires_apps`\n";
    assert!(run.stdout.contains(told), "{}", run.stdout);
}

#[test]
fn what_is_declared_and_not_required_hides_a_skill_only_where_presence_is_asked_for() {
    let folder = skills();
    let declared = DECLARED.replace("app: true", "app: false");
    fs::write(folder.path().join("apps.yaml"), declared).expect("a file");
    for (more, hidden) in [(&[][..], &[][..]), (&["--require-presence"], &["write"])] {
        let run = run(
            &folder,
            &[&["--with", "apps.yaml", "--json"], more].concat(),
        );
        assert_eq!(run.code, Some(0));
        assert_eq!(names(&run.json()).1, hidden, "{more:?}");
    }
}

#[test]
fn declarations_that_are_wrong_end_with_2() {
    let folder = skills();
    fs::write(folder.path().join("wrong.yaml"), "appp: {}").expect("a file");
    let run = run(&folder, &["--with", "wrong.yaml", "--with", "apps.yaml"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("did you mean `app`?"), "{}", run.stderr);
    assert!(run.stdout.contains("✓ paint"), "{}", run.stdout);
}

#[test]
fn folders_are_named_as_the_user_names_them() {
    let folder = skills();
    let absolute = folder.path().join("skills");
    let absolute = absolute.to_str().expect("Unicode");
    for (named, paint) in [
        ("skills", "skills/paint"),
        ("./skills/", "./skills/paint"),
        ("skills/paint", "skills/paint"),
        ("skills/../skills", "skills/../skills/paint"),
        (absolute, &format!("{absolute}/paint")),
    ] {
        let args = [
            "skills",
            "--json",
            "--platform",
            "pc.yaml",
            "--with",
            "apps.yaml",
            named,
        ];
        let run = onhand(folder.path(), &args);
        assert_eq!(run.code, Some(0), "{named}: {}", run.stdout);
        let found = run.json()["results"][0]["folder"]
            .as_str()
            .expect("a text")
            .to_owned();
        let same = |text: &str| text.replace('\\', "/");
        assert_eq!(same(&found), same(paint), "{named}");
    }
}

#[test]
fn a_skill_that_two_folders_hold_is_answered_once() {
    let document = run(&skills(), &["skills/paint", "./skills", "--json"]).json();
    assert_eq!(document["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_a_terminal_would_obey_is_shown_instead() {
    let folder = skills();
    let more = "requires_apps: \"\\e[2J\\u202e\"";
    let text = skill("\"p\\e[2Jt\"", more);
    fs::write(folder.path().join("skills/paint/SKILL.md"), text).expect("a file");
    let run = run(&folder, &["--with", "apps.yaml"]);
    assert_eq!(run.code, Some(0));
    assert!(
        !run.stdout.contains(['\u{1b}', '\u{202e}']),
        "{:?}",
        run.stdout
    );
    assert!(run.stdout.contains(r"p\u{1b}[2Jt"), "{}", run.stdout);
}

#[test]
fn it_wants_a_folder() {
    let run = onhand(skills().path(), &["skills"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("<DIR>"), "{}", run.stderr);
}

fn fixtures() -> PathBuf {
    onhand_testkit::fixtures::root().join("skills")
}

#[test]
fn every_skill_of_the_fixtures_is_told_as_expected_on_every_machine() {
    let text = fs::read_to_string(fixtures().join("expected.txt")).expect("it is there");
    let mut rows = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let machines = rows.next().expect("a heading");
    let rows: Vec<Vec<&str>> = rows.collect();
    for (column, machine) in machines.iter().enumerate().skip(1) {
        let machine = format!("machines/{machine}.yaml");
        let args = [
            "skills",
            "--json",
            "--with",
            "applications.yaml",
            "--platform",
            &machine,
            "tree",
        ];
        let run = onhand(&fixtures(), &args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{machine}");
        let document = run.json();
        let found = document["results"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|result| {
                let folder = result["folder"]
                    .as_str()
                    .expect("a text")
                    .replace('\\', "/");
                let way = folder
                    .strip_prefix("tree/")
                    .expect("it is below")
                    .to_owned();
                let reasons = result["reasons"].as_array().expect("a list").iter();
                let codes: Vec<&str> = reasons
                    .filter_map(|reason| reason["code"].as_str())
                    .collect();
                let codes = codes.join("+");
                (
                    way,
                    if result["offered"] == true {
                        "offered".to_owned()
                    } else {
                        codes
                    },
                )
            });
        let expected = rows
            .iter()
            .map(|row| (row[0].to_owned(), row[column].to_owned()));
        assert_eq!(
            found.collect::<BTreeMap<_, _>>(),
            expected.collect::<BTreeMap<_, _>>(),
            "{machine}"
        );
    }
}
