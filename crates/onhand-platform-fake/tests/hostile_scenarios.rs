//! No text makes the loader panic, hang or take more than it is given.

use onhand_document::DocumentRule;
use onhand_platform_fake::{FakeHost, ScenarioRule};
use proptest::prelude::*;

fn outcome(text: &str) -> ScenarioRule {
    let error = FakeHost::from_scenario("hostile.yaml", text).expect_err("no machine");
    let message = error.to_string();
    assert!(
        message.chars().count() < 600,
        "{} characters",
        message.len()
    );
    error.problems().first().expect("a problem").rule
}

const TOO_DEEP: ScenarioRule = ScenarioRule::Document(DocumentRule::TooDeep);
const TOO_LARGE: ScenarioRule = ScenarioRule::Document(DocumentRule::TooLarge);

#[test]
fn nesting_ends_at_the_bound() {
    for text in [
        "[".repeat(400_000),
        "{a: ".repeat(100_000),
        "- ".repeat(200_000),
        "? ".repeat(200_000),
        (0..500)
            .map(|depth| format!("{}a:\n", " ".repeat(depth)))
            .collect(),
    ] {
        assert_eq!(outcome(&text), TOO_DEEP, "{}", &text[..20]);
    }
}

#[test]
fn many_values_end_at_the_bound() {
    let env: String = (0..30_000).map(|i| format!("  k{i}: v\n")).collect();
    assert_eq!(outcome(&format!("os: linux\nenv:\n{env}")), TOO_LARGE);
    assert_eq!(outcome(&format!("[{}]", "[],".repeat(100_000))), TOO_LARGE);
}

#[test]
fn aliases_of_aliases_end_at_the_bound() {
    let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for i in 1..12 {
        let aliases = format!("*a{},", i - 1).repeat(10);
        bomb.push_str(&format!("a{i}: &a{i} [{aliases}]\n"));
    }
    assert_eq!(outcome(&bomb), TOO_LARGE);

    let long = "x".repeat(900_000);
    let aliases = "*a,".repeat(90);
    let big = format!("os: linux\nhome: &a {long}\ndirectories: [{aliases}]\n");
    assert_eq!(outcome(&big), TOO_LARGE);

    let merges = "*a,".repeat(5_000);
    let merged = format!("os: linux\nenv: &a {{ A: b }}\nfiles: {{ <<: [{merges}] }}\n");
    assert_eq!(outcome(&merged), TOO_LARGE);

    assert_eq!(
        outcome("os: linux\nenv: &a { A: *a }\n"),
        ScenarioRule::Document(DocumentRule::Syntax)
    );
}

#[test]
fn a_path_of_many_folders_ends_at_the_bound() {
    let deep = "/a".repeat(10_000);
    for text in [
        format!("os: linux\ndirectories: ['{deep}']\n"),
        format!("os: linux\nsymlinks: {{ /a: '{deep}' }}\n"),
        format!("os: linux\nsymlinks: {{ /a: 'x{deep}' }}\n"),
    ] {
        let error = FakeHost::from_scenario("deep.yaml", &text).expect_err("too deep");
        let problem = error.problems().first().expect("a problem");
        assert_eq!(problem.rule, ScenarioRule::MachineImpossible);
        assert!(
            problem.message.starts_with("more than 128 folders deep: `"),
            "{problem}"
        );
    }
    let longest = "/a".repeat(128);
    let text = format!("os: linux\nfiles: {{ {longest}: x }}\nsymlinks: {{ /b: {longest} }}\n");
    assert!(FakeHost::from_scenario("deep.yaml", &text).is_ok());
}

#[test]
fn a_novel_in_a_key_is_cut_in_the_message() {
    let long = "é".repeat(400_000);
    for text in [
        format!("? {long}\n: x\nos: linux\n"),
        format!("os: {long}\n"),
        format!("os: linux\nfiles: {{ '/a': {{ text: x, modified: {long} }} }}\n"),
        format!("1{}: x\n", "0".repeat(400_000)),
        format!("os: 1{}\n", "0".repeat(400_000)),
    ] {
        let error = FakeHost::from_scenario("m.yaml", &text).expect_err("no machine");
        assert!(error.to_string().chars().count() < 600);
        assert!(
            error
                .problems()
                .iter()
                .all(|problem| problem.to_string().chars().count() < 700)
        );
    }
}

#[test]
fn odd_characters_are_a_mistake_like_any_other() {
    for text in [
        "\0",
        "os: linux\0",
        "os: \u{7F}x",
        "\u{FEFF}\u{FEFF}os: x",
        "\t",
        "%YAML 9.9\n---\nos: linux",
    ] {
        outcome(text);
    }
}

/// Pieces from which something near a scenario comes out.
fn scenario_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "os: win32\n",
        "os: linux\n",
        "os",
        "env: ",
        "home: ",
        "files:\n",
        "files: ",
        "directories: ",
        "symlinks: ",
        "faults: ",
        "uninstall:\n",
        "uninstall: ",
        "processes: ",
        "listeners: ",
        "  ",
        "    ",
        "- ",
        "\n",
        ": ",
        ", ",
        "{ ",
        " }",
        "[",
        "]",
        "'C:\\a'",
        "'C:\\A\\b'",
        "/a",
        "/a/b",
        "'",
        "\"",
        "text",
        "base64",
        "json",
        "from",
        "size",
        "modified",
        "hive",
        "hklm",
        "hkcu",
        "view",
        "64",
        "32",
        "key",
        "values",
        "type_code",
        "started",
        "owner",
        "zombie",
        "true",
        "pid",
        "answer",
        "silent",
        "status",
        "headers",
        "body",
        "'127.0.0.1:80'",
        "'[::1]:80'",
        "permission_denied",
        "fifo",
        "unreadable",
        "2026-01-01T00:00:00Z",
        "&a ",
        "*a",
        "<<",
        "~",
        "null",
        "-1",
        "4294967296",
        "1e999",
        ".nan",
        "!!str ",
        "!!binary ",
        "|\n",
        ">-\n",
        "#",
        "---\n",
        "...\n",
        "%",
        "\u{FEFF}",
        "é",
        "\0",
        "\r\n",
        "\t",
        "../",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_gives_a_machine_or_a_mistake_in_the_text(text in prop_oneof![any::<String>(), scenario_like()]) {
        if let Err(error) = FakeHost::from_scenario("any.yaml", &text) {
            let lines = text.split(['\n', '\r']).count() as u64;
            prop_assert!(!error.problems().is_empty());
            for span in error.problems().iter().filter_map(|problem| problem.span) {
                prop_assert!((1..=lines + 1).contains(&span.line), "{} of {lines} lines", span.line);
                prop_assert!(span.column >= 1);
            }
        }
    }
}
