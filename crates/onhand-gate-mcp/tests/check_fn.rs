//! What a check asks, in which order, and what it sees.

mod support;

use std::sync::{Arc, mpsc};
use std::thread;

use mockall::predicate::eq;
use mockall::{automock, mock};
use onhand_declaration::{AppDef, Registry, Requirements};
use onhand_gate_mcp::McpGate;
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use serde_json::json;
use support::{APP, GONE, declared, linux, program, resolvers};

/// A host program's connections, as it may see them.
#[automock]
trait Connections: Send + Sync {
    fn is_alive(&self, server: &str) -> bool;
}

/// A host program's registry of tools: it keeps a check for each, and asks it when it likes.
#[automock]
trait Tools {
    fn add(&mut self, tool: &str, check: Check);
}

type Check = Box<dyn Fn() -> bool + Send + Sync>;

mock! {
    /// An entry of a host program's own catalogue.
    Entry {}
    impl Requirements for Entry {
        fn requires_app(&self) -> bool;
        fn min_version<'a>(&'a self) -> Option<&'a str>;
        fn app_for<'a>(&'a self, os: Os) -> Option<&'a AppDef>;
    }
}

struct Host {
    machine: Arc<Recorded<FakeHost>>,
    registry: Arc<Registry>,
    gate: McpGate,
}

impl Host {
    fn new() -> Self {
        let machine = Arc::new(Recorded::new(linux()));
        let registry = Arc::new(Registry::new());
        let gate = McpGate::new(machine.clone(), resolvers(), registry.clone());
        Host {
            machine,
            registry,
            gate,
        }
    }

    fn operations(&self) -> Vec<Operation> {
        let calls = self.machine.take_calls().into_iter();
        calls.map(|call| call.operation).collect()
    }
}

/// A connection that is asked for so many times.
fn connection(alive: bool, times: usize) -> impl Fn() -> bool + Send + Sync + 'static {
    let mut connections = MockConnections::new();
    connections
        .expect_is_alive()
        .with(eq("vendor"))
        .times(times)
        .return_const(alive);
    move || connections.is_alive("vendor")
}

#[test]
fn a_dead_connection_costs_no_host_call_and_no_look_at_the_requirements() {
    let host = Host::new();
    // Nothing is expected of the entry: any question to it panics.
    host.registry.register("vendor", Arc::new(MockEntry::new()));
    let check = host.gate.check_fn("vendor", connection(false, 2));
    assert!(!check());
    assert!(!check());
    assert_eq!(host.operations(), []);
}

#[test]
fn a_live_connection_and_a_program_cost_one_stat_each_time() {
    let host = Host::new();
    host.registry.register("vendor", program(APP));
    let check = host.gate.check_fn("vendor", connection(true, 2));
    assert!(check());
    assert_eq!(host.operations(), [Operation::Stat]);
    host.registry.register("vendor", program(GONE));
    assert!(!check());
    assert_eq!(host.operations(), [Operation::Stat]);
}

#[test]
fn an_unregistered_server_is_offered_by_its_connection_alone() {
    let host = Host::new();
    assert!(host.gate.check_fn("vendor", connection(true, 1))());
    assert!(!host.gate.check_fn("vendor", connection(false, 1))());
    assert_eq!(host.operations(), []);
}

#[test]
fn what_requires_no_application_or_has_none_here_costs_no_host_call() {
    let host = Host::new();
    let check = host.gate.check_fn("vendor", || true);
    let block = |os: &str, location: &str, required: bool| {
        declared(json!({
            "app": { os: { "presence": "executable", "location": location } },
            "requires": { "app": required },
        }))
    };
    host.registry
        .register("vendor", block("linux", GONE, false));
    assert!(check());
    host.registry
        .register("vendor", block("win32", "C:/Vendor/App.exe", true));
    assert!(!check());
    assert_eq!(host.operations(), []);
}

#[test]
fn a_catalogue_entry_of_the_host_is_asked_once_what_it_requires() {
    let host = Host::new();
    let mut entry = MockEntry::new();
    entry.expect_requires_app().times(1).return_const(false);
    host.registry.register("vendor", Arc::new(entry));
    assert!(host.gate.check_fn("vendor", connection(true, 1))());
}

#[test]
fn a_registration_made_changed_or_cleared_later_is_seen_by_an_earlier_check() {
    let host = Host::new();
    let check = host.gate.check_fn("vendor", || true);
    assert!(check(), "nothing is registered");
    host.registry.register("vendor", program(GONE));
    assert!(!check(), "made");
    host.registry.register("vendor", program(APP));
    assert!(check(), "changed");
    host.registry.register("vendor", program(GONE));
    host.registry.unregister("vendor");
    assert!(check(), "taken out");
    host.registry.register("vendor", program(GONE));
    host.registry.clear();
    assert!(check(), "cleared");
}

#[test]
fn only_the_very_name_that_was_registered_is_gated() {
    let host = Host::new();
    host.registry.register("vendor", program(GONE));
    for other in ["Vendor", "vendor ", "http://127.0.0.1:7777/mcp", APP, ""] {
        assert!(host.gate.check_fn(other, || true)(), "{other:?}");
    }
    assert_eq!(host.operations(), []);
}

#[test]
fn a_registry_of_tools_takes_a_check_as_it_is() {
    let host = Host::new();
    let (keep, kept) = mpsc::channel();
    let mut tools = MockTools::new();
    tools
        .expect_add()
        .times(2)
        .returning(move |tool, check| keep.send((tool.to_owned(), check)).expect("kept"));
    tools.add("draw", Box::new(host.gate.check_fn("vendor", || true)));
    tools.add("search", Box::new(host.gate.check_fn("notes", || true)));

    host.registry.register("vendor", program(GONE));
    // A check is asked in whatever thread, when the gate itself is gone.
    drop(host);
    let ask = move || -> Vec<(String, bool)> {
        let kept = kept.try_iter();
        kept.map(|(tool, check)| (tool, check())).collect()
    };
    let offered = thread::spawn(ask).join().expect("no panic");
    assert_eq!(
        offered,
        [("draw".to_owned(), false), ("search".to_owned(), true)]
    );
}

#[test]
fn the_registry_of_the_process_will_do() {
    let name = "the-registry-of-the-process-will-do";
    let gate = McpGate::new(Arc::new(linux()), resolvers(), Registry::global());
    let check = gate.clone().check_fn(name, || true);
    Registry::global().register(name, program(GONE));
    assert!(!check());
    assert!(gate.registry().unregister(name).is_some());
    assert!(check());
}
