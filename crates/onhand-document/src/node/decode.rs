//! Decodes a [`Node`] from any serde format that describes itself. Places are not known there.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Entry, Node, Value};

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(ValueVisitor::<Node>(PhantomData))
            .map(Node::new)
    }
}

/// Visits any value; its children are decoded as `N` and become [`Node`]s.
pub(crate) struct ValueVisitor<N>(pub(crate) PhantomData<N>);

impl<'de, N: Deserialize<'de> + Into<Node>> Visitor<'de> for ValueVisitor<N> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping, a list, a text, a number, a boolean or nothing")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element::<N>()? {
            items.push(item.into());
        }
        Ok(Value::Sequence(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, value)) = access.next_entry::<N, N>()? {
            entries.push(Entry {
                key: key.into(),
                value: value.into(),
            });
        }
        Ok(Value::Mapping(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_serde_format_decodes_to_a_node_without_places() {
        let json = serde_json::json!({ "app": { "n": [1, 2.5, true, null, "x"] } });
        let node: Node = serde_json::from_value(json).expect("decodes");
        assert_eq!(node.span, None);
        let Value::Mapping(entries) = node.value else {
            panic!("a mapping")
        };
        assert_eq!(entries[0].key.value, Value::Text("app".to_owned()));
        let Value::Mapping(inner) = &entries[0].value.value else {
            panic!("a mapping")
        };
        let Value::Sequence(items) = &inner[0].value.value else {
            panic!("a list")
        };
        let described: Vec<_> = items.iter().map(Node::describe).collect();
        assert_eq!(
            described,
            [
                "the number `1`",
                "the number `2.5`",
                "the boolean `true`",
                "nothing",
                "the text `x`"
            ]
        );
    }
}
