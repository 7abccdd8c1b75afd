//! Decoded data near the grammar: valid files with something changed in them.

use onhand_declaration::{Entry, Node, Number, Value};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::corpus::cases;

/// Words of the grammar, and what stands close to them.
const WORDS: [&str; 45] = [
    "app",
    "requires",
    "servers",
    "name",
    "$schema",
    "win32",
    "darwin",
    "linux",
    "windows",
    "presence",
    "location",
    "version",
    "liveness",
    "kind",
    "path",
    "key",
    "display_name_prefix",
    "endpoint_path",
    "min_version",
    "version_scheme",
    "executable",
    "bundle",
    "none",
    "plist",
    "pe_resource",
    "uninstall_registry",
    "server_json",
    "numeric",
    "strict",
    "2.3",
    "2.3.0-beta",
    "true",
    "C:/v/v.exe",
    r"c:\v\v.exe",
    "C:v.exe",
    r"\\srv\s\v.exe",
    "/opt/v",
    "//srv/v",
    "~",
    "~/v",
    "%V%/v",
    "$V/v",
    "../v",
    "https://h/v",
    "",
];

/// One change to a tree of values.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// A value becomes another.
    Replace(Value),
    /// A mapping loses an entry, a list an item.
    Remove(Index),
    /// A mapping gets an entry.
    Insert(Node, Node),
    /// A mapping has an entry twice.
    Double(Index),
}

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(&WORDS[..]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => text().prop_map(Value::Text),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => prop_oneof![
            any::<f64>().prop_map(Number::from),
            any::<i64>().prop_map(Number::from),
            Just("2.30".parse().expect("a number")),
        ]
        .prop_map(Value::Number),
    ]
}

/// Any tree of values, of words that the grammar knows and of others.
pub(crate) fn node() -> impl Strategy<Value = Node> {
    let leaf = scalar().prop_map(Node::new);
    leaf.prop_recursive(6, 60, 6, |inner| {
        let entry = (text().prop_map(Value::Text), inner.clone()).prop_map(|(key, value)| Entry {
            key: Node::new(key),
            value,
        });
        // A key that is no text.
        let odd = (inner.clone(), inner.clone()).prop_map(|(key, value)| Entry { key, value });
        let entry = prop_oneof![9 => entry, 1 => odd];
        prop_oneof![
            1 => prop::collection::vec(inner, 0..4).prop_map(Value::Sequence),
            4 => prop::collection::vec(entry, 0..6).prop_map(Value::Mapping),
        ]
        .prop_map(Node::new)
    })
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => scalar().prop_map(Change::Replace),
        1 => node().prop_map(|node| Change::Replace(node.value)),
        3 => any::<Index>().prop_map(Change::Remove),
        2 => (text(), node()).prop_map(|(key, value)| {
            Change::Insert(Node::new(Value::Text(key)), value)
        }),
        1 => any::<Index>().prop_map(Change::Double),
    ]
}

/// A valid file with up to three changes in it.
pub(crate) fn changed() -> impl Strategy<Value = Node> {
    let valid: Vec<Node> = cases("valid")
        .iter()
        .map(|case| Node::from_yaml(&case.text).expect("a valid file reads"))
        .collect();
    let changes = prop::collection::vec((any::<Index>(), change()), 0..4);
    (select(valid), changes).prop_map(|(mut node, changes)| {
        for (at, change) in changes {
            let mut left = at.index(count(&node));
            apply(&mut node, &mut left, &change);
        }
        node
    })
}

/// How many values a tree has; keys are changed with their mapping.
fn count(node: &Node) -> usize {
    1 + match &node.value {
        Value::Sequence(items) => items.iter().map(count).sum(),
        Value::Mapping(entries) => entries.iter().map(|entry| count(&entry.value)).sum(),
        _ => 0,
    }
}

/// Changes the value at that position. Says whether it was reached.
fn apply(node: &mut Node, left: &mut usize, change: &Change) -> bool {
    if *left == 0 {
        change_value(&mut node.value, change);
        return true;
    }
    *left -= 1;
    match &mut node.value {
        Value::Sequence(items) => items.iter_mut().any(|item| apply(item, left, change)),
        Value::Mapping(entries) => entries
            .iter_mut()
            .any(|entry| apply(&mut entry.value, left, change)),
        _ => false,
    }
}

fn change_value(value: &mut Value, change: &Change) {
    match (change, value) {
        (Change::Replace(other), value) => *value = other.clone(),
        (Change::Remove(at), Value::Mapping(entries)) if !entries.is_empty() => {
            entries.remove(at.index(entries.len()));
        }
        (Change::Remove(at), Value::Sequence(items)) if !items.is_empty() => {
            items.remove(at.index(items.len()));
        }
        (Change::Insert(key, value), Value::Mapping(entries)) => entries.push(Entry {
            key: key.clone(),
            value: value.clone(),
        }),
        (Change::Double(at), Value::Mapping(entries)) if !entries.is_empty() => {
            entries.push(entries[at.index(entries.len())].clone());
        }
        _ => {}
    }
}
