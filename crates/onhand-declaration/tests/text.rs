//! A declaration file as it stands on a disk: what becomes of one that can't be read, and of one that promises JSON.

use onhand_declaration::{ParsedFile, Parser, Registry, RuleCode as _, Vocabulary};

fn text(text: &str) -> ParsedFile {
    Parser::new(&Vocabulary::standard()).text(text.as_bytes(), "stem")
}

fn json(text: &str) -> ParsedFile {
    Parser::new(&Vocabulary::standard()).json(text.as_bytes(), "stem")
}

/// The names of the valid and of the invalid declarations, and the codes of what is wrong.
fn seen(file: &ParsedFile) -> (Vec<&str>, Vec<&str>, Vec<&str>) {
    (
        file.declarations.iter().map(|named| &*named.name).collect(),
        file.invalid.iter().map(String::as_str).collect(),
        file.problems
            .iter()
            .map(|problem| problem.rule.code())
            .collect(),
    )
}

#[test]
fn a_text_that_can_not_be_read_names_the_server_of_its_stem() {
    for (broken, code) in [
        ("app: [", "syntax"),
        ("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1", "too-deep"),
    ] {
        assert_eq!(
            seen(&text(broken)),
            (vec![], vec!["stem"], vec![code]),
            "{broken}"
        );
        assert_eq!(seen(&json(broken)).1, ["stem"], "{broken}");
    }
    let latin = Parser::new(&Vocabulary::standard()).text(b"name: \xE9", "stem");
    assert_eq!(seen(&latin), (vec![], vec!["stem"], vec!["not-utf-8"]));
}

#[test]
fn whoever_registers_what_a_text_gave_hides_its_server() {
    let registry = Registry::new();
    let sound =
        "app: { linux: { presence: executable, location: /opt/v } }\nrequires: { app: true }";
    assert_eq!(registry.register_file(text(sound)), []);
    assert!(registry.lookup("stem").expect("registered").is_valid());
    assert_eq!(registry.register_file(text("app: {")).len(), 1);
    assert!(!registry.lookup("stem").expect("registered").is_valid());
}

#[test]
fn a_second_document_is_told_in_the_words_of_declarations() {
    let problems = text("app: {}\n---\napp: {}").problems;
    assert_eq!(
        problems[0].hint.as_deref(),
        Some("a file holds one document; use `servers` for several declarations")
    );
}

#[test]
fn a_file_that_promises_json_and_is_yaml_has_no_valid_declaration() {
    let servers = r#"{ "servers": { "a": {}, "b": { "colour": 1 } } }"#;
    assert_eq!(
        seen(&json(servers)),
        (vec!["a"], vec!["b"], vec!["unknown-key"])
    );
    for (loose, place) in [
        (servers.replace("1 }", "1, }"), 43),
        (servers.replace("\"a\"", "'a'"), 16),
        (format!("# servers\n{servers}"), 1),
    ] {
        let file = json(&loose);
        let (valid, mut invalid, mut rules) = seen(&file);
        invalid.sort_unstable();
        rules.sort_unstable();
        assert_eq!(
            (valid, invalid, rules),
            (vec![], vec!["a", "b"], vec!["syntax", "unknown-key"]),
            "{loose}"
        );
        let told = file
            .problems
            .iter()
            .find(|problem| problem.rule.code() == "syntax")
            .expect("told");
        assert!(
            told.message
                .starts_with("the file is named as JSON, but is not JSON: "),
            "{told}"
        );
        assert_eq!(told.span.expect("a place").column, place, "{loose}");
        let places: Vec<_> = file.problems.iter().map(|problem| problem.span).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert!(
            text(&loose)
                .problems
                .iter()
                .all(|problem| problem.rule.code() != "syntax")
        );
    }
}

#[test]
fn what_neither_json_nor_yaml_takes_is_told_as_json() {
    let file = json("{\"servers\": {\"a\": {}},,}");
    assert_eq!(seen(&file), (vec![], vec!["stem"], vec!["syntax"]));
    assert_eq!(
        file.problems[0].to_string(),
        "a key must be a text in double quotes [syntax]"
    );
}

#[test]
fn an_empty_file_is_told_as_empty_whatever_it_promises() {
    for empty in ["", "\n", "null"] {
        let file = json(empty);
        assert_eq!(file.problems, text(empty).problems, "{empty:?}");
        assert_eq!(file.problems[0].message, "the file is empty");
    }
}
