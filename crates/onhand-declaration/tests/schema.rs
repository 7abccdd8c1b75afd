//! The JSON Schema says what the parser says, as far as a schema can.

#![allow(
    clippy::disallowed_methods,
    reason = "the cases are files of the repository"
)]

mod corpus;
mod near;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use corpus::cases;
use jsonschema::Validator;
use jsonschema::draft202012;
use onhand_declaration::{
    DocumentRule, Entry, Node, Parser, Problem, Rule, RuleCode, Value as NodeValue, Vocabulary,
    json_schema,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What a schema can't see: keys that stand twice, since JSON data has each once; names and
/// characters that an OS keeps for itself; how long a path is in bytes; and that two values are equal.
const UNSEEN: [Rule; 4] = [
    Rule::Document(DocumentRule::DuplicateKey),
    Rule::LocationReserved,
    Rule::Document(DocumentRule::TooLarge),
    Rule::KeysEqual,
];

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    draft202012::new(&json_schema(&Vocabulary::standard())).expect("it is a schema")
});

/// The data as JSON. Of keys that stand twice the first counts, as it does to the parser.
fn instance(node: &Node) -> Value {
    match &node.value {
        NodeValue::Null => Value::Null,
        NodeValue::Bool(value) => Value::Bool(*value),
        NodeValue::Number(number) => serde_json::from_str(number.as_str()).unwrap_or(json!(0)),
        NodeValue::Text(text) => Value::String(text.clone()),
        NodeValue::Sequence(items) => items.iter().map(instance).collect(),
        NodeValue::Mapping(entries) => {
            let mut map = Map::new();
            for entry in entries {
                let key = match &entry.key.value {
                    NodeValue::Text(text) => text.clone(),
                    // JSON has no such key; any unknown one stands for it.
                    _ => format!("not a text: {}", entry.key.describe()),
                };
                map.entry(key).or_insert_with(|| instance(&entry.value));
            }
            Value::Object(map)
        }
    }
}

/// The rules of the errors in a file.
fn errors(node: &Node) -> BTreeSet<Rule> {
    let problems = Parser::new(&Vocabulary::standard())
        .file(node, "stem")
        .problems;
    problems
        .iter()
        .filter(|problem| problem.is_error())
        .map(|problem| problem.rule)
        .collect()
}

/// The file itself, and each of its servers as a file of its own, so that no mistake hides
/// behind another one.
fn parts(node: &Node) -> Vec<Node> {
    let mut parts = vec![node.clone()];
    let NodeValue::Mapping(entries) = &node.value else {
        return parts;
    };
    for entry in entries {
        let NodeValue::Mapping(servers) = &entry.value.value else {
            continue;
        };
        if entry.key.value == NodeValue::Text("servers".to_owned()) && servers.len() > 1 {
            parts.extend(servers.iter().map(|server| {
                Node::new(NodeValue::Mapping(vec![Entry {
                    key: entry.key.clone(),
                    value: Node::new(NodeValue::Mapping(vec![server.clone()])),
                }]))
            }));
        }
    }
    parts
}

#[test]
fn it_is_a_schema_of_2020_12() {
    let schema = json_schema(&Vocabulary::standard());
    draft202012::meta::validate(&schema).expect("it obeys its own schema");
}

#[test]
fn it_takes_every_valid_file() {
    for case in cases("valid") {
        let node = Node::from_yaml(&case.text).expect("a valid file reads");
        for part in parts(&node) {
            let instance = instance(&part);
            let told: Vec<String> = SCHEMA
                .iter_errors(&instance)
                .map(|error| error.to_string())
                .collect();
            assert!(told.is_empty(), "{}: {told:?}\n{instance:#}", case.name());
        }
    }
}

#[test]
fn it_refuses_every_invalid_file_but_for_the_rules_that_it_cannot_see() {
    let mut seen = BTreeSet::new();
    for case in cases("invalid") {
        // What doesn't read is no data to validate.
        let Ok(node) = Node::from_yaml(&case.text) else {
            continue;
        };
        for part in parts(&node) {
            let instance = instance(&part);
            let rules = errors(&part);
            let unseen = rules.iter().all(|rule| UNSEEN.contains(rule));
            // `min_version` is told its length, a path is not.
            let counted = rules.contains(&Rule::Document(DocumentRule::TooLarge))
                && instance.to_string().contains("min_version");
            assert_eq!(
                SCHEMA.is_valid(&instance),
                unseen && !counted,
                "{}: {rules:?}\n{instance:#}",
                case.name()
            );
            if let [rule] = Vec::from_iter(&rules)[..] {
                seen.insert(*rule);
            }
        }
    }
    // Each rule that data can break was alone in some part, and so proved by itself.
    let reader = [
        Rule::Document(DocumentRule::Syntax),
        Rule::Document(DocumentRule::NotUtf8),
        Rule::Document(DocumentRule::TooDeep),
        Rule::LivenessKindWrongOs,
        Rule::ParameterMissing,
    ];
    let missing: Vec<Rule> = Rule::all()
        .filter(|rule| !seen.contains(rule) && !reader.contains(rule))
        .filter(|rule| rule.severity() == onhand_declaration::Severity::Error)
        .collect();
    assert_eq!(missing, [] as [Rule; 0]);
}

#[test]
fn a_backslash_behind_the_root_is_a_name_outside_windows() {
    for os in ["darwin", "linux"] {
        for location in ["/\\", "/\\vendor"] {
            let instance = json!({ "app": { os: { "presence": "bundle", "location": location } } });
            let node: Node = serde_json::from_value(instance.clone()).expect("JSON decodes");
            assert!(errors(&node).is_empty(), "{os}: {location}");
            assert!(SCHEMA.is_valid(&instance), "{os}: {location}");
        }
    }
}

proptest! {
    #[test]
    fn it_takes_whatever_the_parser_takes(node in near::changed()) {
        let problems = Parser::new(&Vocabulary::standard()).file(&node, "stem").problems;
        if !problems.iter().any(Problem::is_error) {
            prop_assert!(SCHEMA.is_valid(&instance(&node)), "{:#}", instance(&node));
        }
    }

    #[test]
    fn it_takes_as_a_location_what_the_parser_takes_and_no_more_than_it_can_see(
        text in prop_oneof![near::text(), "[A-Ca-c:/\\\\~%$_{}(). *?\\n\u{85}\u{a0}\u{feff}]{0,12}", "[ ~/.]{0,3}(\\$|\\$\\{)?(env|ENV|en):[/a]{0,4}"],
    ) {
        for (os, presence) in ["win32", "darwin", "linux"]
            .into_iter()
            .flat_map(|os| ["bundle", "executable"].map(|presence| (os, presence)))
        {
            let instance = json!({ "app": { os: { "presence": presence, "location": text } } });
            let node: Node = serde_json::from_value(instance.clone()).expect("JSON decodes");
            let rules = errors(&node);
            if rules.iter().all(|rule| UNSEEN.contains(rule)) {
                prop_assert!(SCHEMA.is_valid(&instance), "{instance:#}");
            }
            // What the schema takes breaks no rule that it can see.
            if SCHEMA.is_valid(&instance) {
                prop_assert!(rules.iter().all(|rule| UNSEEN.contains(rule)), "{:?} {instance:#}", rules);
            }
        }
    }
}
