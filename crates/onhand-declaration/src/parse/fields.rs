//! A mapping under a closed grammar: what is taken is known, and what is left is wrong.

use super::nearest::{listed, nearest};
use super::report::{Place, Report};
use crate::node::excerpt;
use crate::{Node, Rule, Value};

/// The entries of a mapping that are not yet taken.
pub(super) struct Fields<'n> {
    pub(super) place: Place,
    rest: Vec<Field<'n>>,
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
    /// `what` names the mapping to people: "a declaration".
    pub(super) fn read(
        node: &'n Node,
        place: &Place,
        what: &str,
        report: &mut Report,
    ) -> Option<Self> {
        let Value::Mapping(entries) = &node.value else {
            report.add(
                Rule::NotAMapping,
                place,
                format!("{what} must be a mapping, not {}", node.describe()),
            );
            return None;
        };
        let mut first_at = std::collections::HashMap::new();
        let mut rest = Vec::with_capacity(entries.len());
        for entry in entries {
            let Value::Text(key) = &entry.key.value else {
                report.add(
                    Rule::WrongType,
                    &place.at(entry.key.span),
                    format!("a key must be a text, not {}", entry.key.describe()),
                );
                continue;
            };
            let key_place = place.child(key, entry.key.span.or(place.span));
            if let Some(first) = first_at.get(key.as_str()) {
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
        })
    }

    /// Takes the entry of that key out.
    pub(super) fn take(&mut self, key: &str) -> Option<Field<'n>> {
        let at = self.rest.iter().position(|field| field.key == key)?;
        Some(self.rest.remove(at))
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
            let hint = match nearest(field.key, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {}", listed(known.iter().copied())),
            };
            report.add_with_hint(
                Rule::UnknownKey,
                &field.key_place,
                format!("`{}` is no key here", excerpt(field.key)),
                hint,
            );
        }
    }
}

impl<'n> Field<'n> {
    /// The value, if it is a text.
    pub(super) fn text(&self, report: &mut Report) -> Option<&'n str> {
        match &self.node.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong_type("a text", report);
                None
            }
        }
    }

    /// Says that the value is of another type than `wanted`.
    pub(super) fn wrong_type(&self, wanted: &str, report: &mut Report) {
        let message = format!(
            "`{}` must be {wanted}, not {}",
            excerpt(self.key),
            self.node.describe()
        );
        match &self.node.value {
            Value::Number(number) => report.add_with_hint(
                Rule::WrongType,
                &self.place,
                message,
                format!("quote it: `{}: \"{}\"`", excerpt(self.key), excerpt(number)),
            ),
            Value::Bool(value) => report.add_with_hint(
                Rule::WrongType,
                &self.place,
                message,
                format!("a text that looks like a boolean is quoted: \"{value}\""),
            ),
            _ => report.add(Rule::WrongType, &self.place, message),
        }
    }
}
