//! A gate that keeps its answers for a while.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use onhand_declaration::{RegistryChange, Subscription};

use crate::gate::{Answer, allows, is_offered};
use crate::{FilteredTools, McpGate, Verdict};

/// A [gate](McpGate) that keeps what it found of each server for a while, for a host whose registry of tools has no
/// cache of its own. Connections are not kept: they are asked each time.
///
/// - An answer is forgotten when its time is over, and when the registry tells of a change. Once the
///   call that made the change has returned, no answer from before is given to whoever asks. Until then it may be:
///   who subscribed to the registry before this cache was made is told of a change before it.
/// - Callers who ask for the same server at once wait for one evaluation. Where it panics, the next
///   of them evaluates.
///
/// A clone shares the answers. One is kept for each server that was asked for.
#[derive(Clone)]
pub struct Cached {
    inner: Arc<Inner>,
}

/// How long an answer is kept, from the beginning of its evaluation. [`Duration::MAX`] keeps
/// it until the registry changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ttl {
    /// Where the tools can be offered.
    pub positive: Duration,
    /// Where they can't: shorter, so that who installs the application sees its tools soon.
    pub negative: Duration,
}

struct Inner {
    gate: McpGate,
    ttl: Ttl,
    clock: Box<dyn Fn() -> Instant + Send + Sync>,
    slots: Arc<Slots>,
    _subscription: Subscription,
}

/// One slot for each server. A slot is filled once; to forget is to take it out. Whoever fills one that was
/// taken out meanwhile gets the answer and nobody after, so an answer can't outlive a change that
/// came while it was made.
#[derive(Default)]
struct Slots(Mutex<HashMap<String, Arc<Slot>>>);

/// Empty while it is being filled, and after an evaluation that panicked.
type Slot = OnceLock<Kept>;

struct Kept {
    answer: Answer,
    /// `None` where no clock gets there.
    expires: Option<Instant>,
}

impl Ttl {
    /// So long where the tools can be offered, and so long where they can't.
    #[must_use]
    pub fn new(positive: Duration, negative: Duration) -> Self {
        Ttl { positive, negative }
    }
}

impl Default for Ttl {
    /// 30 seconds, and 5.
    fn default() -> Self {
        Ttl::new(Duration::from_secs(30), Duration::from_secs(5))
    }
}

impl Cached {
    /// The answers of `gate`, each kept for its time.
    #[must_use]
    pub fn new(gate: McpGate, ttl: Ttl) -> Self {
        Cached::with_clock(gate, ttl, Instant::now)
    }

    /// The same, by a clock that a test can turn.
    pub fn with_clock(
        gate: McpGate,
        ttl: Ttl,
        clock: impl Fn() -> Instant + Send + Sync + 'static,
    ) -> Self {
        let slots = Arc::new(Slots::default());
        let told = Arc::clone(&slots);
        let subscription = gate.registry().subscribe(move |change| match change {
            RegistryChange::Registered(server) | RegistryChange::Unregistered(server) => {
                told.forget(server);
            }
            _ => told.forget_all(),
        });
        Cached {
            inner: Arc::new(Inner {
                gate,
                ttl,
                clock: Box::new(clock),
                slots,
                _subscription: subscription,
            }),
        }
    }

    /// The gate, which asks the machine each time.
    #[must_use]
    pub fn gate(&self) -> &McpGate {
        &self.inner.gate
    }

    /// As [`McpGate::check_fn`].
    pub fn check_fn<C>(
        &self,
        server: &str,
        connected: C,
    ) -> impl Fn() -> bool + Send + Sync + 'static + use<C>
    where
        C: Fn() -> bool + Send + Sync + 'static,
    {
        let (cached, server) = (self.clone(), server.to_owned());
        move || is_offered(&server, &connected, || cached.answer(&server))
    }

    /// As [`McpGate::verdict`].
    #[must_use]
    pub fn verdict(&self, server: &str) -> Verdict {
        self.judged(server, None)
    }

    /// As [`McpGate::verdict_with`].
    #[must_use]
    pub fn verdict_with(&self, server: &str, connected: bool) -> Verdict {
        self.judged(server, Some(connected))
    }

    /// As [`McpGate::filter_tools`]; servers whose answers are kept cost nothing.
    pub fn filter_tools<T>(
        &self,
        tools: impl IntoIterator<Item = T>,
        server_of: impl Fn(&T) -> &str,
        connected: impl Fn(&str) -> bool,
    ) -> FilteredTools<T> {
        let gate = self.gate();
        let pass = gate.pass();
        FilteredTools::of(tools, server_of, |server| {
            let answer = || self.kept_or(server, || gate.answer(server, &pass));
            is_offered(server, || connected(server), answer)
        })
    }

    /// Forgets what was found of a server, where the host knows better: the user says that the application
    /// was installed just now. What [`filter_tools`](Self::filter_tools) reads in this moment may be
    /// kept all the same.
    pub fn forget(&self, server: &str) {
        self.inner.slots.forget(server);
    }

    fn judged(&self, server: &str, connected: Option<bool>) -> Verdict {
        self.gate().judge(server, &self.answer(server), connected)
    }

    fn answer(&self, server: &str) -> Answer {
        let gate = self.gate();
        self.kept_or(server, || gate.answer(server, &gate.pass()))
    }

    /// `evaluate` runs with no lock held but that of its slot, and looks at the registry: the slot is in
    /// place by then, so that a change from then on takes it out.
    fn kept_or(&self, server: &str, evaluate: impl FnOnce() -> Answer) -> Answer {
        let Inner {
            ttl, clock, slots, ..
        } = &*self.inner;
        let slot = slots.current(server, clock());
        let kept = slot.get_or_init(|| {
            let began = clock();
            let answer = evaluate();
            let ttl = if allows(answer.as_deref()) {
                ttl.positive
            } else {
                ttl.negative
            };
            Kept {
                answer,
                expires: began.checked_add(ttl),
            }
        });
        kept.answer.clone()
    }
}

impl Slots {
    /// The slot of a server; a new one where there is none, or its time is over at `now`.
    fn current(&self, server: &str, now: Instant) -> Arc<Slot> {
        let mut slots = self.lock();
        if let Some(slot) = slots.get(server)
            && slot.get().is_none_or(|kept| kept.lasts(now))
        {
            return Arc::clone(slot);
        }
        let slot = Arc::new(Slot::new());
        slots.insert(server.to_owned(), Arc::clone(&slot));
        slot
    }

    fn forget(&self, server: &str) {
        self.lock().remove(server);
    }

    fn forget_all(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Slot>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn lasts(&self, now: Instant) -> bool {
        self.expires.is_none_or(|expires| now < expires)
    }
}

impl fmt::Debug for Cached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cached")
            .field("gate", self.gate())
            .field("ttl", &self.inner.ttl)
            .finish_non_exhaustive()
    }
}
