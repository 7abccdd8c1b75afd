//! Which applications must be there.

use std::collections::HashSet;

use onhand_document::{Node, Value};

use super::error::at;
use super::gate_key::{GATE, METADATA};
use super::keys::Keys;
use super::{Flaw, FrontmatterError};

/// Every application that the top level or the metadata names, each once, in order. Whoever names some at both places
/// means all of them.
pub(super) fn applications(
    top: &Keys<'_>,
    metadata: Option<&Keys<'_>>,
) -> Result<Vec<String>, FrontmatterError> {
    let mut gate = Gate::default();
    if let Some(node) = top.get(GATE) {
        gate.add(node, GATE.to_owned(), |text| vec![text])?;
    }
    if let Some(node) = metadata.and_then(|metadata| metadata.get(GATE)) {
        // The format's values there are texts, so that a list can only be one with commas.
        gate.add(node, format!("{METADATA}.{GATE}"), |text| {
            text.split(',').collect()
        })?;
    }
    Ok(gate.names)
}

#[derive(Default)]
struct Gate {
    names: Vec<String>,
    seen: HashSet<String>,
}

impl Gate {
    /// Takes what one key holds. What names no application may stand for one that its author forgot, so it is no
    /// gate left open; nothing at all is none.
    fn add<'n>(
        &mut self,
        node: &'n Node,
        key: String,
        split: impl Fn(&'n str) -> Vec<&'n str>,
    ) -> Result<(), FrontmatterError> {
        match &node.value {
            Value::Null => Ok(()),
            Value::Text(text) if text.trim().is_empty() => {
                let found = "a blank text".to_owned();
                Err(at(node, Flaw::RequiresApps { key, found }))
            }
            Value::Text(text) => split(text)
                .into_iter()
                .try_for_each(|name| self.name(node, &key, name)),
            Value::Sequence(items) => items.iter().try_for_each(|item| match &item.value {
                Value::Text(name) => self.name(item, &key, name),
                _ => {
                    let (key, found) = (key.clone(), item.describe());
                    Err(at(item, Flaw::RequiresAppsItem { key, found }))
                }
            }),
            _ => {
                let found = node.describe();
                Err(at(node, Flaw::RequiresApps { key, found }))
            }
        }
    }

    fn name(&mut self, node: &Node, key: &str, name: &str) -> Result<(), FrontmatterError> {
        let name = name.trim();
        if name.is_empty() {
            let (key, found) = (key.to_owned(), "blank".to_owned());
            return Err(at(node, Flaw::RequiresAppsItem { key, found }));
        }
        if self.seen.insert(name.to_owned()) {
            self.names.push(name.to_owned());
        }
        Ok(())
    }
}
