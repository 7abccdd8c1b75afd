//! Gates that would gate nothing: keys with a slip, and those that stand where nobody looks.
//!
//! Whoever wrote one meant the skill to be hidden where an application is missing, so that it fails closed.

use onhand_document::{Entry, Node, Value, shown};

use super::error::at;
use super::gate_key::{GATE, METADATA, is_meant};
use super::{Flaw, FrontmatterError};

/// Looks for such a gate everywhere in the frontmatter: at every depth, and on every line of `text` that a value of
/// several lines has swallowed.
pub(super) fn ensure_none(entries: &[Entry], text: &str) -> Result<(), FrontmatterError> {
    let mut survey = Survey::default();
    survey.entries(entries)?;
    for (number, line) in (1..).zip(lines(text)) {
        if is_written(line) && !survey.counted.contains(&number) {
            return Err(FrontmatterError {
                line: Some(number),
                column: Some((line.len() - line.trim_start().len()) as u64 + 1),
                flaw: Flaw::WithinText,
            });
        }
    }
    Ok(())
}

/// The lines as YAML counts them: a carriage return alone ends one, too.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// Whether a line begins with the gate, or a slip of it in one word, as a key or as the start of an assignment. Of
/// several words it is a sentence. It may stand in quotes, in brackets, and as an item of a list.
fn is_written(line: &str) -> bool {
    key_of(line).is_some_and(|key| !key.contains(char::is_whitespace) && is_meant(key))
}

/// What would be the key, if the line were no part of a text.
fn key_of(line: &str) -> Option<&str> {
    let (key, _) = line.split_once([':', '='])?;
    let key = key.trim_start_matches([' ', '\t', '"', '\'', '-', '*', '?', '{', '[']);
    Some(key.trim_end_matches([' ', '\t', '"', '\'']))
}

/// Whether metadata in a text hold the gate: on a line, as a field of JSON, or between commas; or name it and
/// nothing else, as `{ key: requires_apps, value: … }` does. Nobody writes sentences there, so that words may be apart.
fn is_metadata(text: &str) -> bool {
    text.trim() == GATE
        || text
            .split(['\n', '\r', ',', ';', '{'])
            .filter_map(key_of)
            .any(is_meant)
}

/// Whether a text is the gate's name, as in the key `[requires_apps]`.
fn is_gate(node: &Node) -> bool {
    matches!(&node.value, Value::Text(text) if is_meant(text))
}

/// What stands on the way for an item of a list, and for a key that is not a text.
const NAMELESS: &str = "[]";

#[derive(Default)]
struct Survey<'n> {
    /// The keys on the way to where it looks.
    way: Vec<&'n str>,
    /// The lines of the gates that count.
    counted: Vec<u64>,
}

impl<'n> Survey<'n> {
    fn entries(&mut self, entries: &'n [Entry]) -> Result<(), FrontmatterError> {
        for Entry { key, value } in entries {
            let Value::Text(name) = &key.value else {
                if let Value::Sequence(items) = &key.value
                    && items.iter().any(is_gate)
                {
                    return Err(at(key, Flaw::Misplaced(NAMELESS.to_owned())));
                }
                self.below(NAMELESS, key)?;
                self.below(NAMELESS, value)?;
                continue;
            };
            let is_level = matches!(self.way[..], [] | [METADATA]);
            if is_level && name == GATE {
                self.counted.extend(key.span.map(|span| span.line));
                continue;
            }
            self.name(key, name, is_level)?;
            self.below(name, value)?;
        }
        Ok(())
    }

    fn name(&self, key: &Node, name: &str, is_level: bool) -> Result<(), FrontmatterError> {
        let way = || {
            let way: Vec<&str> = self.way.iter().copied().chain([name]).collect();
            shown(&way.join("."))
        };
        if is_meant(name) {
            let flaw = if is_level {
                Flaw::NearMiss(way())
            } else {
                Flaw::Misplaced(way())
            };
            return Err(at(key, flaw));
        }
        // `requires: { apps: … }`
        let mut parents = self.way.iter().rev().filter(|key| **key != NAMELESS);
        let parent = parents
            .next()
            .filter(|parent| is_meant(&format!("{parent}_{name}")));
        match parent {
            Some(_) => Err(at(key, Flaw::Misplaced(way()))),
            None => Ok(()),
        }
    }

    /// What a key holds. Nothing is right below `metadata` that is in a list.
    fn below(&mut self, key: &'n str, node: &'n Node) -> Result<(), FrontmatterError> {
        self.way.push(key);
        self.values_of(node)?;
        self.way.pop();
        Ok(())
    }

    fn values_of(&mut self, node: &'n Node) -> Result<(), FrontmatterError> {
        match &node.value {
            Value::Mapping(entries) => self.entries(entries),
            Value::Sequence(items) => items.iter().try_for_each(|item| self.below(NAMELESS, item)),
            // Metadata whose keys stand in a text.
            Value::Text(text) if self.way.first() == Some(&METADATA) => {
                if is_metadata(text) {
                    return Err(at(node, Flaw::WithinText));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
