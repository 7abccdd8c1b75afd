//! The gate between a host's tools and the applications that their servers front.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use onhand_declaration::Registry;
use onhand_platform::{InspectHost, Os};
use onhand_resolver::{Evaluator, Pass, Resolvers};

use crate::answer::{Answer, is_offered};
use crate::{Filtered, Verdict};

/// Says which servers' tools to offer. It keeps no answer: every call asks the machine anew, and sees
/// the registry as it is by then. A clone is the same gate.
#[derive(Clone)]
pub struct McpGate {
    parts: Arc<Parts>,
}

struct Parts {
    host: Arc<dyn InspectHost>,
    resolvers: Resolvers,
    registry: Box<dyn Deref<Target = Registry> + Send + Sync>,
}

impl McpGate {
    /// A gate for the servers of `registry`, an `Arc<Registry>` or [`Registry::global`], by what is on `host`,
    /// with the kinds of `resolvers`.
    pub fn new(
        host: Arc<dyn InspectHost>,
        resolvers: Resolvers,
        registry: impl Deref<Target = Registry> + Send + Sync + 'static,
    ) -> Self {
        McpGate {
            parts: Arc::new(Parts {
                host,
                resolvers,
                registry: Box::new(registry),
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
    ) -> Filtered<T> {
        let pass = self.pass();
        Filtered::of(tools, server_of, |server| {
            is_offered(server, || connected(server), || self.answer(server, &pass))
        })
    }

    fn judged(&self, server: &str, connected: Option<bool>) -> Verdict {
        let answer = self.answer(server, &self.pass());
        Verdict::of(server, self.os(), answer.as_deref(), connected)
    }

    pub(crate) fn os(&self) -> Os {
        self.parts.host.os()
    }

    pub(crate) fn pass(&self) -> Pass<'_> {
        Evaluator::new(&*self.parts.host, &self.parts.resolvers).pass()
    }

    /// The registry is looked at before the machine: what is registered when this begins counts.
    pub(crate) fn answer(&self, server: &str, pass: &Pass<'_>) -> Answer {
        let requirements = self.registry().lookup(server)?;
        Some(Arc::new(pass.assess(&requirements)))
    }
}

impl fmt::Debug for McpGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpGate")
            .field("os", &self.os())
            .field("registry", self.registry())
            .finish_non_exhaustive()
    }
}
