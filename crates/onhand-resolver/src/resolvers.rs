//! The kinds that are plugged in, and how versions compare where a declaration doesn't say.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use onhand_declaration::{KindRole, Requirements, VersionScheme, Vocabulary};

use crate::{LivenessProbe, VersionSource};

/// What reads each `version.kind` and asks each `liveness.kind`. Its
/// [vocabulary](Resolvers::vocabulary) is what a parser should know.
///
/// A kind of one's own is one type and one registration:
///
/// ```
/// use onhand_declaration::{KindSpec, Node, ParameterSpec, Parser};
/// use onhand_platform::{InspectHost, Os, read_bounded};
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{
///     Evaluator, Observation, Resolvers, VersionQuery, VersionSource, VersionText,
/// };
///
/// /// Reads the text field `version` of a JSON file.
/// struct JsonFile;
///
/// impl VersionSource for JsonFile {
///     fn spec(&self) -> KindSpec {
///         KindSpec::version("json_file", "the field `version` of a JSON file")
///             .parameter(ParameterSpec::path("path", "the JSON file").required())
///     }
///
///     fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
///         let Some(template) = query.kind.path("path") else {
///             return Observation::Unavailable("no `path` is declared".into());
///         };
///         let path = match template.expand(host) {
///             Ok(path) => path,
///             Err(error) => return error.into(),
///         };
///         let text = match read_bounded(host, &path, 64 * 1024) {
///             Ok(text) => text,
///             Err(error) => return Observation::from(error).about(&path),
///         };
///         match serde_json::from_slice::<serde_json::Value>(&text) {
///             Ok(json) => VersionText::observe(json["version"].as_str().unwrap_or_default()),
///             Err(error) => Observation::Error(error.to_string().into()),
///         }
///     }
/// }
///
/// let resolvers = Resolvers::new().with_version(JsonFile);
///
/// // The parser knows it from its description alone.
/// let node: Node = serde_json::from_value(serde_json::json!({
///     "app": { "linux": {
///         "presence": "executable",
///         "location": "/opt/vendor/app",
///         "version": { "kind": "json_file", "path": "/opt/vendor/about.json" },
///     } },
///     "requires": { "app": true, "min_version": "2.3", "version_scheme": "leading" },
/// }))?;
/// let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
/// let declaration = parsed.declaration.expect("valid");
///
/// let host = FakeHost::new(Os::Linux)
///     .file("/opt/vendor/app", b"")
///     .file("/opt/vendor/about.json", br#"{ "version": "2.4.1" }"#);
/// let availability = Evaluator::new(&host, &resolvers).availability(&declaration);
/// assert!(availability.offerable());
/// assert_eq!(availability.version.expect("it was read").as_str(), "2.4.1");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Resolvers {
    versions: BTreeMap<String, Arc<dyn VersionSource>>,
    probes: BTreeMap<String, Arc<dyn LivenessProbe>>,
    vocabulary: Vocabulary,
    version_scheme: VersionScheme,
}

impl Resolvers {
    /// None plugged in. The documented grammar is known all the same; a version of a kind that
    /// nothing reads is unavailable.
    #[must_use]
    pub fn new() -> Self {
        Resolvers::default()
    }

    /// Plugs a version source in, in place of one of the same kind.
    ///
    /// # Panics
    /// Where its [`spec`](VersionSource::spec) is of another role.
    #[must_use]
    pub fn with_version(mut self, source: impl VersionSource + 'static) -> Self {
        let spec = source.spec();
        assert_eq!(spec.role(), KindRole::Version, "`{}`", spec.name());
        self.versions
            .insert(spec.name().to_owned(), Arc::new(source));
        self.vocabulary.add(spec);
        self
    }

    /// Plugs a liveness probe in, in place of one of the same kind.
    ///
    /// # Panics
    /// Where its [`spec`](LivenessProbe::spec) is of another role.
    #[must_use]
    pub fn with_liveness(mut self, probe: impl LivenessProbe + 'static) -> Self {
        let spec = probe.spec();
        assert_eq!(spec.role(), KindRole::Liveness, "`{}`", spec.name());
        self.probes.insert(spec.name().to_owned(), Arc::new(probe));
        self.vocabulary.add(spec);
        self
    }

    /// Compares versions by this scheme wherever what is required doesn't name one.
    #[must_use]
    pub fn with_version_scheme(mut self, scheme: VersionScheme) -> Self {
        self.version_scheme = scheme;
        self
    }

    /// The scheme by which versions are compared where what is required doesn't name one: `numeric`, the
    /// documented default, unless [another](Self::with_version_scheme) was set.
    #[must_use]
    pub fn version_scheme(&self) -> VersionScheme {
        self.version_scheme
    }

    /// The scheme by which the version of what is required is compared: the one that it names, else the
    /// [default](Self::version_scheme).
    #[must_use]
    pub fn scheme_for(&self, requirements: &(impl Requirements + ?Sized)) -> VersionScheme {
        requirements.version_scheme().unwrap_or(self.version_scheme)
    }

    /// The documented kinds and those plugged in.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// What reads that version kind.
    #[must_use]
    pub fn version(&self, kind: &str) -> Option<&dyn VersionSource> {
        self.versions.get(kind).map(AsRef::as_ref)
    }

    /// What asks that liveness kind.
    #[must_use]
    pub fn liveness(&self, kind: &str) -> Option<&dyn LivenessProbe> {
        self.probes.get(kind).map(AsRef::as_ref)
    }
}

impl fmt::Debug for Resolvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolvers")
            .field("versions", &self.versions.keys())
            .field("probes", &self.probes.keys())
            .field("version_scheme", &self.version_scheme)
            .finish_non_exhaustive()
    }
}
