//! What is kept, for how long, and who evaluates.

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use onhand_declaration::{AppDef, Registry, Requirements};
use onhand_gate_mcp::{Cached, McpGate, Retry, Ttl};
use onhand_platform::{Os, Recorded};
use onhand_platform_fake::FakeHost;
use support::{APP, GONE, Machine, NEGATIVE, POSITIVE, cached, linux, program, resolvers};

/// Far longer than any answer takes, so that a caller who is never answered fails a test and
/// doesn't hang it.
const PATIENCE: Duration = Duration::from_secs(60);

struct Host {
    machine: Arc<Recorded<Machine>>,
    registry: Arc<Registry>,
    seconds: Arc<AtomicU64>,
    cached: Cached,
}

impl Host {
    /// A machine with the program at first, and without it then.
    fn new() -> Self {
        let times = [linux(), FakeHost::new(Os::Linux)];
        let machine = Arc::new(Recorded::new(Machine::new(times)));
        let registry = Arc::new(Registry::new());
        let gate = McpGate::new(machine.clone(), resolvers(), registry.clone());
        let seconds = Arc::new(AtomicU64::new(0));
        let cached = cached(gate, &seconds);
        Host {
            machine,
            registry,
            seconds,
            cached,
        }
    }

    fn wait(&self, seconds: u64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }

    /// How many evaluations there were since last asked: each costs one call.
    fn evaluations(&self) -> usize {
        self.machine.take_calls().len()
    }
}

/// Requirements whose evaluation tells that it began, and goes on when it is told how: whether the server can
/// be offered. Where nobody is left to tell, it panics.
struct Slow {
    began: Mutex<Sender<()>>,
    go_on: Mutex<Receiver<GoOn>>,
}

type GoOn = fn() -> bool;

impl Slow {
    fn new() -> (Arc<Self>, Receiver<()>, Sender<GoOn>) {
        let (tell, began) = mpsc::channel();
        let (go_on, told) = mpsc::channel();
        let slow = Slow {
            began: Mutex::new(tell),
            go_on: Mutex::new(told),
        };
        (Arc::new(slow), began, go_on)
    }
}

impl Requirements for Slow {
    fn requires_app(&self) -> bool {
        self.began
            .lock()
            .expect("lock")
            .send(())
            .expect("a test listens");
        let told = self.go_on.lock().expect("lock").recv();
        let offerable = told.expect("the test says how to go on");
        !offerable()
    }

    fn min_version(&self) -> Option<&str> {
        None
    }

    fn app_for(&self, _: Os) -> Option<&AppDef> {
        None
    }
}

#[test]
fn an_answer_is_kept_for_its_time_and_not_longer() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    let check = host.cached.check_fn("vendor", || true);
    assert!(check());
    host.machine.inner().turn_to(1);
    host.wait(POSITIVE - 1);
    assert!(check(), "kept");
    assert_eq!(host.evaluations(), 1);
    host.wait(1);
    assert!(!check(), "its time is over");
    host.machine.inner().turn_to(0);
    host.wait(NEGATIVE - 1);
    assert!(!check(), "kept");
    assert_eq!(host.evaluations(), 1);
    host.wait(1);
    assert!(check(), "its time is over");
}

#[test]
fn a_verdict_and_all_checks_of_a_server_share_what_is_kept() {
    let host = Host::new();
    host.registry.register("vendor", program(GONE));
    let clone = host.cached.clone();
    assert!(!host.cached.check_fn("vendor", || true)());
    assert!(!clone.check_fn("vendor", || true)());
    assert_eq!(clone.verdict("vendor").retry, Retry::AfterUserAction);
    assert_eq!(
        host.cached.verdict_with("vendor", true),
        host.cached.gate().verdict_with("vendor", true)
    );
    // One of the cache, one of the gate that was asked itself.
    assert_eq!(host.evaluations(), 2);
}

#[test]
fn a_connection_is_asked_for_each_time() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    let alive = Arc::new(AtomicBool::new(false));
    let connected = alive.clone();
    let check = host
        .cached
        .check_fn("vendor", move || connected.load(Ordering::SeqCst));
    assert!(!check());
    assert_eq!(host.evaluations(), 0, "a dead connection costs nothing");
    alive.store(true, Ordering::SeqCst);
    assert!(check());
    alive.store(false, Ordering::SeqCst);
    assert!(!check());
    assert_eq!(host.evaluations(), 1);
}

#[test]
fn a_change_of_a_server_forgets_its_answer_and_no_other() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    host.registry.register("other", program(APP));
    let vendor = host.cached.check_fn("vendor", || true);
    let other = host.cached.check_fn("other", || true);
    assert!(vendor() && other());
    assert_eq!(host.evaluations(), 2);
    host.registry.register("vendor", program(GONE));
    assert!(!vendor() && other());
    assert_eq!(host.evaluations(), 1);
    host.registry.unregister("vendor");
    assert!(vendor() && other());
    assert_eq!(host.evaluations(), 0);
    host.registry.register("vendor", program(GONE));
    assert!(!vendor() && other());
    assert_eq!(host.evaluations(), 1);
    host.registry.clear();
    assert!(vendor() && other());
    assert_eq!(host.cached.verdict("other").availability, None);
    assert_eq!(host.evaluations(), 0);
}

