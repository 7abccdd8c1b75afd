//! A declaration, once it is known to be valid.

use std::collections::BTreeMap;
use std::ops::Deref;

use onhand_platform::{Os, PathTemplate};

use crate::VersionScheme;
use crate::vocabulary::NONE;

/// What an application is, per OS, and what a server requires of it. It comes out of
/// the [parser](crate::Parser), so it obeys the grammar.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declaration {
    app: BTreeMap<Os, AppDef>,
    requires: Requires,
}

/// An application on one OS.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AppDef {
    /// What must be at the location.
    pub presence: Presence,
    /// Where the application may be, in the order in which to look. Never empty.
    pub locations: Vec<PathTemplate>,
    /// Whether an executable counts only where its permissions let somebody execute it. Without effect on Windows.
    pub executable_bit: bool,
    /// Where its version is read.
    pub version: KindUse,
    /// How it is found out whether it runs.
    pub liveness: KindUse,
}

/// What makes an application present. Closed: who looks for one must know every rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// A regular file, links followed. The executable bit is not asked for.
    Executable,
    /// A folder with a file `Contents/Info.plist`.
    Bundle,
}

/// A kind with its parameters, defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KindUse {
    kind: String,
    parameters: BTreeMap<String, ParameterValue>,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterValue {
    /// A text.
    Text(String),
    /// A path, checked for its OS.
    Path(PathTemplate),
    /// A list of words.
    Words(Vec<String>),
    /// A boolean.
    Bool(bool),
}

/// What a server requires of its application.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Requires {
    /// Whether the application must be there.
    pub app: bool,
    /// The minimum version, dotted digits. Only with `app`.
    pub min_version: Option<String>,
    /// How versions are compared; `None` where the declaration doesn't say.
    pub version_scheme: Option<VersionScheme>,
}

/// What availability is asked of: a [`Declaration`], or a host's own catalogue entry.
pub trait Requirements: Send + Sync {
    /// Whether the application must be there at all.
    fn requires_app(&self) -> bool;

    /// The minimum version.
    fn min_version(&self) -> Option<&str>;

    /// The application on that OS; `None` where it doesn't exist.
    fn app_for(&self, os: Os) -> Option<&AppDef>;

    /// How a version found is compared with the minimum version; `None` where it isn't said, so that the
    /// default of whoever compares counts.
    fn version_scheme(&self) -> Option<VersionScheme> {
        None
    }

    /// Whether it is known what is required. Where it is not, as of a declaration with errors, the answer is
    /// `invalid_declaration` at no cost: a gate fails closed.
    fn is_valid(&self) -> bool {
        true
    }
}

/// The requirements of a server whose declaration has errors: an application, and nobody knows which.
///
/// Registered in place of the declaration, it keeps the server's tools hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InvalidDeclaration;

impl Requirements for InvalidDeclaration {
    fn requires_app(&self) -> bool {
        true
    }

    fn min_version(&self) -> Option<&str> {
        None
    }

    fn app_for(&self, _: Os) -> Option<&AppDef> {
        None
    }

    fn is_valid(&self) -> bool {
        false
    }
}

/// Requirements whose application must be there, whatever `requires.app` says: all else is as they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequiringPresence<R>(pub R);

impl<R: Requirements> Requirements for RequiringPresence<R> {
    fn requires_app(&self) -> bool {
        true
    }

    fn min_version(&self) -> Option<&str> {
        self.0.min_version()
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        self.0.app_for(os)
    }

    fn version_scheme(&self) -> Option<VersionScheme> {
        self.0.version_scheme()
    }

    fn is_valid(&self) -> bool {
        self.0.is_valid()
    }
}

impl Declaration {
    pub(crate) fn from_parts(app: BTreeMap<Os, AppDef>, requires: Requires) -> Self {
        Declaration { app, requires }
    }

    /// The application on each OS that the declaration names, by OS.
    pub fn apps(&self) -> impl Iterator<Item = (Os, &AppDef)> {
        self.app.iter().map(|(os, app)| (*os, app))
    }

    /// What is required.
    #[must_use]
    pub fn requires(&self) -> &Requires {
        &self.requires
    }
}

impl Requirements for Declaration {
    fn requires_app(&self) -> bool {
        self.requires.app
    }

    fn min_version(&self) -> Option<&str> {
        self.requires.min_version.as_deref()
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        self.app.get(&os)
    }

    fn version_scheme(&self) -> Option<VersionScheme> {
        self.requires.version_scheme
    }
}

/// What points to requirements has them: a reference, or what a [`Registry`](crate::Registry) hands out.
impl<P> Requirements for P
where
    P: Deref<Target: Requirements> + Send + Sync,
{
    fn requires_app(&self) -> bool {
        (**self).requires_app()
    }

    fn min_version(&self) -> Option<&str> {
        (**self).min_version()
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        (**self).app_for(os)
    }

    fn version_scheme(&self) -> Option<VersionScheme> {
        (**self).version_scheme()
    }

    fn is_valid(&self) -> bool {
        (**self).is_valid()
    }
}

impl AppDef {
    /// An application at one location, whose version and liveness are not asked.
    #[must_use]
    pub fn new(presence: Presence, location: PathTemplate) -> Self {
        AppDef {
            presence,
            locations: vec![location],
            executable_bit: false,
            version: KindUse::none(),
            liveness: KindUse::none(),
        }
    }

    /// The same, whose version that kind reads.
    #[must_use]
    pub fn with_version(mut self, kind: KindUse) -> Self {
        self.version = kind;
        self
    }

    /// The same, whose liveness that kind asks.
    #[must_use]
    pub fn with_liveness(mut self, kind: KindUse) -> Self {
        self.liveness = kind;
        self
    }
}

impl Presence {
    /// Every presence.
    pub const ALL: [Presence; 2] = [Presence::Executable, Presence::Bundle];

    /// The word in a declaration.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Presence::Executable => "executable",
            Presence::Bundle => "bundle",
        }
    }

    /// What the rule asks for, as a phrase for people.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Presence::Executable => "a regular file, links followed",
            Presence::Bundle => "a folder with a file `Contents/Info.plist`",
        }
    }
}

impl KindUse {
    /// The kind that does nothing.
    #[must_use]
    pub fn none() -> Self {
        KindUse::new(NONE)
    }

    /// A kind without parameters; see [`with`](Self::with).
    pub fn new(kind: impl Into<String>) -> Self {
        KindUse {
            kind: kind.into(),
            parameters: BTreeMap::new(),
        }
    }

    /// Sets a parameter.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: ParameterValue) -> Self {
        self.parameters.insert(name.into(), value);
        self
    }

    /// The kind's name.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Whether it is the kind that does nothing.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.kind == NONE
    }

    /// Every parameter, by name.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &ParameterValue)> {
        self.parameters
            .iter()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// The parameter of that name, if it is a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.parameters.get(name)? {
            ParameterValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The parameter of that name, if it is a path.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<&PathTemplate> {
        match self.parameters.get(name)? {
            ParameterValue::Path(path) => Some(path),
            _ => None,
        }
    }

    /// The parameter of that name, if it is a list of words.
    #[must_use]
    pub fn words(&self, name: &str) -> Option<&[String]> {
        match self.parameters.get(name)? {
            ParameterValue::Words(words) => Some(words),
            _ => None,
        }
    }

    /// The parameter of that name, if it is a boolean.
    #[must_use]
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.parameters.get(name)? {
            ParameterValue::Bool(value) => Some(*value),
            _ => None,
        }
    }
}
