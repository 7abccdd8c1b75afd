//! One value for a host program: a machine, the built-in kinds, and a registry.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use onhand_declaration::{Parser, Registry, Requirements};
use onhand_gate_mcp::McpGate;
use onhand_liveness::{InteractiveSession, LockFolder, PortFile, ServerJson};
use onhand_platform::{InspectHost, ProbeHost};
use onhand_resolver::{
    Assessment, Availability, Effort, Evaluator, LiveEndpoint, Observation, Pass, ProbeAssessment,
    Resolvers, live_endpoint, probe_assess,
};
use onhand_version::{PeResource, Plist, UninstallRegistry};

/// A machine with everything that onhand knows plugged in.
///
/// It is made once, at the edge of the host program, and passed down.
#[derive(Debug)]
pub struct Onhand<H> {
    host: Arc<H>,
    resolvers: Resolvers,
    registry: Arc<Registry>,
}

/// Every built-in kind.
#[must_use]
pub fn resolvers() -> Resolvers {
    Resolvers::new()
        .with_version(PeResource)
        .with_version(Plist)
        .with_version(UninstallRegistry)
        .with_liveness(ServerJson)
        .with_liveness(PortFile)
        .with_liveness(LockFolder)
        .with_liveness(InteractiveSession)
}

impl<H: InspectHost> Onhand<H> {
    /// The built-in kinds on that machine, and an empty registry.
    pub fn new(host: H) -> Self {
        Onhand::with_resolvers(host, resolvers())
    }

    /// The kinds of `resolvers` on that machine, and an empty registry.
    pub fn with_resolvers(host: H, resolvers: Resolvers) -> Self {
        Onhand {
            host: Arc::new(host),
            resolvers,
            registry: Arc::default(),
        }
    }

    /// The machine.
    pub fn host(&self) -> &H {
        &self.host
    }

    /// The kinds.
    pub fn resolvers(&self) -> &Resolvers {
        &self.resolvers
    }

    /// What each server requires, by its name.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// A parser that knows the kinds.
    pub fn parser(&self) -> Parser<'_> {
        Parser::new(self.resolvers.vocabulary())
    }

    /// The availability of what is required, afresh. See [`Evaluator`] for its cost.
    pub fn availability(&self, requirements: &(impl Requirements + ?Sized)) -> Availability {
        self.evaluator().availability(requirements)
    }

    /// The availability of what is registered under that name; `None` where nothing is.
    pub fn availability_of(&self, name: &str) -> Option<Availability> {
        let requirements = self.registry.lookup(name)?;
        Some(self.availability(&*requirements))
    }

    /// The availability of everything that is registered, by name, in one pass.
    pub fn availabilities(&self) -> BTreeMap<String, Availability> {
        let pass = self.pass();
        let names = self.registry.names().into_iter();
        names
            .filter_map(|name| {
                let availability = pass.availability(&self.registry.lookup(&name)?);
                Some((name, availability))
            })
            .collect()
    }

    /// The availability, with what led to it.
    pub fn assess(&self, requirements: &(impl Requirements + ?Sized)) -> Assessment {
        self.evaluator().assess(requirements)
    }

    /// Whether a server with these requirements should be offered; a version that decides nothing is not read.
    pub fn offerable(&self, requirements: &(impl Requirements + ?Sized)) -> bool {
        self.evaluator().offerable(requirements)
    }

    /// Many evaluations that share one reading of each fact.
    pub fn pass(&self) -> Pass<'_> {
        self.evaluator().pass()
    }

    /// What decides which servers' tools to offer, by what is registered. It stays alive without this value, and
    /// sees every change of the registry.
    pub fn mcp_gate(&self) -> McpGate
    where
        H: 'static,
    {
        McpGate::new(
            self.host.clone(),
            self.resolvers.clone(),
            Arc::clone(&self.registry),
        )
    }

    /// What decides which agent skills to offer, by what is registered.
    #[cfg(feature = "skills")]
    pub fn skill_gate(&self) -> onhand_gate_skill::SkillGate<'_> {
        onhand_gate_skill::SkillGate::new(&self.registry, self.evaluator())
    }

    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&*self.host, &self.resolvers)
    }
}

/// Asking what runs waits for others: it is asynchronous, and ends by a deadline.
///
/// ```
/// use std::time::{Duration, Instant};
/// use onhand::Onhand;
/// use onhand::platform::{Os, Owner, ProcessState};
/// use onhand::resolver::Effort;
/// use onhand_platform_fake::{FakeHost, Listener};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let running = ProcessState::Running { started: None, owner: Owner::Us, parent: None };
/// let server_json = br#"{ "pid": 4242, "http": "http://127.0.0.1:7777", "token": "secret" }"#;
/// let onhand = Onhand::new(
///     FakeHost::new(Os::Linux)
///         .file("/opt/vendor/app", b"")
///         .file("/run/vendor/server.json", server_json)
///         .process(4242, running)
///         .listener("127.0.0.1:7777", Listener::answering(200, "{}").owned_by(4242)),
/// );
/// let text = br#"
/// app:
///   linux:
///     presence: executable
///     location: /opt/vendor/app
///     liveness: { kind: server_json, path: /run/vendor/server.json }
/// "#;
/// let file = onhand.parser().text(text, "vendor");
/// let vendor = &file.declarations[0].declaration;
///
/// let deadline = Instant::now() + Duration::from_secs(3);
/// let probed = onhand.probe(vendor, Effort::Network, deadline).await;
/// assert_eq!(probed.liveness.answering.present(), Some(&200));
///
/// let live = onhand.endpoint(vendor, deadline).await;
/// let live = live.present().expect("it runs");
/// assert_eq!(live.url(), "http://127.0.0.1:7777/mcp");
/// assert_eq!(live.expose_token(), Some("secret"));
/// # }
/// ```
impl<H: ProbeHost> Onhand<H> {
    /// Whether the application runs and answers, afresh, and why no more was asked: see [`probe_assess`]. On `NativeHost` it
    /// needs a Tokio runtime with its time and its I/O enabled.
    pub async fn probe(
        &self,
        requirements: &(impl Requirements + ?Sized),
        effort: Effort,
        deadline: Instant,
    ) -> ProbeAssessment {
        probe_assess(&*self.host, &self.resolvers, requirements, effort, deadline).await
    }

    /// As [`probe`](Self::probe), of what is registered under that name; `None` where nothing is.
    pub async fn probe_of(
        &self,
        name: &str,
        effort: Effort,
        deadline: Instant,
    ) -> Option<ProbeAssessment> {
        let requirements = self.registry.lookup(name)?;
        Some(self.probe(&*requirements, effort, deadline).await)
    }

    /// Where the application can be reached right now, for a host program that connects: see [`live_endpoint`].
    pub async fn endpoint(
        &self,
        requirements: &(impl Requirements + ?Sized),
        deadline: Instant,
    ) -> Observation<LiveEndpoint> {
        live_endpoint(&*self.host, &self.resolvers, requirements, deadline).await
    }

    /// As [`endpoint`](Self::endpoint), of what is registered under that name; `None` where nothing is.
    pub async fn endpoint_of(
        &self,
        name: &str,
        deadline: Instant,
    ) -> Option<Observation<LiveEndpoint>> {
        let requirements = self.registry.lookup(name)?;
        Some(self.endpoint(&*requirements, deadline).await)
    }
}
