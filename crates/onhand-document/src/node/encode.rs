//! Writes a [`Node`] in any serde format, such as JSON.

use serde::ser::{Error, Serialize, SerializeMap, Serializer};

use super::{Node, Value};
use crate::Number;

/// Keys are written as texts, so that JSON takes them. What no JSON holds is an error: a key that is a list, a mapping or
/// nothing, and a number beyond every `f64`.
impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => number.serialize(serializer),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Sequence(items) => serializer.collect_seq(items),
            Value::Mapping(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for entry in entries {
                    let key = entry.key.spelled().ok_or_else(|| {
                        S::Error::custom(format!(
                            "a key must be a text, not {}",
                            entry.key.describe()
                        ))
                    })?;
                    map.serialize_entry(key, &entry.value)?;
                }
                map.end()
            }
        }
    }
}

/// By its value: formats have a spelling of their own.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(value) = self.as_u64() {
            serializer.serialize_u64(value)
        } else if let Some(value) = self.as_i64() {
            serializer.serialize_i64(value)
        } else if let Some(value) = self.as_f64() {
            serializer.serialize_f64(value)
        } else {
            Err(S::Error::custom("a number is larger than any that is kept"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;

    #[test]
    fn a_node_is_written_as_the_json_that_it_was_decoded_from() {
        let json = serde_json::json!({ "a": [1, -2, 2.5, true, null, "x"], "b": { "c": {} } });
        let node: Node = serde_json::from_value(json.clone()).expect("decodes");
        assert_eq!(serde_json::to_value(&node).ok(), Some(json));
    }

    #[test]
    fn a_key_that_is_a_number_becomes_a_text_and_a_list_is_refused() {
        let mapping = |key| {
            let (key, value) = (Node::new(key), Node::new(Value::Bool(true)));
            Node::new(Value::Mapping(vec![Entry { key, value }]))
        };
        let node = mapping(Value::Number(42_u64.into()));
        assert_eq!(
            serde_json::to_string(&node).ok(),
            Some(r#"{"42":true}"#.to_owned())
        );
        let error = serde_json::to_string(&mapping(Value::Sequence(Vec::new())))
            .expect_err("no key of JSON");
        assert_eq!(error.to_string(), "a key must be a text, not a list");
        let beyond = Node::new(Value::Number("1e999".parse().expect("a number")));
        assert!(serde_json::to_string(&beyond).is_err());
    }
}
