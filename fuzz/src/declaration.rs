//! The target `declaration`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use onhand_declaration::{
    Declaration, KindRole, KindUse, Node, Parser, Problem, Requirements, Span, Value, Vocabulary,
    is_dotted_numeric,
};
use onhand_platform::{Os, PathTemplate};

use super::told::{MAX_LINE, expect_line};

/// Takes the text of a declaration file, YAML or JSON.
///
/// - Every problem has a place in the text, and says what it says in a short line; there are not many.
/// - A file without an error has a declaration.
/// - A declaration that is valid has the OSes that its text has, each with its own location, and
///   obeys the rules of the grammar.
pub fn declaration(data: &[u8]) {
    static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::standard);
    let file = Parser::new(&VOCABULARY).text(data, "stem");
    assert!(file.problems.len() <= MAX_PROBLEMS);
    for problem in &file.problems {
        expect_told(problem, data);
    }
    let is_valid = !file.problems.iter().any(Problem::is_error);
    assert!(!is_valid || !file.declarations.is_empty());
    let Ok(node) = Node::from_yaml(data) else {
        assert_eq!(file.invalid, ["stem"]);
        return;
    };
    for named in &file.declarations {
        assert!(!named.name.trim().is_empty());
        let written = match child(&node, "servers") {
            None => &node,
            Some(servers) => child(servers, &named.name).expect("it is one of them"),
        };
        expect_kept(&named.declaration, written);
        expect_consistent(&named.declaration, &VOCABULARY);
    }
}

/// Two hundred errors, as many warnings, and a line each on those that are left out.
const MAX_PROBLEMS: usize = 402;

fn expect_told(problem: &Problem, text: &[u8]) {
    expect_line(&problem.message, MAX_LINE);
    if let Some(hint) = &problem.hint {
        expect_line(hint, MAX_LINE);
    }
    if !problem.path.is_empty() {
        expect_line(&problem.path, 4 * MAX_LINE);
    }
    if let Some(span) = problem.span {
        expect_place(span, text);
    }
}

/// The place in bytes is within the text and between characters, and is the one in lines.
fn expect_place(span: Span, text: &[u8]) {
    let before = text.get(..span.start).expect("it is within the text");
    let before = std::str::from_utf8(before).expect("it starts at a character");
    let shown = text.get(span.start..span.start + span.len);
    std::str::from_utf8(shown.expect("it ends within the text")).expect("it ends at a character");

    let before = before.strip_prefix('\u{FEFF}').unwrap_or(before);
    // YAML ends a line there; nobody has written such lines for twenty years.
    if before.replace("\r\n", "").contains('\r') {
        return;
    }
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    let column = before[line_start..].chars().count() + 1;
    assert_eq!((span.line, span.column), (line as u64, column as u64));
}

/// The value of that key.
fn child<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Mapping(entries) = &node.value else {
        return None;
    };
    let mut entries = entries.iter();
    let entry = entries.find(|entry| matches!(&entry.key.value, Value::Text(text) if text == key));
    entry.map(|entry| &entry.value)
}

/// Whether the key has a value; one with nothing behind it is as good as left out.
fn is_given(node: &Node, key: &str) -> bool {
    child(node, key).is_some_and(|node| !matches!(node.value, Value::Null))
}

fn text<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    match &child(node, key)?.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// What is declared is what is written.
fn expect_kept(declaration: &Declaration, written: &Node) {
    let app = child(written, "app");
    let systems: BTreeSet<Os> = declaration.apps().map(|(os, _)| os).collect();
    let expected: BTreeSet<Os> = Os::ALL
        .into_iter()
        .filter(|os| app.is_some_and(|app| is_given(app, os.as_str())))
        .collect();
    assert_eq!(systems, expected, "{written:?}");
    for (os, app_def) in declaration.apps() {
        let written = app
            .and_then(|app| child(app, os.as_str()))
            .expect("it is there");
        let [location] = &app_def.locations[..] else {
            panic!("{:?}", app_def.locations);
        };
        let told = text(written, "location").map(str::trim);
        assert_eq!(told, Some(location.as_str()));
        assert_eq!(text(written, "presence"), Some(app_def.presence.as_str()));
        for (key, kind) in [
            ("version", &app_def.version),
            ("liveness", &app_def.liveness),
        ] {
            let written = child(written, key).and_then(|block| text(block, "kind"));
            assert_eq!(written.unwrap_or("none"), kind.kind());
        }
    }
    let requires = child(written, "requires");
    let min_version = requires.and_then(|requires| text(requires, "min_version"));
    assert_eq!(declaration.min_version(), min_version);
}

fn expect_consistent(declaration: &Declaration, vocabulary: &Vocabulary) {
    for (os, app) in declaration.apps() {
        for location in &app.locations {
            let again = PathTemplate::parse(os, location.as_str());
            assert_eq!(again.as_ref(), Ok(location));
        }
        expect_known(&app.version, KindRole::Version, os, vocabulary);
        expect_known(&app.liveness, KindRole::Liveness, os, vocabulary);
    }
    if declaration.requires_app() {
        assert!(declaration.apps().next().is_some());
    }
    if let Some(min_version) = declaration.min_version() {
        assert!(declaration.requires_app());
        assert!(is_dotted_numeric(min_version), "{min_version:?}");
        assert!(declaration.apps().all(|(_, app)| !app.version.is_none()));
    }
}

fn expect_known(kind: &KindUse, role: KindRole, os: Os, vocabulary: &Vocabulary) {
    let spec = vocabulary
        .get(role, kind.kind())
        .unwrap_or_else(|| panic!("{} is unknown", kind.kind()));
    assert!(spec.systems().contains(&os), "{} on {os}", kind.kind());
    for parameter in spec.parameters().iter().filter(|p| p.is_required()) {
        assert!(
            kind.parameters().any(|(name, _)| name == parameter.name()),
            "{} lacks {}",
            kind.kind(),
            parameter.name()
        );
    }
}
