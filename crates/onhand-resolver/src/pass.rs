//! Many evaluations that share one reading of each fact.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use onhand_declaration::{KindUse, Requirements};
use onhand_platform::{
    DirectoryEntry, HostResult, InspectHost, InspectWrapper, LocateWrapper, Metadata, RootedPath,
    UninstallEntries,
};

use crate::availability::{Version, assess};
use crate::{AppResolver, Assessment, Availability, Resolvers, VersionReading};

/// Evaluations of one moment: each fact of the host is read once, however many ask for it, and
/// from however many threads. It starts empty and ends with the value; nothing is kept across.
///
/// Facts are the value of a variable, the home folder, what is at a path, the names in a
/// folder, the uninstall registry, and the version of one kind, with one set of parameters, at one path.
pub struct Pass<'a> {
    host: Remembered<'a>,
    resolvers: &'a Resolvers,
    versions: Once<(KindUse, RootedPath), VersionReading>,
}

impl<'a> Pass<'a> {
    pub(crate) fn new(host: &'a dyn InspectHost, resolvers: &'a Resolvers) -> Self {
        Pass {
            host: Remembered {
                host,
                env: Once::default(),
                home: OnceLock::new(),
                stat: Once::default(),
                list: Once::default(),
                uninstall: OnceLock::new(),
            },
            resolvers,
            versions: Once::default(),
        }
    }

    /// As [`Evaluator::availability`](crate::Evaluator::availability).
    #[must_use]
    pub fn availability(&self, requirements: &(impl Requirements + ?Sized)) -> Availability {
        self.assess(requirements).availability
    }

    /// As [`Evaluator::assess`](crate::Evaluator::assess).
    #[must_use]
    pub fn assess(&self, requirements: &(impl Requirements + ?Sized)) -> Assessment {
        self.ask(requirements, Version::WhereDeclared)
    }

    /// As [`Evaluator::offerable`](crate::Evaluator::offerable).
    #[must_use]
    pub fn offerable(&self, requirements: &(impl Requirements + ?Sized)) -> bool {
        self.decide(requirements).availability.offerable()
    }

    /// As [`Evaluator::decide`](crate::Evaluator::decide).
    #[must_use]
    pub fn decide(&self, requirements: &(impl Requirements + ?Sized)) -> Assessment {
        self.ask(requirements, Version::WhereRequired)
    }

    fn ask(&self, requirements: &(impl Requirements + ?Sized), version: Version) -> Assessment {
        assess(
            &self.host,
            self.resolvers,
            requirements,
            version,
            |app, found| {
                let key = (app.version.clone(), found.clone());
                self.versions.get(key, || {
                    AppResolver::new(app, self.resolvers).inspect(&self.host, found)
                })
            },
        )
    }
}

impl std::fmt::Debug for Pass<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pass")
            .field("os", &self.host.wrapped().os())
            .finish_non_exhaustive()
    }
}

/// A host that asks another each thing once. Contents are not kept: they can be large, and what is read from them is.
struct Remembered<'a> {
    host: &'a dyn InspectHost,
    env: Once<String, HostResult<Option<String>>>,
    home: OnceLock<HostResult<Option<String>>>,
    stat: Once<RootedPath, HostResult<Metadata>>,
    list: Once<(RootedPath, usize), HostResult<Vec<DirectoryEntry>>>,
    uninstall: OnceLock<HostResult<Arc<UninstallEntries>>>,
}

impl<'a> LocateWrapper for Remembered<'a> {
    type Host = dyn InspectHost + 'a;

    fn wrapped(&self) -> &Self::Host {
        self.host
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        self.env.get(name.to_owned(), || self.host.env(name))
    }

    fn home(&self) -> HostResult<Option<String>> {
        self.home.get_or_init(|| self.host.home()).clone()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        self.stat.get(path.clone(), || self.host.stat(path))
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        self.list
            .get((path.clone(), limit), || self.host.list(path, limit))
    }
}

impl InspectWrapper for Remembered<'_> {
    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        self.uninstall
            .get_or_init(|| self.host.uninstall_entries())
            .clone()
    }
}

/// Values that are each made once. The map's lock is not held while one is made, so that
/// different keys don't wait for each other; who asks for the same key does.
struct Once<K, V> {
    cells: Mutex<HashMap<K, Arc<OnceLock<V>>>>,
}

impl<K: Eq + Hash, V: Clone> Once<K, V> {
    fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        let cell = {
            let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(cells.entry(key).or_default())
        };
        cell.get_or_init(make).clone()
    }
}

impl<K, V> Default for Once<K, V> {
    fn default() -> Self {
        Once {
            cells: Mutex::default(),
        }
    }
}
