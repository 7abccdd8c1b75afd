//! What reads a version; one implementation for each `version.kind`.

use onhand_declaration::{KindSpec, KindUse};
use onhand_platform::{InspectHost, RootedPath};

use crate::{Observation, VersionText};

/// A place where versions are read. It describes itself; the parser, the schema and the error
/// messages follow from that.
pub trait VersionSource: Send + Sync {
    /// The kind that it reads.
    fn spec(&self) -> KindSpec;

    /// Reads the version of an application that is present. Every reading is bounded, whatever
    /// is on the machine; what can't be read is an observation that says why.
    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText>;
}

/// What a version is asked of.
#[derive(Debug, Clone, Copy)]
pub struct VersionQuery<'a> {
    /// Where the application was found.
    pub found: &'a RootedPath,
    /// The kind and its parameters, as declared.
    pub kind: &'a KindUse,
}
