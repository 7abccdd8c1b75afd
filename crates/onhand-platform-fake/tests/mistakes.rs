//! A mistake in a scenario is told with its place and what would be right.
//!
//! `mistakes.txt` holds the cases: a scenario, then for each problem `-->` with the line, the column, the path of keys, what
//! is wrong, the rule, and what would be right, then `====`. `ONHAND_BLESS=1` writes it anew.

#![allow(clippy::disallowed_methods, reason = "the cases can be written anew")]

use onhand_document::{DocumentRule, Problem};
use onhand_platform_fake::{FakeHost, ScenarioRule};

#[test]
fn each_mistake_is_told_where_it_stands_and_with_what_would_be_right() {
    let file = include_str!("mistakes.txt").replace("\r\n", "\n");
    let mut told = String::new();
    let mut cases = 0;
    for case in file.split_terminator("====\n") {
        let (scenario, _) = case.split_once("--> ").expect("a case has an outcome");
        told.push_str(scenario);
        // What begins with `##` heads a section, and is a comment of YAML.
        let error = FakeHost::from_scenario("m.yaml", without_heading(scenario))
            .map(|_| ())
            .expect_err(scenario);
        for problem in error.problems() {
            let span = problem.span.expect("a problem has a place");
            told.push_str(&format!("--> {}:{}: {problem}", span.line, span.column));
            if let Some(hint) = &problem.hint {
                told.push_str(&format!("; {hint}"));
            }
            told.push('\n');
        }
        told.push_str("====\n");
        cases += 1;
    }
    assert!(cases > 100, "{cases} cases");
    if std::env::var_os("ONHAND_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mistakes.txt");
        std::fs::write(path, told).expect("written");
        return;
    }
    for (expected, told) in file
        .split_terminator("====\n")
        .zip(told.split_terminator("====\n"))
    {
        assert_eq!(told, expected);
    }
}

/// A case without the heading of its section.
fn without_heading(scenario: &str) -> &str {
    match scenario.strip_prefix("## ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, case)| case),
        None => scenario,
    }
}

#[test]
fn a_place_counts_characters_and_no_byte_order_mark_or_line_end() {
    for (text, place) in [
        ("", (1, 1)),
        ("\u{FEFF}fils: {}\r\nos: linux\r\n", (1, 1)),
        ("\u{FEFF}os: linux\r\nfils: {}\r\n", (2, 1)),
        ("os: linux\nfiles: { /äöü😀: { txt: x } }\n", (2, 19)),
    ] {
        let error = FakeHost::from_scenario("m.yaml", text).expect_err(text);
        let span = first(&error).span.expect("a place");
        assert_eq!((span.line, span.column), place, "{text:?}");
    }
}

fn first(error: &onhand_platform_fake::ScenarioError) -> &Problem<ScenarioRule> {
    error.problems().first().expect("a problem")
}

#[test]
fn what_is_wrong_is_a_fact_that_a_caller_can_act_on() {
    for (text, rule, path) in [
        (
            "os: linux\nfile: {}\n",
            ScenarioRule::Document(DocumentRule::UnknownKey),
            "file",
        ),
        (
            "os: linux\nfiles: { /a: x, /a/b: x }\n",
            ScenarioRule::MachineImpossible,
            "files.\"/a/b\"",
        ),
        (
            "os: win32\nfiles: { /a: x }\n",
            ScenarioRule::MachineImpossible,
            "files.\"/a\"",
        ),
    ] {
        let error = FakeHost::from_scenario("m.yaml", text).expect_err(text);
        let problem = first(&error);
        assert_eq!(
            (problem.rule, problem.path.as_str()),
            (rule, path),
            "{text}"
        );
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once_and_in_one_line_the_first_of_it() {
    let text = "os: linux\nfils: {}\nenv: { A: 1 }\nfiles:\n  a: x\n  /b: { size: big }\n  /c: x\n";
    let error = FakeHost::from_scenario("m.yaml", text).expect_err("no machine");
    let lines: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| problem.span.expect("a place").line)
        .collect();
    assert_eq!(lines, [2, 3, 5, 6]);
    assert_eq!(
        error.to_string(),
        "m.yaml:2:1: `fils` is not a key here; did you mean `files`? (and 3 more)"
    );
}
