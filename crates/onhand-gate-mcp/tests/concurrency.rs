//! Sixteen threads check while another registers and clears.
//!
//! The one that changes the registry numbers its changes: the number is odd while a change is under way and even
//! once the call that made it has returned. An answer between two looks at the same even number was thus
//! asked for after that change had returned and given before the next began: it must be the
//! answer of that state, and any other is stale.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use onhand_declaration::Registry;
use onhand_gate_mcp::{Cached, McpGate, Ttl};
use support::{APP, GONE, linux, program, resolvers};

const THREADS: usize = 16;
const ROUNDS: u64 = 100_000;
/// How often a thread asks before it sleeps.
const AT_A_TIME: usize = 4;

/// The number of the last change, and the answer that follows from it in its second bit.
struct State(AtomicU64);

const UNDER_WAY: u64 = 1;
const OFFERED: u64 = 2;
const NEXT: u64 = 4;

impl State {
    fn read(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Makes a change after which the answer is `offered`.
    fn change(&self, offered: bool, make: impl FnOnce()) {
        let number = (self.read() / NEXT + 1) * NEXT;
        self.0.store(number | UNDER_WAY, Ordering::SeqCst);
        make();
        let answer = if offered { OFFERED } else { 0 };
        self.0.store(number | answer, Ordering::SeqCst);
    }

    /// The answer of `check`, if no change came between, and what it must be.
    fn ask(&self, check: impl Fn() -> bool) -> Option<(bool, bool)> {
        let before = self.read();
        let answer = check();
        let unchanged = before & UNDER_WAY == 0 && self.read() == before;
        unchanged.then_some((answer, before & OFFERED != 0))
    }
}

/// Asks from all sides while everything changes.
fn torment(registry: &Registry, checks: [&(dyn Fn() -> bool + Sync); 2], alive: &AtomicBool) {
    let (present, missing) = (program(APP), program(GONE));
    let (state, over) = (State(AtomicU64::new(OFFERED)), AtomicBool::new(false));
    let observe = || {
        while !over.load(Ordering::SeqCst) {
            for check in checks.iter().cycle().take(AT_A_TIME) {
                if let Some((answer, right)) = state.ask(check) {
                    assert_eq!(answer, right, "stale");
                }
            }
            thread::park();
        }
    };
    thread::scope(|scope| {
        let observers = (0..THREADS).map(|_| scope.spawn(observe).thread().clone());
        let observers = Observers {
            threads: observers.collect(),
            over: &over,
        };
        let change = |offered, make: &dyn Fn()| {
            observers.wake(state.read() / NEXT);
            state.change(offered, make);
        };
        // Not each change is followed by a question of this thread: it would wait for whoever evaluates,
        // and no change would ever come during an evaluation.
        for round in 0..ROUNDS {
            let all = |right| checks.iter().all(|check| check() == right);
            let offered = round % 2 == 0;
            let requirements = if offered { &present } else { &missing };
            change(offered, &|| {
                drop(registry.register("vendor", requirements.clone()))
            });
            if round % 3 == 0 {
                assert!(all(offered), "round {round}: registered");
            }
            change(true, &|| registry.clear());
            if round % 3 == 1 {
                assert!(all(true), "round {round}: cleared");
            }
            if round % 16 == 0 {
                // A host that clears hangs up as well.
                change(false, &|| alive.store(false, Ordering::SeqCst));
                assert!(all(false), "round {round}: not connected");
                change(true, &|| alive.store(true, Ordering::SeqCst));
            }
        }
    });
}

/// They sleep between, or the one that changes things would hardly have a turn.
struct Observers<'a> {
    threads: Vec<Thread>,
    over: &'a AtomicBool,
}

impl Observers<'_> {
    fn wake(&self, number: u64) {
        self.threads[number as usize % THREADS].unpark();
    }
}

/// However a test ends, they end.
impl Drop for Observers<'_> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        for thread in &self.threads {
            thread.unpark();
        }
    }
}

#[test]
fn no_check_of_a_gate_or_of_a_cache_is_stale() {
    let registry = Arc::new(Registry::new());
    let gate = McpGate::new(Arc::new(linux()), resolvers(), registry.clone());
    let alive = Arc::new(AtomicBool::new(true));
    let connection = || {
        let alive = alive.clone();
        move || alive.load(Ordering::SeqCst)
    };
    // Nothing but a notice ends an answer.
    let ttl = Ttl::new(Duration::MAX, Duration::MAX);
    let of_gate = gate.check_fn("vendor", connection());
    let of_cache = Cached::new(gate, ttl).check_fn("vendor", connection());
    torment(&registry, [&of_gate, &of_cache], &alive);
}
