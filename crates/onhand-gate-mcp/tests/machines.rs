//! Machines on which the gate flips while a check that was made once is in use.

mod support;

use std::sync::Arc;

use onhand_declaration::Registry;
use onhand_gate_mcp::{McpGate, Retry};
use onhand_platform::Os;
use onhand_platform_fake::FakeHost;
use onhand_resolver::State;
use serde_json::{Value, json};
use support::{Machine, declared, resolvers};

/// A machine of `fixtures/machines`, which has Blender 5.2.0.
fn machine(os: Os) -> FakeHost {
    let name = match os {
        Os::Win32 => "windows-11.yaml",
        Os::Darwin => "macos-15.yaml",
        Os::Linux => "ubuntu-24.yaml",
    };
    let machines = onhand_testkit::fixtures::root().join("machines");
    FakeHost::from_scenario_file(machines.join(name)).expect("a machine")
}

fn place(os: Os) -> &'static str {
    match os {
        Os::Win32 => r"C:\Program Files\Blender Foundation\Blender 5.2\blender.exe",
        Os::Darwin => "/Applications/Blender.app",
        Os::Linux => "/usr/bin/blender",
    }
}

/// Blender on the OSes whose versions are read, and on the others where no version is asked for.
fn blender(min_version: Option<&str>) -> Value {
    let mut json = json!({
        "app": {
            "win32": {
                "presence": "executable",
                "location": "%ProgramFiles%/Blender Foundation/Blender 5.2/blender.exe",
                "version": { "kind": "pe_resource" },
            },
            "darwin": {
                "presence": "bundle",
                "location": "/Applications/Blender.app",
                "version": { "kind": "plist" },
            },
        },
        "requires": { "app": true },
    });
    match min_version {
        Some(version) => json["requires"]["min_version"] = version.into(),
        None => {
            json["app"]["linux"] =
                json!({ "presence": "executable", "location": place(Os::Linux) });
        }
    }
    json
}

#[test]
fn an_application_that_comes_and_goes_is_offered_while_it_is_there() {
    for os in Os::ALL {
        let without = machine(os).remove(place(os));
        let machine = Arc::new(Machine::new([machine(os), without]));
        let registry = Arc::new(Registry::new());
        let gate = McpGate::new(machine.clone(), resolvers(), registry.clone());
        let check = gate.check_fn("blender", || true);
        registry.register("blender", declared(blender(None)));
        for _ in 0..2 {
            machine.turn_to(0);
            assert!(check(), "{os}");
            machine.turn_to(1);
            assert!(!check(), "{os}");
        }
        let verdict = gate.verdict("blender");
        assert_eq!(verdict.retry, Retry::AfterUserAction, "{os}");
        let action = format!("install the application at `{}`", place(os));
        assert_eq!(verdict.action, Some(action), "{os}");
    }
}

#[test]
fn a_least_version_that_rises_hides_what_was_offered() {
    for os in [Os::Win32, Os::Darwin] {
        let registry = Arc::new(Registry::new());
        let gate = McpGate::new(Arc::new(machine(os)), resolvers(), registry.clone());
        let check = gate.check_fn("blender", || true);
        for (least, state) in [
            ("4.2", State::Available),
            ("5.2.0", State::Available),
            ("5.2.1", State::VersionTooOld),
            ("5.1.9", State::Available),
        ] {
            registry.register("blender", declared(blender(Some(least))));
            assert_eq!(check(), state.offerable(), "{os} {least}");
            let availability = gate.verdict("blender").availability.expect("registered");
            assert_eq!(availability.state, state, "{os} {least}");
            assert_eq!(
                availability
                    .version
                    .map(|version| version.to_string())
                    .as_deref(),
                Some(if os == Os::Win32 { "5.2.0.0" } else { "5.2.0" })
            );
        }
    }
}

#[test]
fn where_no_application_is_declared_nothing_is_offered() {
    let registry = Arc::new(Registry::new());
    let gate = McpGate::new(Arc::new(machine(Os::Linux)), resolvers(), registry.clone());
    registry.register("blender", declared(blender(Some("4.2"))));
    assert!(!gate.check_fn("blender", || true)());
    assert_eq!(gate.verdict("blender").retry, Retry::Never);
}
