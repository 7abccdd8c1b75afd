//! The entries of a mapping, by their keys.

use std::collections::BTreeMap;

use onhand_document::{Entry, Node, Value, shown};

use super::error::at;
use super::{Flaw, FrontmatterError};

/// The entries of a mapping, each key a text that stands there once.
pub(super) struct Keys<'n>(BTreeMap<&'n str, &'n Node>);

impl<'n> Keys<'n> {
    /// The entries of the mapping below `parent`; of none, those at the top. A key that is not a text is nobody's, and
    /// left out.
    pub(super) fn read(
        entries: &'n [Entry],
        parent: Option<&str>,
    ) -> Result<Self, FrontmatterError> {
        let mut keys = BTreeMap::new();
        for Entry { key, value } in entries {
            let Value::Text(name) = &key.value else {
                continue;
            };
            if name == "<<" {
                return Err(at(key, Flaw::Merge));
            }
            if keys.insert(name.as_str(), value).is_some() {
                let way = parent.into_iter().chain([name.as_str()]);
                let way = way.collect::<Vec<_>>().join(".");
                return Err(at(key, Flaw::DuplicateKey(shown(&way))));
            }
        }
        Ok(Keys(keys))
    }

    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.0.get(key).copied()
    }
}
