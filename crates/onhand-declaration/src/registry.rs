//! Which server requires what, by name, with notice of every change.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use onhand_document::nearest;

use crate::{InvalidDeclaration, Named, ParsedFile, Problem, Requirements};

/// Requirements by the name of the server that has them.
///
/// A registry is a value; [`Registry::global`] is one that the whole process shares. It is
/// keyed by explicit registration only. A change is seen by every later lookup, and every
/// subscriber has been told when the call that made it returns.
///
/// ```
/// use std::sync::Arc;
/// use onhand_declaration::{Declaration, Registry};
///
/// let registry = Registry::new();
/// registry.register("vendor", Arc::new(Declaration::default()));
/// assert!(registry.lookup("vendor").is_some());
/// registry.clear();
/// assert!(registry.lookup("vendor").is_none());
/// ```
#[derive(Default)]
pub struct Registry {
    entries: RwLock<BTreeMap<String, SharedRequirements>>,
    subscribers: Arc<Mutex<Subscribers>>,
}

/// Requirements as a registry holds them, and hands them out.
pub type SharedRequirements = Arc<dyn Requirements>;

/// What has changed in a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegistryChange {
    /// The name has requirements, where it had none or others before.
    Registered(String),
    /// The name has none any more.
    Unregistered(String),
    /// No name has any.
    Cleared,
}

/// Keeps a subscription alive; dropping it ends the subscription.
#[must_use = "a subscription ends when this is dropped"]
pub struct Subscription {
    id: u64,
    subscribers: Weak<Mutex<Subscribers>>,
}

type Callback = Arc<dyn Fn(&RegistryChange) + Send + Sync>;

#[derive(Default)]
struct Subscribers {
    next: u64,
    callbacks: BTreeMap<u64, Callback>,
}

impl Registry {
    /// An empty registry.
    #[must_use]
    pub fn new() -> Self {
        Registry::default()
    }

    /// The registry that the whole process shares.
    #[must_use]
    pub fn global() -> Arc<Registry> {
        static GLOBAL: LazyLock<Arc<Registry>> = LazyLock::new(Arc::default);
        Arc::clone(&GLOBAL)
    }

    /// Puts requirements under a name; gives back what stood there.
    pub fn register(
        &self,
        name: impl Into<String>,
        requirements: SharedRequirements,
    ) -> Option<SharedRequirements> {
        let name = name.into();
        let previous = self.write().insert(name.clone(), requirements);
        self.notify(&RegistryChange::Registered(name));
        previous
    }

