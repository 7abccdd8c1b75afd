//! Where two documents differ.

use std::collections::BTreeSet;

use serde_json::Value;

/// Every place where two documents differ, with what stands there in both, each document by its
/// name: all at once, since the second difference often tells what the first one means.
pub(crate) fn differences(left: (&str, &Value), right: (&str, &Value)) -> Vec<String> {
    let mut found = Vec::new();
    compare("$", Some(left.1), Some(right.1), &mut |path, a, b| {
        let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        found.push(format!(
            "{path}\n  {}: {}\n  {}: {}",
            left.0,
            shown(a),
            right.0,
            shown(b)
        ));
    });
    found
}

/// Calls `differ` for every path at which the values differ, down to single fields.
fn compare(
    path: &str,
    left: Option<&Value>,
    right: Option<&Value>,
    differ: &mut impl FnMut(&str, Option<&Value>, Option<&Value>),
) {
    match (left, right) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for name in names {
                compare(&format!("{path}.{name}"), a.get(name), b.get(name), differ);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for index in 0..a.len().max(b.len()) {
                let (a, b) = (a.get(index), b.get(index));
                let path = format!("{path}[{index}{}]", named(a.or(b)));
                compare(&path, a, b, differ);
            }
        }
        (a, b) if a == b => {}
        (a, b) => differ(path, a, b),
    }
}

/// Elements that have a name are more easily found by it.
fn named(element: Option<&Value>) -> String {
    let name = element.and_then(|element| element.get("name")?.as_str());
    name.map_or(String::new(), |name| format!(" {name}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_difference_is_named_by_its_path() {
        let left = json!({ "same": [1, null], "list": [{ "name": "app", "a": { "b": 1 } }, 2], "left": {} });
        let right = json!({ "same": [1, null], "list": [{ "name": "app", "a": { "b": "1" } }], "right": [] });
        assert_eq!(
            differences(("l", &left), ("r", &right)),
            [
                "$.left\n  l: {}\n  r: nothing",
                "$.list[0 app].a.b\n  l: 1\n  r: \"1\"",
                "$.list[1]\n  l: 2\n  r: nothing",
                "$.right\n  l: nothing\n  r: []",
            ]
        );
        assert!(differences(("l", &left), ("r", &left)).is_empty());
    }
}
