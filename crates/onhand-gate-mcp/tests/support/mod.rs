//! What the tests of this crate share: requirements, and a machine that becomes another.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use onhand_declaration::{Node, Parser, SharedRequirements};
use onhand_gate_mcp::{Cached, McpGate, Ttl};
use onhand_platform::{InspectWrapper, LocateWrapper, Os};
use onhand_platform_fake::FakeHost;
use onhand_resolver::Resolvers;
use onhand_version::{PeResource, Plist, UninstallRegistry};
use serde_json::{Value, json};

pub(crate) fn resolvers() -> Resolvers {
    Resolvers::new()
        .with_version(PeResource)
        .with_version(Plist)
        .with_version(UninstallRegistry)
}

/// What the JSON declares.
pub(crate) fn declared(json: Value) -> SharedRequirements {
    let node: Node = serde_json::from_value(json).expect("decodes");
    let parsed = Parser::new(resolvers().vocabulary()).declaration(&node);
    assert_eq!(parsed.problems, []);
    Arc::new(parsed.declaration.expect("valid"))
}

/// A program of that place on Linux.
pub(crate) fn program(location: &str) -> SharedRequirements {
    declared(json!({
        "app": { "linux": { "presence": "executable", "location": location } },
        "requires": { "app": true },
    }))
}

/// A Linux machine with one program, [`APP`].
pub(crate) fn linux() -> FakeHost {
    FakeHost::new(Os::Linux).file(APP, b"")
}

pub(crate) const APP: &str = "/opt/vendor/app";
pub(crate) const GONE: &str = "/opt/vendor/gone";

/// A time for each, in seconds.
pub(crate) const POSITIVE: u64 = 30;
pub(crate) const NEGATIVE: u64 = 5;

/// A cache of the gate, under a clock that shows so many seconds.
pub(crate) fn cached(gate: McpGate, seconds: &Arc<AtomicU64>) -> Cached {
    let ttl = Ttl::new(Duration::from_secs(POSITIVE), Duration::from_secs(NEGATIVE));
    let (start, seconds) = (Instant::now(), Arc::clone(seconds));
    Cached::with_clock(gate, ttl, move || {
        start + Duration::from_secs(seconds.load(Ordering::SeqCst))
    })
}

/// One machine at different times.
pub(crate) struct Machine {
    times: Vec<FakeHost>,
    now: AtomicUsize,
}

impl Machine {
    pub(crate) fn new(times: impl IntoIterator<Item = FakeHost>) -> Self {
        Machine {
            times: times.into_iter().collect(),
            now: AtomicUsize::new(0),
        }
    }

    pub(crate) fn turn_to(&self, time: usize) {
        self.now.store(time, Ordering::SeqCst);
    }
}

impl LocateWrapper for Machine {
    type Host = FakeHost;

    fn wrapped(&self) -> &FakeHost {
        &self.times[self.now.load(Ordering::SeqCst)]
    }
}

impl InspectWrapper for Machine {}
