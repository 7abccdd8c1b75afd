//! Which tools of many are offered.

mod support;

use std::cell::RefCell;
use std::sync::Arc;

use onhand_declaration::Registry;
use onhand_gate_mcp::{Cached, FilteredTools, McpGate, Ttl};
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use serde_json::{Value, json};
use support::{declared, program, resolvers};

#[derive(Debug, PartialEq)]
struct Tool {
    name: &'static str,
    server: String,
}

fn tool(name: &'static str, server: &str) -> Tool {
    Tool {
        name,
        server: server.to_owned(),
    }
}

/// Two servers front one program, one another that is missing, one none.
fn gate() -> (Arc<Recorded<FakeHost>>, McpGate) {
    let machine = FakeHost::new(Os::Linux)
        .env("VENDOR", "/opt/vendor")
        .file("/opt/vendor/app", b"");
    let machine = Arc::new(Recorded::new(machine));
    let registry = Arc::new(Registry::new());
    registry.register("draw", program("$VENDOR/app"));
    registry.register("draw-more", program("$VENDOR/app"));
    registry.register("gone", program("$VENDOR/gone"));
    let gate = McpGate::new(machine.clone(), resolvers(), registry);
    (machine, gate)
}

fn tools() -> [Tool; 8] {
    [
        tool("circle", "draw"),
        tool("search", "notes"),
        tool("haunt", "gone"),
        tool("square", "draw"),
        tool("dead", "draw-more"),
        tool("curve", "draw-more"),
        tool("line", "draw"),
        tool("spook", "gone"),
    ]
}

fn names(tools: &[Tool]) -> Vec<&str> {
    tools.iter().map(|tool| tool.name).collect()
}

#[test]
fn no_version_is_read_to_offer_a_tool_or_to_say_why_unless_one_is_required() {
    let bundle = |requires: Value| {
        declared(json!({
            "app": { "darwin": {
                "presence": "bundle", "location": "/Applications/V.app", "version": { "kind": "plist" },
            } },
            "requires": requires,
        }))
    };
    let plist = "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
                 <string>2.4.1</string></dict></plist>";
    let machine = FakeHost::new(Os::Darwin).file("/Applications/V.app/Contents/Info.plist", plist);
    let machine = Arc::new(Recorded::new(machine));
    let registry = Arc::new(Registry::new());
    let gate = McpGate::new(machine.clone(), resolvers(), registry.clone());
    for (requires, opened) in [
        (json!({ "app": true }), 0),
        (
            json!({ "app": true, "min_version": "2", "version_scheme": "leading" }),
            1,
        ),
    ] {
        registry.register("v", bundle(requires.clone()));
        let check = gate.check_fn("v", || true);
        let filter = || gate.filter_tools([tool("t", "v")], |tool| &tool.server, |_| true);
        let asks: [&dyn Fn() -> bool; 3] = [&check, &|| !filter().offered.is_empty(), &|| {
            gate.verdict("v").offerable
        }];
        for ask in asks {
            let before = machine.count(Operation::Open);
            assert!(ask());
            let spent = machine.count(Operation::Open) - before;
            assert_eq!(spent, opened, "{requires}");
        }
    }
}

#[test]
fn each_fact_is_read_once_each_server_asked_once_and_the_order_kept() {
    let (machine, gate) = gate();
    let asked = RefCell::new(Vec::new());
    let FilteredTools {
        offered, hidden, ..
    } = gate.filter_tools(
        tools(),
        |tool| &tool.server,
        |server| {
            asked.borrow_mut().push(server.to_owned());
            true
        },
    );
    assert_eq!(
        names(&offered),
        ["circle", "search", "square", "dead", "curve", "line"]
    );
    assert_eq!(names(&hidden), ["haunt", "spook"]);
    assert_eq!(asked.into_inner(), ["draw", "notes", "gone", "draw-more"]);
    assert_eq!(machine.count(Operation::Env), 1);
    assert_eq!(machine.count(Operation::Stat), 2);
    assert_eq!(machine.take_calls().len(), 3);
}

#[test]
fn a_server_that_is_not_connected_is_hidden_at_no_cost() {
    let (machine, gate) = gate();
    let filtered = gate.filter_tools(tools(), |tool| &tool.server, |server| server == "notes");
    assert_eq!(names(&filtered.offered), ["search"]);
    assert_eq!(filtered.hidden.len(), 7);
    assert_eq!(machine.take_calls(), []);
}

#[test]
fn tools_may_be_lent_and_a_server_asked_why_they_are_hidden() {
    let (_, gate) = gate();
    let tools = tools();
    let filtered = gate.filter_tools(&tools, |tool| &tool.server, |server| server != "notes");
    let why: Vec<String> = filtered
        .hidden
        .iter()
        .map(|tool| {
            gate.verdict_with(&tool.server, tool.server != "notes")
                .sentence
        })
        .collect();
    let missing = "`gone` can't be used on Linux: the application was not found";
    assert_eq!(
        why,
        [
            "`notes` can't be used on Linux: it is not connected; no application is registered for it",
            missing,
            missing
        ]
    );
}

#[test]
fn a_thousand_tools_of_one_application_cost_one_evaluation() {
    let plist = "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
                 <string>2.4.1</string></dict></plist>";
    let mac = FakeHost::new(Os::Darwin).file("/Applications/V.app/Contents/Info.plist", plist);
    let machine = Arc::new(Recorded::new(mac));
    let registry = Arc::new(Registry::new());
    let bundle = declared(json!({
        "app": { "darwin": {
            "presence": "bundle", "location": "/Applications/V.app", "version": { "kind": "plist" },
        } },
        "requires": { "app": true, "min_version": "2.3" },
    }));
    for server in 0..100 {
        registry.register(format!("server-{server}"), bundle.clone());
    }
    let gate = McpGate::new(machine.clone(), resolvers(), registry);
    let tools = || (0..1_000).map(|index| (index, format!("server-{}", index % 100)));

    let filtered = gate.filter_tools(tools(), |tool| &tool.1, |_| true);
    let expected: Vec<_> = tools().collect();
    assert_eq!(filtered.offered, expected);
    assert_eq!(machine.count(Operation::Stat), 2);
    assert_eq!(machine.count(Operation::Open), 1);

    let cached = Cached::new(gate, Ttl::default());
    for _ in 0..3 {
        let filtered = cached.filter_tools(tools(), |tool| &tool.1, |_| true);
        assert_eq!(filtered.offered, expected);
    }
    assert_eq!(machine.count(Operation::Stat), 4);
    assert_eq!(machine.count(Operation::Open), 2);
}
