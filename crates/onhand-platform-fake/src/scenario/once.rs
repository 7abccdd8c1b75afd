//! What may be described once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use onhand_document::{Place, Report, shown};

use super::rule::ScenarioRule;

/// The things that are described, each with its line.
pub(super) struct Described<T>(HashMap<T, u64>);

impl<T> Default for Described<T> {
    fn default() -> Self {
        Described(HashMap::new())
    }
}

impl<T: Eq + Hash> Described<T> {
    /// Remembers that `thing`, which the text calls `called`, is described at `place`. `None`, and a problem, where it
    /// already was.
    pub(super) fn add(
        &mut self,
        thing: T,
        called: &str,
        place: &Place,
        report: &mut Report<ScenarioRule>,
    ) -> Option<()> {
        match self.0.entry(thing) {
            Entry::Vacant(free) => {
                free.insert(place.span.map_or(0, |span| span.line));
                Some(())
            }
            Entry::Occupied(first) => {
                let line = first.get();
                let message = format!("`{}` is already described in line {line}", shown(called));
                report.add(ScenarioRule::DescribedTwice, place, message);
                None
            }
        }
    }
}