#[test]
fn an_answer_can_be_forgotten_by_hand() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    let check = host.cached.check_fn("vendor", || true);
    host.machine.inner().turn_to(1);
    assert!(!check());
    host.machine.inner().turn_to(0);
    assert!(!check());
    host.cached.forget("vendor");
    assert!(check());
}

#[test]
fn a_cache_that_is_gone_leaves_nothing_in_the_registry() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    let check = host.cached.check_fn("vendor", || true);
    assert!(check());
    drop(host.cached);
    host.registry.register("vendor", program(GONE));
    assert!(!check(), "a check keeps its cache, and the cache its ear");
    drop(check);
    assert_eq!(Arc::strong_count(&host.machine), 1);
    assert_eq!(Arc::strong_count(&host.registry), 1);
}

#[test]
fn the_longest_time_has_no_end_and_none_keeps_nothing() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    let with = |positive| {
        let ttl = Ttl::new(positive, Duration::ZERO);
        Cached::new(host.cached.gate().clone(), ttl).check_fn("vendor", || true)
    };
    let (always, never) = (with(Duration::MAX), with(Duration::ZERO));
    assert!(always() && never());
    assert!(always() && never());
    assert_eq!(host.evaluations(), 3);
}

#[test]
fn sixteen_who_ask_at_once_share_one_evaluation() {
    const CALLERS: usize = 16;
    let host = Host::new();
    let (slow, began, go_on) = Slow::new();
    host.registry.register("vendor", slow);
    let (start, asked) = (Barrier::new(CALLERS + 1), AtomicUsize::new(0));
    thread::scope(|scope| {
        let callers: Vec<_> = (0..CALLERS)
            .map(|_| {
                let check = host.cached.check_fn("vendor", || true);
                let (start, asked) = (&start, &asked);
                scope.spawn(move || {
                    start.wait();
                    asked.fetch_add(1, Ordering::SeqCst);
                    check()
                })
            })
            .collect();
        start.wait();
        began.recv_timeout(PATIENCE).expect("one evaluates");
        while asked.load(Ordering::SeqCst) < CALLERS {
            thread::yield_now();
        }
        // One answer: a second evaluation would find nobody who tells it how to go on.
        go_on.send(|| true).expect("the evaluation listens");
        drop(go_on);
        assert!(
            callers
                .into_iter()
                .all(|caller| caller.join().expect("no panic"))
        );
    });
    assert_eq!(began.try_iter().count(), 0, "nobody else evaluated");
}

#[test]
fn who_asks_after_a_change_gets_no_answer_that_began_before_it() {
    let changes: [fn(&Registry); 3] = [
        Registry::clear,
        |registry| drop(registry.unregister("vendor")),
        |registry| drop(registry.register("vendor", program(APP))),
    ];
    for change in changes {
        let host = Host::new();
        let (slow, began, go_on) = Slow::new();
        host.registry.register("vendor", slow);
        let check = host.cached.check_fn("vendor", || true);
        let early = thread::spawn(host.cached.check_fn("vendor", || true));
        began.recv_timeout(PATIENCE).expect("it evaluates");

        change(&host.registry);
        let (tell, late) = mpsc::channel();
        thread::spawn(move || {
            let answers = (check(), check);
            let _ = tell.send(answers);
        });
        let (answer, check) = late
            .recv_timeout(PATIENCE)
            .expect("it doesn't wait for the evaluation that began before the change");
        assert!(answer);

        // Not offerable: so was the server before the change.
        go_on.send(|| false).expect("the evaluation listens");
        assert!(!early.join().expect("no panic"));
        assert!(check(), "the answer from before the change is not kept");
    }
}

#[test]
fn an_evaluation_that_panics_leaves_the_next_to_who_waits() {
    const WAITING: usize = 8;
    let host = Host::new();
    let (slow, began, go_on) = Slow::new();
    host.registry.register("vendor", slow);
    let check = Arc::new(host.cached.check_fn("vendor", || true));

    let first = check.clone();
    let first = thread::spawn(move || catch_unwind(AssertUnwindSafe(|| first())));
    began.recv_timeout(PATIENCE).expect("it evaluates");
    let (tell, answers) = mpsc::channel();
    for _ in 0..WAITING {
        let (check, tell) = (check.clone(), tell.clone());
        thread::spawn(move || tell.send(catch_unwind(AssertUnwindSafe(|| check()))));
    }
    go_on
        .send(|| panic!("the evaluation fails"))
        .expect("the evaluation listens");
    go_on.send(|| true).expect("the next one listens");
    drop(go_on);
    assert!(first.join().expect("it was caught").is_err());
    for _ in 0..WAITING {
        let answer = answers
            .recv_timeout(PATIENCE)
            .expect("nobody is left waiting");
        assert!(answer.expect("one evaluated anew, and the others share it"));
    }
    assert_eq!(began.try_iter().count(), 1);
}
