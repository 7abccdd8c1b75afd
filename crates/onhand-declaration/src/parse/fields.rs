//! A mapping under a closed grammar: what is taken is known, and what is left is wrong.

use std::collections::{HashMap, HashSet};

use super::nearest::{listed, suggestion};
use super::report::{Place, Report};
use crate::node::excerpt;
use crate::{Node, Rule, Value};

/// The entries of a mapping that are not yet taken.
pub(super) struct Fields<'n> {
    pub(super) place: Place,
    rest: Vec<Field<'n>>,
    /// The keys that stand there more than once, of which only the first is among the entries.
    ambiguous: HashSet<&'n str>,
}

/// One entry: its key, its value, and where it stands.
pub(super) struct Field<'n> {
    pub(super) key: &'n str,
    pub(super) node: &'n Node,
    pub(super) place: Place,
    /// The place of the key.
    pub(super) key_place: Place,
}

impl<'n> Fields<'n> {
    /// `what` names the mapping to people: "a declaration". `hint` says what it holds.
    pub(super) fn read(
        node: &'n Node,
        place: &Place,
        what: &str,
        hint: impl FnOnce() -> String,
        report: &mut Report,
    ) -> Option<Self> {
        let Value::Mapping(entries) = &node.value else {
            report.add_with_hint(
                Rule::NotAMapping,
                place,
                format!("{what} must be a mapping, not {}", node.describe()),
                hint(),
            );
            return None;
        };
        let mut first_at = HashMap::new();
        let mut rest = Vec::with_capacity(entries.len());
        let mut ambiguous = HashSet::new();
        for entry in entries {
            let Value::Text(key) = &entry.key.value else {
                let message = format!("a key must be a text, not {}", entry.key.describe());
                let at = place.at(entry.key.span);
                match &entry.key.value {
                    Value::Number(_) | Value::Bool(_) => {
                        report.add_with_hint(Rule::WrongType, &at, message, "quote it");
                    }
                    _ => report.add(Rule::WrongType, &at, message),
                }
                continue;
            };
            let key_place = place.child(key, entry.key.span.or(place.span));
            if let Some(first) = first_at.get(key.as_str()) {
                ambiguous.insert(key.as_str());
                let message = format!("`{}` stands here twice", excerpt(key));
                match first {
                    Some(line) => report.add_with_hint(
                        Rule::DuplicateKey,
                        &key_place,
                        message,
                        format!("the first is on line {line}"),
                    ),
                    None => report.add(Rule::DuplicateKey, &key_place, message),
                }
                continue;
            }
            first_at.insert(key.as_str(), entry.key.span.map(|span| span.line));
            // A block mapping, a list and an empty value have a start and no extent: their key shows them.
            let has_extent = entry.value.span.is_some_and(|span| span.len > 0);
            let span = if has_extent {
                entry.value.span
            } else {
                key_place.span
            };
            rest.push(Field {
                key,
                node: &entry.value,
                place: place.child(key, span),
                key_place,
            });
        }
        Some(Fields {
            place: place.clone(),
            rest,
            ambiguous,
        })
    }

    /// Whether the key stands there more than once, so that nobody knows which entry is meant.
    pub(super) fn is_ambiguous(&self, key: &str) -> bool {
        self.ambiguous.contains(key)
    }

    /// Takes the entry of that key out.
    pub(super) fn take(&mut self, key: &str) -> Option<Field<'n>> {
        let at = self.rest.iter().position(|field| field.key == key)?;
        Some(self.rest.remove(at))
    }

    /// Takes the entry of that key out, if it has a value. `version:` with nothing behind it is as good
    /// as left out, and its author is told.
    pub(super) fn take_given(&mut self, key: &str, report: &mut Report) -> Option<Field<'n>> {
        let field = self.take(key)?;
        if field.is_null() {
            field.is_as_left_out("leave it out, or give it a value", report);
            return None;
        }
        Some(field)
    }

    /// The keys that are left.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'n str> {
        self.rest.iter().map(|field| field.key)
    }

    /// Takes everything that is left.
    pub(super) fn take_rest(&mut self) -> Vec<Field<'n>> {
        std::mem::take(&mut self.rest)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Says of everything that is left that it is unknown. `known` are the keys of this mapping.
    pub(super) fn deny_rest(self, known: &[&str], report: &mut Report) {
        for field in &self.rest {
            if report.is_full() {
                report.add(Rule::UnknownKey, &field.key_place, "");
                continue;
            }
            let hint = match field.key {
                "<<" => "merging is not done; write the keys out".to_owned(),
                key => suggestion(key, "key", " here", known.iter().copied()),
            };
            field.deny(hint, report);
        }
    }
}

/// The keys that a mapping takes, for who wrote something else.
pub(super) fn keys_hint(known: &[&str]) -> String {
    format!("its keys are {}", listed(known.iter().copied()))
}

impl<'n> Field<'n> {
    /// Says that there is no such key.
    pub(super) fn deny(&self, hint: impl Into<String>, report: &mut Report) {
        report.add_with_hint(
            Rule::UnknownKey,
            &self.key_place,
            format!("`{}` is no key here", excerpt(self.key)),
            hint,
        );
    }

    /// The value, if it is a text: any text, so that a number or a boolean only needs quotes.
    pub(super) fn text(&self, report: &mut Report) -> Option<&'n str> {
        let spelled = match &self.node.value {
            Value::Text(text) => return Some(text),
            Value::Number(number) => Some(excerpt(number)),
            Value::Bool(value) => Some(value.to_string()),
            Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
        };
        let hint = match spelled {
            Some(spelled) => format!("quote it: `{}: \"{spelled}\"`", excerpt(self.key)),
            None => format!("write `{}: \"…\"`", excerpt(self.key)),
        };
        self.wrong_type("a text", hint, report);
        None
    }

    /// The value, if it is a text. `hint` says which texts will do, so that nobody is told to
    /// quote what would still be wrong.
    pub(super) fn text_or(
        &self,
        hint: impl FnOnce() -> String,
        report: &mut Report,
    ) -> Option<&'n str> {
        match &self.node.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong_type("a text", hint(), report);
                None
            }
        }
    }

    /// Says that the value is of another type than `wanted`.
    pub(super) fn wrong_type(&self, wanted: &str, hint: impl Into<String>, report: &mut Report) {
        report.add_with_hint(
            Rule::WrongType,
            &self.place,
            format!(
                "`{}` must be {wanted}, not {}",
                excerpt(self.key),
                self.node.describe()
            ),
            hint,
        );
    }

    /// Whether there is no value.
    pub(super) fn is_null(&self) -> bool {
        matches!(self.node.value, Value::Null)
    }

    /// Says that the value is as good as none.
    pub(super) fn is_as_left_out(&self, hint: impl Into<String>, report: &mut Report) {
        report.add_with_hint(
            Rule::EmptyValue,
            &self.place,
            format!("`{}` is empty, as if it were left out", excerpt(self.key)),
            hint,
        );
    }

    /// Whether there is no value, or one that is a blank text.
    pub(super) fn is_blank(&self) -> bool {
        match &self.node.value {
            Value::Null => true,
            Value::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }
}
