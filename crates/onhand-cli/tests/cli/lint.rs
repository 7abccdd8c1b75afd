//! `onhand lint`: how it ends, and that nothing in a file reaches the terminal as it is.

use std::fs;

use crate::program::{cases, folder, onhand};

#[test]
fn it_ends_with_0_without_an_error_and_with_2_with_one() {
    for (path, code, sum) in [
        ("declarations", 0, "no problems in 4 files\n"),
        ("broken/warned.yaml", 0, "1 warning in 1 file\n"),
        ("broken/empty.yaml", 2, "1 error in 1 file\n"),
        ("hollow", 2, "1 error in 1 file\n"),
        ("nowhere", 2, "1 error in 1 file\n"),
    ] {
        let run = onhand(&cases(), &["lint", path]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(code), ""), "{path}");
        assert!(run.stdout.ends_with(sum), "{path}: {}", run.stdout);
    }
}

#[test]
fn a_file_named_json_is_held_to_json() {
    let folder = folder(&[
        ("comma.json", "{\n  \"requires\": {\"app\": false,},\n}\n"),
        ("quotes.JSON", "{'requires': {'app': no}}"),
        ("sound.json", "\u{feff}{\"requires\": {\"app\": false}}\r\n"),
        ("yaml.yaml", "{'requires': {'app': false,},}"),
        ("empty.json", ""),
    ]);
    let problems = |file: &str| {
        let run = onhand(folder.path(), &["lint", "--json", file]);
        let document = run.json();
        let problems = document["problems"].as_array().expect("a list");
        let line = |problem: &serde_json::Value| {
            let text = |key: &str| problem[key].to_string().replace('"', "");
            format!("{}:{} {}", text("line"), text("column"), text("rule"))
        };
        problems.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(problems("comma.json"), ["2:28 syntax"]);
    // What else is wrong is told beside it.
    assert_eq!(
        problems("quotes.JSON"),
        ["1:2 syntax", "1:22 requires-app-not-bool"]
    );
    assert_eq!(problems("empty.json"), ["1:1 not-a-mapping"]);
    assert_eq!(problems("sound.json"), [""; 0]);
    assert_eq!(problems("yaml.yaml"), [""; 0]);

    let run = onhand(folder.path(), &["lint", "comma.json"]);
    assert!(
        run.stdout.starts_with(
            "error[syntax]: the file is named as JSON, but is not JSON: a comma after the last entry\n \
             --> comma.json:2:28\n"
        ),
        "{}",
        run.stdout
    );
    // No reader of JSON gets a declaration out of it, so neither does this one.
    let run = onhand(folder.path(), &["check", "--json", "comma.json"]);
    assert_eq!(run.code, Some(2));
    let answer = &run.json()["results"][0];
    assert_eq!(answer["availability"]["state"], "invalid_declaration");
    assert_eq!(answer["offerable"], false);
}

#[test]
fn a_machine_file_in_place_of_a_declaration_is_told_where_it_belongs() {
    let run = onhand(&cases(), &["lint", "windows.yaml"]);
    assert_eq!(run.code, Some(2));
    let hint = "hint: this describes a machine: use it with `--platform`\n  = at: os\n";
    assert!(run.stdout.contains(hint), "{}", run.stdout);
    let server = folder(&[("x.yaml", "servers: { one: { os: linux } }")]);
    let run = onhand(server.path(), &["lint", "x.yaml"]);
    assert!(!run.stdout.contains("--platform"), "{}", run.stdout);
}

#[test]
fn it_asks_no_machine() {
    let run = onhand(
        &cases(),
        &["lint", "--platform", "windows.yaml", "declarations"],
    );
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("--platform"), "{}", run.stderr);
}

#[test]
fn control_characters_of_a_file_are_shown_and_not_obeyed() {
    let hostile = "{\"name\": \"\\u001b[31mred\\u009b\\u202e\", \"\\u001b[2J\": 1,\n \
                   \"app\": {\"li\u{9b}nux\u{202e}\": {}}}";
    let folder = folder(&[("hostile.json", hostile)]);
    let run = onhand(folder.path(), &["lint", "hostile.json"]);
    assert_eq!(run.code, Some(2));
    let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!run.stdout.contains(obeyed), "{:?}", run.stdout);
}

#[test]
fn control_characters_of_a_name_are_shown_and_not_obeyed() {
    let named = r#"{"name": "\u001b[31mred\u009b\u202e\nx", "requires": {"app": false}}"#;
    let folder = folder(&[("named.json", named)]);
    for command in ["check", "explain"] {
        let run = onhand(folder.path(), &[command, "named.json"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(
            run.stdout.contains("␛[31mred\u{fffd}\u{fffd}␊x"),
            "{:?}",
            run.stdout
        );
        assert!(
            !run.stdout.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
            "{:?}",
            run.stdout
        );
    }
}

#[test]
fn a_long_line_is_cut_and_its_place_keeps_its_column() {
    let long = format!(
        "{{\"app\": {{\"linux\": {{\"presence\": \"executable\", \"location\": \"/{}\"}}}}, \"oops\": 1, \"x\": \"{}\"}}",
        "a".repeat(2000),
        "b".repeat(100_000),
    );
    let folder = folder(&[("long.json", &long)]);
    let run = onhand(folder.path(), &["lint", "long.json"]);
    assert_eq!(run.code, Some(2));
    let longest = run.stdout.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 160), "{longest:?}");
    let column = long.find("\"oops\"").expect("it is there") + 1;
    assert!(
        run.stdout.contains(&format!("long.json:1:{column}\n")),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("^^^^^^"), "{}", run.stdout);
}

#[test]
fn a_file_that_is_too_large_or_no_text_is_said() {
    let folder = folder(&[("large.yaml", &" ".repeat(600_000))]);
    fs::write(folder.path().join("bytes.yaml"), b"app: \xFF").expect("a file");
    let run = onhand(folder.path(), &["lint", "large.yaml", "bytes.yaml"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("error[too-large]"), "{}", run.stdout);
    assert!(run.stdout.contains("error[not-utf-8]"), "{}", run.stdout);
    assert!(run.stdout.contains("bytes.yaml:1:6"), "{}", run.stdout);
}
