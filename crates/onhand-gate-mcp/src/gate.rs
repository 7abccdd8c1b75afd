//! The gate between a host's tools and the applications that their servers front.

use std::fmt;
use std::sync::Arc;

use onhand_declaration::Registry;
use onhand_platform::{InspectHost, Os};
use onhand_resolver::{Assessment, Evaluator, Pass, Resolvers};

use crate::{FilteredTools, Verdict};

/// Says which servers' tools to offer. It keeps no answer: every call asks the machine anew, and sees
/// the registry as it is by then. A clone is the same gate.
#[derive(Clone)]
pub struct McpGate {
    parts: Arc<Parts>,
}

struct Parts {
    host: Arc<dyn InspectHost>,
    resolvers: Resolvers,
    registry: Arc<Registry>,
}

impl McpGate {
    /// A gate for the servers of `registry`, one of your own or [`Registry::global`], by what is on `host`, with the kinds
    /// of `resolvers`.
    #[must_use]
    pub fn new(host: Arc<dyn InspectHost>, resolvers: Resolvers, registry: Arc<Registry>) -> Self {
        McpGate {
            parts: Arc::new(Parts {
                host,
                resolvers,
                registry,
            }),
        }
    }

    /// What each server requires.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.parts.registry
    }

    /// A check for a registry of tools: whether `connected` says so, and what is registered for `server`, if
    /// anything is, is offerable.
    ///
    /// The connection is asked first: a dead one costs no host call. A registration made,
    /// changed or cleared later is seen by the next call of the check.
    pub fn check_fn<C>(
        &self,
        server: &str,
        connected: C,
    ) -> impl Fn() -> bool + Send + Sync + 'static + use<C>
    where
        C: Fn() -> bool + Send + Sync + 'static,
    {
        let (gate, server) = (self.clone(), server.to_owned());
        move || is_offered(&server, &connected, || gate.answer(&server, &gate.pass()))
    }

    /// What there is to say of a server, its connection left aside.
    #[must_use]
    pub fn verdict(&self, server: &str) -> Verdict {
        self.judged(server, None)
    }

    /// What there is to say of a server that is `connected`, or is not: why its tools are hidden, or why a
    /// call failed. The application is looked for in either case, since where it is missing,
    /// that is why nothing is connected.
    #[must_use]
    pub fn verdict_with(&self, server: &str, connected: bool) -> Verdict {
        self.judged(server, Some(connected))
    }

    /// The tools to offer, those whose [check](Self::check_fn) would give `true`. Each server is asked for
    /// once, in one [pass](Evaluator::pass), and one that is not `connected` costs no host call.
    pub fn filter_tools<T>(
        &self,
        tools: impl IntoIterator<Item = T>,
        server_of: impl Fn(&T) -> &str,
        connected: impl Fn(&str) -> bool,
    ) -> FilteredTools<T> {
        let pass = self.pass();
        FilteredTools::of(tools, server_of, |server| {
            is_offered(server, || connected(server), || self.answer(server, &pass))
        })
    }

    fn judged(&self, server: &str, connected: Option<bool>) -> Verdict {
        self.judge(server, &self.answer(server, &self.pass()), connected)
    }

    pub(crate) fn judge(&self, server: &str, answer: &Answer, connected: Option<bool>) -> Verdict {
        let answer = answer.as_deref();
        Verdict::of(server, self.os(), answer, allows(answer), connected)
    }

    fn os(&self) -> Os {
        self.parts.host.os()
    }

    pub(crate) fn pass(&self) -> Pass<'_> {
        Evaluator::new(&*self.parts.host, &self.parts.resolvers).pass()
    }

    /// The registry is looked at before the machine: what is registered when this begins counts.
    pub(crate) fn answer(&self, server: &str, pass: &Pass<'_>) -> Answer {
        let requirements = self.registry().lookup(server)?;
        Some(Arc::new(pass.decide(&requirements)))
    }
}

/// The assessment of what is registered for a server; `None` where nothing is.
pub(crate) type Answer = Option<Arc<Assessment>>;

/// Whether a server's tools are to be offered. The connection is asked first, so that a dead one
/// costs no host call.
pub(crate) fn is_offered(
    server: &str,
    connected: impl FnOnce() -> bool,
    answer: impl FnOnce() -> Answer,
) -> bool {
    if !connected() {
        tracing::debug!(server, "not offered: not connected");
        return false;
    }
    let answer = answer();
    let state = answer
        .as_ref()
        .map(|assessment| assessment.availability.state);
    let offered = allows(answer.as_deref());
    tracing::debug!(server, ?state, offered, "application asked for");
    offered
}

/// Whether the application allows the server to be offered.
pub(crate) fn allows(answer: Option<&Assessment>) -> bool {
    answer.is_none_or(|assessment| assessment.availability.offerable())
}

impl fmt::Debug for McpGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpGate")
            .field("os", &self.os())
            .field("registry", self.registry())
            .finish_non_exhaustive()
    }
}
