//! One value for a host program: a machine, the built-in kinds, and a registry.

use std::collections::BTreeMap;

use onhand_declaration::{Parser, Registry, Requirements};
use onhand_platform::InspectHost;
use onhand_resolver::{Assessment, Availability, Evaluator, Pass, Resolvers};
use onhand_version::{PeResource, Plist, UninstallRegistry};

/// A machine with everything that onhand knows plugged in.
///
/// It is made once, at the edge of the host program, and passed down.
#[derive(Debug)]
pub struct Onhand<H> {
    host: H,
    resolvers: Resolvers,
    registry: Registry,
}

/// Every built-in kind.
#[must_use]
pub fn resolvers() -> Resolvers {
    Resolvers::new()
        .with_version(PeResource)
        .with_version(Plist)
        .with_version(UninstallRegistry)
}

impl<H: InspectHost> Onhand<H> {
    /// The built-in kinds on that machine, and an empty registry.
    pub fn new(host: H) -> Self {
        Onhand::with_resolvers(host, resolvers())
    }

    /// The kinds of `resolvers` on that machine, and an empty registry.
    pub fn with_resolvers(host: H, resolvers: Resolvers) -> Self {
        Onhand {
            host,
            resolvers,
            registry: Registry::new(),
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

    /// Many evaluations that share one reading of each fact.
    pub fn pass(&self) -> Pass<'_> {
        self.evaluator().pass()
    }

    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.host, &self.resolvers)
    }
}
