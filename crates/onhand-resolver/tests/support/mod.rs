//! What the tests of this crate share: declarations from JSON, and a version source in memory.

use onhand_declaration::{Declaration, KindSpec, Node, Parser, Problem};
use onhand_platform::{InspectHost, read_bounded};
use onhand_resolver::{Observation, Resolvers, VersionQuery, VersionSource, VersionText};
use serde_json::Value;

/// The version is what the file at the location holds.
pub(crate) struct Content;

impl VersionSource for Content {
    fn spec(&self) -> KindSpec {
        KindSpec::version("content", "what the file holds")
    }

    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        match read_bounded(host, query.found, 1_000) {
            Ok(bytes) => VersionText::observe(&String::from_utf8_lossy(&bytes)),
            Err(error) => error.into(),
        }
    }
}

pub(crate) fn resolvers() -> Resolvers {
    Resolvers::new().with_version(Content)
}

pub(crate) fn declaration(json: Value) -> Declaration {
    let node: Node = serde_json::from_value(json).expect("decodes");
    let parsed = Parser::new(resolvers().vocabulary()).declaration(&node);
    let errors: Vec<&Problem> = parsed.problems.iter().filter(|p| p.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    parsed.declaration.expect("valid")
}
