//! What a kind says of itself.

use onhand_platform::Os;

use super::ParameterSpec;

/// What a kind is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum KindRole {
    /// `version.kind`: where a version is read.
    Version,
    /// `liveness.kind`: how it is found out whether the application runs.
    Liveness,
}

impl KindRole {
    /// The key under which kinds of this role stand: `version` or `liveness`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            KindRole::Version => "version",
            KindRole::Liveness => "liveness",
        }
    }
}

/// A kind: its name, the OSes where it exists, what it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct KindSpec {
    role: KindRole,
    name: String,
    summary: String,
    systems: Vec<Os>,
    parameters: Vec<ParameterSpec>,
}

/// The kind that does nothing; the default of each role.
pub(crate) const NONE: &str = "none";

impl KindSpec {
    /// A place where a version is read. `summary` is a phrase for people: "a field of a JSON
    /// file". It exists on every OS until [`on`](Self::on) says otherwise.
    pub fn version(name: impl Into<String>, summary: impl Into<String>) -> Self {
        KindSpec::new(KindRole::Version, name.into(), summary.into())
    }

    /// A way to find out whether an application runs.
    pub fn liveness(name: impl Into<String>, summary: impl Into<String>) -> Self {
        KindSpec::new(KindRole::Liveness, name.into(), summary.into())
    }

    fn new(role: KindRole, name: String, summary: String) -> Self {
        KindSpec {
            role,
            name,
            summary,
            systems: Os::ALL.to_vec(),
            parameters: Vec::new(),
        }
    }

    /// Restricts the kind to these OSes.
    #[must_use]
    pub fn on(mut self, systems: &[Os]) -> Self {
        self.systems = systems.to_vec();
        self
    }

    /// Adds a parameter.
    ///
    /// # Panics
    /// Where the kind has a parameter of that name, or the name is `kind`: no declaration could
    /// ever give it.
    #[must_use]
    pub fn parameter(mut self, parameter: ParameterSpec) -> Self {
        let taken = |name| name == "kind" || self.parameters.iter().any(|p| p.name() == name);
        assert!(
            !taken(parameter.name()),
            "the kind `{}` has a `{}` already",
            self.name,
            parameter.name()
        );
        self.parameters.push(parameter);
        self
    }

    /// What it is for.
    #[must_use]
    pub fn role(&self) -> KindRole {
        self.role
    }

    /// Its name in a declaration.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, as a phrase for people.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The OSes where it exists.
    #[must_use]
    pub fn systems(&self) -> &[Os] {
        &self.systems
    }

    /// What it takes, in order.
    #[must_use]
    pub fn parameters(&self) -> &[ParameterSpec] {
        &self.parameters
    }

    /// Whether it is the kind that does nothing.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.name == NONE
    }
}
