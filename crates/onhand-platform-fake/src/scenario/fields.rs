//! A mapping taken apart key by key.

use super::document::{Key, Node, Value};
use super::mistake::{Attempt, Found, MistakeKind, Spot, near};

/// A mapping whose keys are known words.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// What the mapping describes, as in `a file`.
    pub(super) name: &'static str,
    /// What may stand in its place, as in `a mapping that describes a file`.
    pub(super) wanted: &'static str,
    /// The known keys.
    pub(super) keys: &'static [&'static str],
}

/// The entries of a mapping with a [`Shape`].
pub(super) struct Fields {
    /// Where the mapping begins.
    pub(super) at: Spot,
    shape: Shape,
    entries: Vec<(Key, Node)>,
}

impl Fields {
    /// Takes a mapping that holds no key but the known ones.
    pub(super) fn of(node: Node, shape: Shape) -> Attempt<Self> {
        let at = node.at;
        let entries = node.map(shape.wanted)?;
        let Shape {
            name: within,
            keys: known,
            ..
        } = shape;
        let unknown = |(key, _): &&(Key, Node)| !known.contains(&key.name.as_str());
        if let Some((key, _)) = entries.iter().find(unknown) {
            return Err(key.at.mistake(MistakeKind::UnknownKey {
                key: key.name.clone(),
                within,
                near: near(&key.name, known),
                known,
            }));
        }
        Ok(Fields { at, shape, entries })
    }

    /// The value of that key, if it is there.
    pub(super) fn take(&mut self, key: &str) -> Option<Node> {
        let at = self.entries.iter().position(|(k, _)| k.name == key)?;
        Some(self.entries.swap_remove(at).1)
    }

    /// The value of that key.
    pub(super) fn require(&mut self, key: &'static str) -> Attempt<Node> {
        let within = self.shape.name;
        let missing = MistakeKind::MissingKey { key, within };
        self.take(key).ok_or_else(|| self.at.mistake(missing))
    }

    /// The key and value of the one key of `keys` that is there.
    pub(super) fn take_one(
        &mut self,
        keys: &'static [&'static str],
    ) -> Attempt<(&'static str, Node)> {
        let mut there = keys
            .iter()
            .filter_map(|key| Some((*key, self.take(key)?)))
            .collect::<Vec<_>>();
        match (there.pop(), there.is_empty()) {
            (Some(one), true) => Ok(one),
            _ => Err(self.at.mistake(MistakeKind::NeedsOne {
                within: self.shape.name,
                keys,
            })),
        }
    }
}

impl Node {
    pub(super) fn wrong_type(&self, wanted: &'static str) -> Box<Found> {
        self.at.mistake(MistakeKind::WrongType {
            wanted,
            found: self.value.describe(),
            quote: false,
        })
    }

    /// The entries of a mapping; `wanted` says of what.
    pub(super) fn map(self, wanted: &'static str) -> Attempt<Vec<(Key, Node)>> {
        match self.value {
            Value::Map(entries) => Ok(entries),
            _ => Err(self.wrong_type(wanted)),
        }
    }

    pub(super) fn list(self, wanted: &'static str) -> Attempt<Vec<Node>> {
        match self.value {
            Value::List(nodes) => Ok(nodes),
            _ => Err(self.wrong_type(wanted)),
        }
    }

    /// A text; `wanted` says which. What YAML takes for a number is none: its spelling is lost.
    pub(super) fn text(self, wanted: &'static str) -> Attempt<String> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.at.mistake(MistakeKind::WrongType {
                wanted,
                found: self.value.describe(),
                quote: matches!(self.value, Value::Number(_) | Value::Bool(_)),
            })),
        }
    }

    pub(super) fn bool(self) -> Attempt<bool> {
        match self.value {
            Value::Bool(value) => Ok(value),
            _ => Err(self.wrong_type("`true` or `false`")),
        }
    }

    /// A whole number that fits `N`. `what` and `range` word the error.
    pub(super) fn number<N: TryFrom<u64>>(
        self,
        what: &'static str,
        range: &'static str,
    ) -> Attempt<N> {
        let Value::Number(number) = &self.value else {
            return Err(self.wrong_type("a number"));
        };
        number
            .as_u64()
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| self.at.mistake(MistakeKind::OutOfRange { what, range }))
    }

    /// One of a list of words.
    pub(super) fn word(
        self,
        what: &'static str,
        known: &'static [&'static str],
    ) -> Attempt<&'static str> {
        let at = self.at;
        let word = self.text("a word")?;
        known.iter().find(|k| **k == word).copied().ok_or_else(|| {
            at.mistake(MistakeKind::UnknownWord {
                near: near(&word, known),
                word,
                what,
                known,
            })
        })
    }
}