    /// Puts every declaration of a file under its name, and [`InvalidDeclaration`] under the name of each that has
    /// errors, so that its server is hidden and not taken for one that requires nothing. Gives what is
    /// wrong with the file.
    ///
    /// ```
    /// use onhand_declaration::{Node, Parser, Registry, Requirements, Vocabulary};
    ///
    /// let node: Node = serde_json::from_value(serde_json::json!({ "servers": {
    ///     "good": { "requires": { "app": false } },
    ///     "bad": { "requires": { "app": true } },
    /// } }))?;
    /// let registry = Registry::new();
    /// let problems = registry.register_file(Parser::new(&Vocabulary::standard()).file(&node, "vendor"));
    /// assert_eq!(problems.len(), 1);
    /// assert!(!registry.lookup("bad").expect("it is registered").is_valid());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn register_file(&self, file: ParsedFile) -> Vec<Problem> {
        for Named { name, declaration } in file.declarations {
            self.register(name, Arc::new(declaration));
        }
        for name in file.invalid {
            self.register(name, Arc::new(InvalidDeclaration));
        }
        file.problems
    }

    /// Takes a name's requirements out; gives them back. Nobody is told of a name that had none.
    pub fn unregister(&self, name: &str) -> Option<SharedRequirements> {
        let previous = self.write().remove(name);
        if previous.is_some() {
            self.notify(&RegistryChange::Unregistered(name.to_owned()));
        }
        previous
    }

    /// The requirements of that name.
    #[must_use]
    pub fn lookup(&self, name: &str) -> Option<SharedRequirements> {
        self.read().get(name).cloned()
    }

    /// Takes everything out.
    pub fn clear(&self) {
        self.write().clear();
        self.notify(&RegistryChange::Cleared);
    }

    /// Every name, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.read().keys().cloned().collect()
    }

    /// The name here that `name` is likely a slip of, for "did you mean": it differs in case, or in a few letters.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<String> {
        let entries = self.read();
        nearest(name, entries.keys().map(String::as_str)).map(str::to_owned)
    }

    /// Calls `callback` after every change, in the thread that makes it, until the
    /// subscription is dropped. The callback may use the registry.
    ///
    /// A notice says that something changed; [`lookup`](Self::lookup) says what is there. Where threads
    /// make changes at once, their notices may come in another order than the changes, one of a
    /// change made just before this call may still come, and one may still be running in another
    /// thread when the subscription is dropped.
    pub fn subscribe(
        &self,
        callback: impl Fn(&RegistryChange) + Send + Sync + 'static,
    ) -> Subscription {
        let mut subscribers = lock(&self.subscribers);
        let id = subscribers.next;
        subscribers.next += 1;
        subscribers.callbacks.insert(id, Arc::new(callback));
        Subscription {
            id,
            subscribers: Arc::downgrade(&self.subscribers),
        }
    }

    /// Called with no lock held, so that a callback may do as it likes.
    fn notify(&self, change: &RegistryChange) {
        let callbacks: Vec<Callback> = lock(&self.subscribers)
            .callbacks
            .values()
            .cloned()
            .collect();
        for callback in callbacks {
            callback(change);
        }
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<String, SharedRequirements>> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<String, SharedRequirements>> {
        self.entries.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock(subscribers: &Mutex<Subscribers>) -> MutexGuard<'_, Subscribers> {
    subscribers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(subscribers) = self.subscribers.upgrade() {
            // The callback itself is dropped after the lock: it may own another subscription.
            let callback = lock(&subscribers).callbacks.remove(&self.id);
            drop(callback);
        }
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("names", &self.names())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription")
            .field("id", &self.id)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Declaration;

    fn requirements() -> SharedRequirements {
        Arc::new(Declaration::default())
    }

    #[test]
    fn a_subscriber_is_told_of_every_change_before_the_call_returns() {
        let registry = Registry::new();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let subscription =
            registry.subscribe(move |change| log.lock().expect("lock").push(change.clone()));
        assert!(registry.register("a", requirements()).is_none());
        assert!(registry.register("a", requirements()).is_some());
        assert!(registry.unregister("a").is_some());
        assert!(registry.unregister("a").is_none());
        registry.clear();
        drop(subscription);
        registry.register("b", requirements());
        assert_eq!(
            *seen.lock().expect("lock"),
            [
                RegistryChange::Registered("a".to_owned()),
                RegistryChange::Registered("a".to_owned()),
                RegistryChange::Unregistered("a".to_owned()),
                RegistryChange::Cleared,
            ]
        );
    }

    #[test]
    fn a_callback_may_use_the_registry_and_end_its_own_subscription() {
        let registry = Arc::new(Registry::new());
        let slot: Arc<Mutex<Option<Subscription>>> = Arc::default();
        let (inside, held) = (Arc::clone(&registry), Arc::clone(&slot));
        let subscription = registry.subscribe(move |_| {
            assert!(inside.lookup("a").is_some());
            drop(held.lock().expect("lock").take());
        });
        *slot.lock().expect("lock") = Some(subscription);
        registry.register("a", requirements());
        registry.clear();
        assert_eq!(registry.names(), Vec::<String>::new());
    }

    #[test]
    fn what_threads_registered_is_there_and_each_of_it_was_told() {
        let registry = Registry::new();
        let told = Arc::new(Mutex::new(0));
        let count = Arc::clone(&told);
        let _subscription = registry.subscribe(move |_| *count.lock().expect("lock") += 1);
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let registry = &registry;
                scope.spawn(move || {
                    for round in 0..500 {
                        registry.register(format!("{thread}-{round}"), requirements());
                        if round % 2 == 0 {
                            registry.unregister(&format!("{thread}-{round}"));
                        }
                    }
                });
            }
        });
        assert_eq!(registry.names().len(), 8 * 250);
        assert_eq!(*told.lock().expect("lock"), 8 * 750);
        registry.clear();
        assert!(registry.names().is_empty());
    }

    #[test]
    fn a_slip_of_a_name_finds_it() {
        let registry = Registry::new();
        for name in ["blender", "gimp"] {
            registry.register(name, requirements());
        }
        for (slip, near) in [
            ("Blender", Some("blender")),
            ("blendr", Some("blender")),
            ("GIMP", Some("gimp")),
            ("teleporter", None),
        ] {
            assert_eq!(registry.nearest(slip).as_deref(), near, "{slip}");
        }
    }

    #[test]
    fn the_process_wide_registry_is_one() {
        let name = "the-process-wide-registry-is-one";
        Registry::global().register(name, requirements());
        assert!(Registry::global().lookup(name).is_some());
        Registry::global().unregister(name);
    }
}
