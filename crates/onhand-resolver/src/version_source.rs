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

    /// The same reading at the same cost, with what people should know of it. A source that has
    /// nothing to add leaves this as it is.
    fn read_with_remarks(
        &self,
        host: &dyn InspectHost,
        query: &VersionQuery<'_>,
    ) -> VersionReading {
        self.read(host, query).into()
    }
}

/// What a source read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct VersionReading {
    /// The version.
    pub version: Observation<VersionText>,
    /// What people should know of it, a sentence each: which of several entries was chosen, what
    /// was nearly a match. Empty where nothing needs to be said.
    pub remarks: Vec<String>,
}

impl VersionReading {
    /// A version, with what people should know of it. Without remarks an observation becomes one by `into()`.
    #[must_use]
    pub fn new(version: Observation<VersionText>, remarks: Vec<String>) -> Self {
        VersionReading { version, remarks }
    }
}

impl From<Observation<VersionText>> for VersionReading {
    fn from(version: Observation<VersionText>) -> Self {
        VersionReading::new(version, Vec::new())
    }
}

/// What a version is asked of.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct VersionQuery<'a> {
    /// Where the application was found.
    pub found: &'a RootedPath,
    /// The kind and its parameters, as declared.
    pub kind: &'a KindUse,
}

impl<'a> VersionQuery<'a> {
    /// Asks as that kind is declared, of an application that was found there.
    #[must_use]
    pub fn new(found: &'a RootedPath, kind: &'a KindUse) -> Self {
        VersionQuery { found, kind }
    }
}
