//! What a closed grammar tells of its fields: every mistake of a text at once.

use onhand_document::{
    DocumentRule, Fields, Node, Place, Problem, Report, RuleCode, Severity, keys_hint,
};

/// The rules of a grammar of machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Document(DocumentRule),
    Missing,
    NeedsOne,
    Exclusive,
    Range,
    Word,
}

impl From<DocumentRule> for Rule {
    fn from(rule: DocumentRule) -> Self {
        Rule::Document(rule)
    }
}

impl RuleCode for Rule {
    fn code(self) -> &'static str {
        match self {
            Rule::Document(rule) => rule.code(),
            Rule::Missing => "missing",
            Rule::NeedsOne => "needs-one",
            Rule::Exclusive => "exclusive",
            Rule::Range => "range",
            Rule::Word => "word",
        }
    }

    fn severity(self) -> Severity {
        match self {
            Rule::Document(rule) => rule.severity(),
            _ => Severity::Error,
        }
    }
}

const KEYS: [&str; 7] = ["os", "port", "on", "folders", "text", "json", "processes"];

/// What could be read of a machine.
#[derive(Debug, Default, PartialEq)]
struct Machine<'n> {
    os: Option<&'static str>,
    port: Option<u16>,
    on: Option<bool>,
    folders: Vec<&'n str>,
    content: Option<&'n str>,
    processes: Vec<&'n str>,
}

fn machine<'n>(node: &'n Node, report: &mut Report<Rule>) -> Option<Machine<'n>> {
    let hint = || keys_hint(&KEYS);
    let mut fields = Fields::read(node, &Place::root(node), "a machine", hint, report)?;
    let mut machine = Machine {
        os: fields
            .require("os", Rule::Missing, || "name its OS".to_owned(), report)
            .and_then(|os| os.word("system", &["linux", "darwin"], Rule::Word, report)),
        port: fields
            .take("port")
            .and_then(|port| port.number("a whole number from 0 to 65535", Rule::Range, report)),
        on: fields.take("on").and_then(|on| on.bool(report)),
        ..Machine::default()
    };
    if let Some(folders) = fields.take("folders") {
        let hint = || "write a `-` before each".to_owned();
        for folder in folders.items("a list of paths", hint, report)? {
            machine.folders.extend(folder.text(report));
        }
    }
    let content = fields.take_one_of(&["text", "json"], Rule::NeedsOne, report);
    machine.content = content.and_then(|content| content.text(report));
    if let Some(processes) = fields.take("processes") {
        let hint = || "its keys are process ids".to_owned();
        let read = Fields::read_named(
            processes.node,
            &processes.place,
            "`processes`",
            hint,
            report,
        );
        let processes = read?.take_rest();
        if let [first, second, ..] = &processes[..] {
            second.exclude(first, Rule::Exclusive, report);
        }
        machine.processes = processes.iter().map(|field| field.key).collect();
    }
    fields.deny_rest(&KEYS, report);
    Some(machine)
}

fn told(json: serde_json::Value) -> Vec<String> {
    let node: Node = serde_json::from_value(json).expect("decodes");
    let mut report = Report::default();
    machine(&node, &mut report);
    let problems = report.finish();
    problems.iter().map(shown).collect()
}

fn shown(problem: &Problem<Rule>) -> String {
    format!(
        "{problem} ({})",
        problem.hint.as_deref().unwrap_or_default()
    )
}

#[test]
fn a_sound_text_gives_its_values() {
    let json = serde_json::json!({
        "os": "linux", "port": 8080, "on": true, "folders": ["/a", "/b"], "text": "x", "processes": { "42": {} },
    });
    let node: Node = serde_json::from_value(json).expect("decodes");
    let mut report = Report::default();
    let expected = Machine {
        os: Some("linux"),
        port: Some(8080),
        on: Some(true),
        folders: vec!["/a", "/b"],
        content: Some("x"),
        processes: vec!["42"],
    };
    assert_eq!(machine(&node, &mut report), Some(expected));
    assert_eq!(report.finish(), []);
}

#[test]
fn every_field_that_is_wrong_is_told_with_what_would_be_right() {
    let found = told(serde_json::json!({
        "os": "linus",
        "port": 70_000,
        "on": "yes",
        "folders": ["/a", 5, {}],
        "text": "x",
        "json": "{}",
        "processes": { "1": {}, "2": {} },
        "colour": 1,
    }));
    assert_eq!(
        found,
        [
            "os: `linus` is not a system [word] (did you mean `linux`?)",
            "port: `70000` is not a value of `port` [range] (write a whole number from 0 to 65535)",
            "on: `on` must be `true` or `false`, not the text `yes` [wrong-type] (write `true` or `false`)",
            "folders[1]: item 2 of `folders` must be a text, not the number `5` [wrong-type] (quote it: `\"5\"`)",
            "folders[2]: item 3 of `folders` must be a text, not a mapping [wrong-type] (write `\"…\"`)",
            "json: a machine needs exactly one of `text` and `json` [needs-one] (found `text` and `json`)",
            "processes.2: `2` and `1` exclude each other [exclusive] (leave one of them out)",
            "colour: `colour` is not a key here [unknown-key] (the keys here are `os`, `port`, `on`, `folders`, `text`, \
             `json` and `processes`)",
        ]
    );
}

#[test]
fn what_is_missing_or_of_another_type_is_told_too() {
    assert_eq!(
        told(serde_json::json!({ "port": "80", "folders": "/a" })),
        [
            "`os` is missing [missing] (name its OS)",
            "port: `port` must be a number, not the text `80` [wrong-type] (write a whole number from 0 to 65535)",
            "folders: `folders` must be a list of paths, not the text `/a` [wrong-type] (write a `-` before each)",
        ]
    );
    assert_eq!(
        told(serde_json::json!({ "os": 1, "port": -1 })),
        [
            "os: `os` must be a text, not the number `1` [wrong-type] (the systems are `linux` and `darwin`)",
            "port: `-1` is not a value of `port` [range] (write a whole number from 0 to 65535)",
            "a machine needs exactly one of `text` and `json` [needs-one] (none of them is here)",
        ]
    );
    assert_eq!(told(serde_json::json!([])).len(), 1);
}

#[cfg(feature = "yaml")]
#[test]
fn names_may_be_numbers_where_their_author_makes_them_up() {
    let node = Node::from_yaml(b"{ os: linux, text: x, processes: { 42: {}, 42: {}, [1]: {} } }")
        .expect("YAML");
    let mut report = Report::default();
    let machine = machine(&node, &mut report).expect("it is a mapping");
    assert_eq!(machine.processes, ["42"]);
    let told: Vec<String> = report.finish().iter().map(shown).collect();
    assert_eq!(
        told,
        [
            "processes.42: `42` appears here twice [duplicate-key] (the first is on line 1)",
            "processes: a key must be a text, not a list [wrong-type] ()",
        ]
    );
}
