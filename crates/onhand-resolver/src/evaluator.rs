//! Asks a host for the availability of what is required.

use onhand_declaration::Requirements;
use onhand_platform::InspectHost;

use crate::availability::{Version, assess};
use crate::{AppResolver, Assessment, Availability, Pass, Resolvers};

/// Evaluates requirements on a host. It holds no cache: every call asks the host anew.
///
/// | what is required | [`availability`](Self::availability), [`assess`](Self::assess) | [`offerable`](Self::offerable), [`decide`](Self::decide) |
/// |---|---|---|
/// | `no_requirements`, `unsupported_os`, `invalid_declaration` | none | none |
/// | an executable, present or not | one `env` for each variable (`home` for `~`), one `stat` | the same |
/// | a bundle | one `env` for each variable (`home` for `~`), one or two `stat`s | the same |
/// | with a `min_version`, of what is present | what the version kind costs, on top | the same |
/// | without one, of what is present | what the version kind costs, on top; nothing for `none` | nothing on top |
///
/// It never probes: nothing is started, connected to or asked whether it runs.
///
/// ```
/// use onhand_declaration::{Node, Parser, Vocabulary};
/// use onhand_platform::Os;
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{Evaluator, Resolvers, State};
///
/// let node: Node = serde_json::from_value(serde_json::json!({
///     "app": { "linux": { "presence": "executable", "location": "$HOME/bin/app" } },
///     "requires": { "app": true },
/// }))?;
/// let parsed = Parser::new(&Vocabulary::standard()).declaration(&node);
/// let declaration = parsed.declaration.expect("valid");
///
/// let resolvers = Resolvers::new();
/// let host = FakeHost::new(Os::Linux).env("HOME", "/home/me");
/// let availability = Evaluator::new(&host, &resolvers).availability(&declaration);
/// assert_eq!(availability.state, State::MissingApp);
/// assert_eq!(availability.path.as_deref(), Some("/home/me/bin/app"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Evaluator<'a> {
    host: &'a dyn InspectHost,
    resolvers: &'a Resolvers,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of what is on `host`, with the kinds of `resolvers`.
    #[must_use]
    pub fn new(host: &'a dyn InspectHost, resolvers: &'a Resolvers) -> Self {
        Evaluator { host, resolvers }
    }

    /// The availability of what is required.
    #[must_use]
    pub fn availability(&self, requirements: &(impl Requirements + ?Sized)) -> Availability {
        self.assess(requirements).availability
    }

    /// The availability, with what led to it. The same host calls.
    #[must_use]
    pub fn assess(&self, requirements: &(impl Requirements + ?Sized)) -> Assessment {
        self.ask(requirements, Version::WhereDeclared)
    }

    /// Whether a server with these requirements should be offered. A version that decides nothing is not read.
    #[must_use]
    pub fn offerable(&self, requirements: &(impl Requirements + ?Sized)) -> bool {
        self.decide(requirements).availability.offerable()
    }

    /// What [`offerable`](Self::offerable) is decided by. The same host calls.
    #[must_use]
    pub fn decide(&self, requirements: &(impl Requirements + ?Sized)) -> Assessment {
        self.ask(requirements, Version::WhereRequired)
    }

    /// Starts a pass: many evaluations that share one reading of each fact.
    #[must_use]
    pub fn pass(&self) -> Pass<'a> {
        Pass::new(self.host, self.resolvers)
    }

    fn ask(&self, requirements: &(impl Requirements + ?Sized), version: Version) -> Assessment {
        assess(
            self.host,
            self.resolvers,
            requirements,
            version,
            |app, found| AppResolver::new(app, self.resolvers).inspect(self.host, found),
        )
    }
}

impl std::fmt::Debug for Evaluator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator")
            .field("os", &self.host.os())
            .field("resolvers", self.resolvers)
            .finish()
    }
}
