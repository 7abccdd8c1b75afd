//! The entries of a mapping, and what is wrong with its keys.

use std::collections::{HashMap, HashSet};

use super::Field;
use crate::{DocumentRule, Entry, Node, Place, Report, RuleCode, Value, listed, shown, suggestion};

/// The entries of a mapping under a closed grammar that are not yet taken. What is taken is known, and
/// [`deny_rest`](Self::deny_rest) says of what is left that it is wrong.
pub struct Fields<'n> {
    /// Where the mapping stands.
    pub place: Place,
    /// What the mapping is, for people: `a declaration`.
    what: String,
    rest: Vec<Field<'n>>,
    /// The keys that stand there more than once, of which only the first is among the entries.
    ambiguous: HashSet<&'n str>,
}

impl<'n> Fields<'n> {
    /// The entries of a mapping whose keys are texts. `what` names the mapping to people: "a declaration". `hint` says
    /// what it holds. Of a key that stands there twice the first entry is kept, and the other is an error.
    pub fn read<R: RuleCode>(
        node: &'n Node,
        place: &Place,
        what: &str,
        hint: impl FnOnce() -> String,
        report: &mut Report<R>,
    ) -> Option<Self> {
        let entries = entries(node, place, what, hint, report)?;
        let key_of = |key: &'n Node| match &key.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        };
        Some(Fields::collect(entries, key_of, place, what, report))
    }

    /// As [`read`](Self::read) of a mapping whose keys are names that its author made up: a number or a boolean is the
    /// name that it spells, as in `processes: { 4242: … }`.
    pub fn read_named<R: RuleCode>(
        node: &'n Node,
        place: &Place,
        what: &str,
        hint: impl FnOnce() -> String,
        report: &mut Report<R>,
    ) -> Option<Self> {
        let entries = entries(node, place, what, hint, report)?;
        Some(Fields::collect(entries, Node::spelled, place, what, report))
    }

    fn collect<R: RuleCode>(
        entries: &'n [Entry],
        key_of: impl Fn(&'n Node) -> Option<&'n str>,
        place: &Place,
        what: &str,
        report: &mut Report<R>,
    ) -> Self {
        let mut first_at = HashMap::new();
        let mut rest = Vec::with_capacity(entries.len());
        let mut ambiguous = HashSet::new();
        for entry in entries {
            let Some(key) = key_of(&entry.key) else {
                let message = format!("a key must be a text, not {}", entry.key.describe());
                let at = place.at(entry.key.span);
                match &entry.key.value {
                    Value::Number(_) | Value::Bool(_) => {
                        report.add_with_hint(DocumentRule::WrongType, &at, message, "quote it");
                    }
                    _ => report.add(DocumentRule::WrongType, &at, message),
                }
                continue;
            };
            let key_place = place.child(key, entry.key.span.or(place.span));
            if let Some(first) = first_at.get(key) {
                ambiguous.insert(key);
                let message = format!("`{}` appears here twice", shown(key));
                match first {
                    Some(line) => report.add_with_hint(
                        DocumentRule::DuplicateKey,
                        &key_place,
                        message,
                        format!("the first is on line {line}"),
                    ),
                    None => report.add(DocumentRule::DuplicateKey, &key_place, message),
                }
                continue;
            }
            first_at.insert(key, entry.key.span.map(|span| span.line));
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
                index: None,
            });
        }
        Fields {
            place: place.clone(),
            what: what.to_owned(),
            rest,
            ambiguous,
        }
    }

    /// Whether the key stands there more than once, so that nobody knows which entry is meant.
    #[must_use]
    pub fn is_ambiguous(&self, key: &str) -> bool {
        self.ambiguous.contains(key)
    }

    /// Takes the entry of that key out.
    pub fn take(&mut self, key: &str) -> Option<Field<'n>> {
        let at = self.rest.iter().position(|field| field.key == key)?;
        Some(self.rest.remove(at))
    }

    /// Takes the entry of that key out, if it has a value. `version:` with nothing behind it is as good
    /// as left out, and its author is told.
    pub fn take_given<R: RuleCode>(
        &mut self,
        key: &str,
        report: &mut Report<R>,
    ) -> Option<Field<'n>> {
        let field = self.take(key)?;
        if field.is_null() {
            field.is_as_left_out("leave it out, or give it a value", report);
            return None;
        }
        Some(field)
    }

    /// Takes the entry of a key that must be there. `rule` is the one that its absence breaks, `hint` says what it holds.
    pub fn require<R: RuleCode>(
        &mut self,
        key: &str,
        rule: impl Into<R>,
        hint: impl FnOnce() -> String,
        report: &mut Report<R>,
    ) -> Option<Field<'n>> {
        let field = self.take(key);
        if field.is_none() {
            report.add_with_hint(rule, &self.place, format!("`{key}` is missing"), hint());
        }
        field
    }

    /// Takes the one entry of these keys. `rule` is broken where none of them is there, or more than one.
    pub fn take_one_of<R: RuleCode>(
        &mut self,
        keys: &[&str],
        rule: impl Into<R>,
        report: &mut Report<R>,
    ) -> Option<Field<'n>> {
        let mut there: Vec<Field<'n>> = keys.iter().filter_map(|key| self.take(key)).collect();
        if there.len() == 1 {
            return there.pop();
        }
        let found = match &there[..] {
            [] => "none of them is here".to_owned(),
            _ => format!("found {}", listed(there.iter().map(|field| field.key))),
        };
        let message = format!(
            "{} needs exactly one of {}",
            self.what,
            listed(keys.iter().copied())
        );
        let place = there.get(1).map_or(&self.place, |second| &second.key_place);
        report.add_with_hint(rule, place, message, found);
        None
    }

    /// The keys that are left.
    pub fn keys(&self) -> impl Iterator<Item = &'n str> {
        self.rest.iter().map(|field| field.key)
    }

    /// Takes everything that is left.
    pub fn take_rest(&mut self) -> Vec<Field<'n>> {
        std::mem::take(&mut self.rest)
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Says of everything that is left that it is unknown. `known` are the keys of this mapping.
    pub fn deny_rest<R: RuleCode>(self, known: &[&str], report: &mut Report<R>) {
        for field in &self.rest {
            if report.is_full() {
                report.add(DocumentRule::UnknownKey, &field.key_place, "");
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

/// The keys that a mapping takes, for whoever wrote something else.
#[must_use]
pub fn keys_hint(known: &[&str]) -> String {
    format!("its keys are {}", listed(known.iter().copied()))
}

fn entries<'n, R: RuleCode>(
    node: &'n Node,
    place: &Place,
    what: &str,
    hint: impl FnOnce() -> String,
    report: &mut Report<R>,
) -> Option<&'n [Entry]> {
    if let Value::Mapping(entries) = &node.value {
        return Some(entries);
    }
    let message = format!("{what} must be a mapping, not {}", node.describe());
    report.add_with_hint(DocumentRule::NotAMapping, place, message, hint());
    None
}
