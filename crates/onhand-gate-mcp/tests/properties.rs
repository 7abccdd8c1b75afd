//! Whatever happens in whatever order: a gate answers by its rule, a cache by its rule, and the tools offered
//! are those whose checks say so.

mod support;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use onhand_declaration::{Registry, SharedRequirements};
use onhand_gate_mcp::{Cached, McpGate};
use onhand_platform::Os;
use onhand_platform_fake::FakeHost;
use proptest::prelude::*;
use serde_json::json;
use support::{
    APP, GONE, Machine, NEGATIVE, POSITIVE, cached, declared, linux, program, resolvers,
};

const SERVERS: [&str; 3] = ["a", "b", "c"];
#[derive(Debug, Clone, Copy)]
enum Event {
    Register(&'static str, Required),
    Unregister(&'static str),
    Clear,
    Connect(&'static str),
    Disconnect(&'static str),
    Install,
    Uninstall,
    Forget(&'static str),
    Wait(u64),
}

#[derive(Debug, Clone, Copy)]
enum Required {
    /// There while it is installed.
    Program,
    /// Never there.
    Missing,
    OtherOs,
    Nothing,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let server = || prop::sample::select(SERVERS.to_vec());
    let required = prop::sample::select(vec![
        Required::Program,
        Required::Program,
        Required::Missing,
        Required::OtherOs,
        Required::Nothing,
    ]);
    let event = prop_oneof![
        3 => (server(), required).prop_map(|(server, required)| Event::Register(server, required)),
        1 => server().prop_map(Event::Unregister),
        1 => Just(Event::Clear),
        3 => server().prop_map(Event::Connect),
        1 => server().prop_map(Event::Disconnect),
        1 => Just(Event::Install),
        1 => Just(Event::Uninstall),
        1 => server().prop_map(Event::Forget),
        2 => (0..POSITIVE + 2).prop_map(Event::Wait),
    ];
    prop::collection::vec(event, 1..40)
}

fn requirements(required: Required) -> SharedRequirements {
    match required {
        Required::Program => program(APP),
        Required::Missing => program(GONE),
        Required::OtherOs => declared(json!({
            "app": { "win32": { "presence": "executable", "location": "C:/Vendor/App.exe" } },
            "requires": { "app": true },
        })),
        Required::Nothing => declared(json!({})),
    }
}

/// What must come of it, by the rules alone.
#[derive(Default)]
struct Model {
    registered: HashMap<&'static str, Required>,
    connected: HashSet<&'static str>,
    uninstalled: bool,
    now: u64,
    kept: HashMap<&'static str, (bool, u64)>,
}

impl Model {
    fn happens(&mut self, event: Event) {
        match event {
            Event::Register(server, required) => {
                self.registered.insert(server, required);
                self.kept.remove(server);
            }
            Event::Unregister(server) => {
                self.registered.remove(server);
                self.kept.remove(server);
            }
            Event::Clear => {
                self.registered.clear();
                self.kept.clear();
            }
            Event::Connect(server) => drop(self.connected.insert(server)),
            Event::Disconnect(server) => drop(self.connected.remove(server)),
            Event::Install => self.uninstalled = false,
            Event::Uninstall => self.uninstalled = true,
            Event::Forget(server) => drop(self.kept.remove(server)),
            Event::Wait(seconds) => self.now += seconds,
        }
    }

    fn allowed(&self, server: &str) -> bool {
        match self.registered.get(server) {
            None | Some(Required::Nothing) => true,
            Some(Required::Program) => !self.uninstalled,
            Some(Required::Missing | Required::OtherOs) => false,
        }
    }

    fn offered(&self, server: &str) -> bool {
        self.connected.contains(server) && self.allowed(server)
    }

    fn offered_by_the_cache(&mut self, server: &'static str) -> bool {
        if !self.connected.contains(server) {
            return false;
        }
        match self.kept.get(server) {
            Some((allowed, until)) if self.now < *until => *allowed,
            _ => {
                let allowed = self.allowed(server);
                let ttl = if allowed { POSITIVE } else { NEGATIVE };
                self.kept.insert(server, (allowed, self.now + ttl));
                allowed
            }
        }
    }
}

fn happens(
    event: Event,
    registry: &Registry,
    machine: &Machine,
    cached: &Cached,
    clock: &AtomicU64,
) {
    match event {
        Event::Register(server, required) => {
            registry.register(server, requirements(required));
        }
        Event::Unregister(server) => drop(registry.unregister(server)),
        Event::Clear => registry.clear(),
        Event::Connect(_) | Event::Disconnect(_) => {}
        Event::Install => machine.turn_to(0),
        Event::Uninstall => machine.turn_to(1),
        Event::Forget(server) => cached.forget(server),
        Event::Wait(seconds) => drop(clock.fetch_add(seconds, Ordering::SeqCst)),
    }
}

proptest! {
    #[test]
    fn gate_cache_and_filter_answer_by_the_rules(events in events(), filter_first in any::<bool>()) {
        let machine = Arc::new(Machine::new([linux(), FakeHost::new(Os::Linux)]));
        let registry = Arc::new(Registry::new());
        let gate = McpGate::new(machine.clone(), resolvers(), registry.clone());
        let clock = Arc::new(AtomicU64::new(0));
        let cached = cached(gate.clone(), &clock);
        let mut model = Model::default();
        for event in events {
            model.happens(event);
            happens(event, &registry, &machine, &cached, &clock);

            let right: Vec<&str> = SERVERS.into_iter().filter(|server| model.offered(server)).collect();
            let kept: Vec<&str> = SERVERS
                .into_iter()
                .filter(|server| model.offered_by_the_cache(server))
                .collect();
            let connected = |server: &str| model.connected.contains(server);
            let filter = || {
                (
                    gate.filter_tools(SERVERS, |server| server, connected).offered,
                    cached.filter_tools(SERVERS, |server| server, connected).offered,
                )
            };
            let each = |check: &dyn Fn(&str, bool) -> bool| {
                let offered = SERVERS.into_iter().filter(|server| check(server, connected(server)));
                offered.collect::<Vec<_>>()
            };
            let check = || {
                (
                    each(&|server, alive| gate.check_fn(server, move || alive)()),
                    each(&|server, alive| cached.check_fn(server, move || alive)()),
                )
            };
            let expected = (right, kept);
            if filter_first {
                prop_assert_eq!(filter(), expected.clone());
                prop_assert_eq!(check(), expected);
            } else {
                prop_assert_eq!(check(), expected.clone());
                prop_assert_eq!(filter(), expected);
            }
            for server in SERVERS {
                let verdict = gate.verdict_with(server, connected(server));
                prop_assert_eq!(verdict.offerable, model.offered(server));
                prop_assert_eq!(gate.verdict(server).offerable, model.allowed(server));
                prop_assert_eq!(verdict.availability.is_some(), model.registered.contains_key(server));
            }
        }
    }
}
