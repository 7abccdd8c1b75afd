//! What each answer costs, counted in host calls.

mod support;

use onhand_declaration::InvalidDeclaration;
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Availability, CauseCode, Evaluator, Observation, State, VersionText};
use serde_json::{Value, json};
use support::{declaration, resolvers};

/// The answer, and the operations that it took.
fn ask(host: FakeHost, json: Value) -> (Availability, Vec<Operation>) {
    let (declaration, resolvers) = (declaration(json), resolvers());
    let host = Recorded::new(host);
    let availability = Evaluator::new(&host, &resolvers).availability(&declaration);
    let calls = host.take_calls();
    (
        availability,
        calls.into_iter().map(|call| call.operation).collect(),
    )
}

fn executable(location: &str) -> Value {
    json!({
        "app": { "linux": { "presence": "executable", "location": location } },
        "requires": { "app": true },
    })
}

#[test]
fn no_requirements_costs_nothing() {
    for json in [
        json!({}),
        json!({ "requires": { "app": false } }),
        json!({ "app": { "linux": { "presence": "executable", "location": "$HOME/x" } } }),
    ] {
        let (availability, calls) = ask(FakeHost::new(Os::Linux), json);
        assert_eq!(availability.state, State::NoRequirements);
        assert!(availability.offerable());
        assert_eq!(availability.path, None);
        assert_eq!(calls, []);
    }
}

#[test]
fn an_unsupported_os_costs_nothing() {
    let (availability, calls) = ask(FakeHost::new(Os::Win32), executable("/opt/x"));
    assert_eq!(availability.state, State::UnsupportedOs);
    assert!(!availability.offerable());
    assert_eq!(calls, []);
}

#[test]
fn an_executable_costs_one_stat_present_or_not() {
    let host = FakeHost::new(Os::Linux).file("/opt/x", b"");
    let (availability, calls) = ask(host, executable("/opt/x"));
    assert_eq!(availability.state, State::Available);
    assert_eq!(calls, [Operation::Stat]);

    let (availability, calls) = ask(FakeHost::new(Os::Linux), executable("/opt/x"));
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(availability.path.as_deref(), Some("/opt/x"));
    assert_eq!(calls, [Operation::Stat]);
}

#[test]
fn a_bundle_costs_two_stats_and_one_where_it_is_missing() {
    let bundle = json!({
        "app": { "darwin": { "presence": "bundle", "location": "/Applications/V.app" } },
        "requires": { "app": true },
    });
    let mac = || FakeHost::new(Os::Darwin);
    let (availability, calls) = ask(
        mac().file("/Applications/V.app/Contents/Info.plist", b""),
        bundle.clone(),
    );
    assert_eq!(availability.state, State::Available);
    assert_eq!(calls, [Operation::Stat, Operation::Stat]);

    let (availability, calls) = ask(mac(), bundle.clone());
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(calls, [Operation::Stat]);

    let (availability, calls) = ask(mac().dir("/Applications/V.app"), bundle);
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(calls, [Operation::Stat, Operation::Stat]);
}

#[test]
fn a_variable_costs_one_reading_and_a_bad_one_nothing_more() {
    let host = || FakeHost::new(Os::Linux).file("/home/me/x", b"");
    let (availability, calls) = ask(host().env("HOME", "/home/me"), executable("$HOME/x"));
    assert_eq!(availability.state, State::Available);
    assert_eq!(calls, [Operation::Env, Operation::Stat]);

    for host in [
        host(),
        host().env("HOME", ""),
        host().env("HOME", "relative"),
    ] {
        let (availability, calls) = ask(host, executable("$HOME/x"));
        assert_eq!(availability.state, State::MissingApp);
        assert_eq!(availability.path.as_deref(), Some("$HOME/x"));
        assert_eq!(calls, [Operation::Env]);
    }
}

#[test]
fn an_unset_variable_means_missing_not_relative() {
    // A file of that literal name changes nothing.
    let host = FakeHost::new(Os::Linux)
        .file("/$UNSET/x", b"")
        .file("/x", b"");
    let (availability, calls) = ask(host, executable("$UNSET/x"));
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(calls, [Operation::Env]);
}

#[test]
fn home_is_missing_where_it_is_not_set() {
    let (availability, calls) = ask(FakeHost::new(Os::Linux), executable("~/x"));
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(calls, [Operation::Home]);

    let (availability, calls) = ask(FakeHost::new(Os::Linux), executable("~other/x"));
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(calls, []);
}

/// A program at `/opt/x` whose version is its content.
fn with_version(min_version: Option<&str>) -> Value {
    json!({
        "app": { "linux": {
            "presence": "executable", "location": "/opt/x", "version": { "kind": "content" },
        } },
        "requires": { "app": true, "min_version": min_version },
    })
}

#[test]
fn a_version_is_read_where_its_kind_is_declared_and_changes_no_state_unless_one_is_required() {
    let read = [Operation::Stat, Operation::Open, Operation::Read];
    for (content, version) in [("2.3", Some("2.3")), ("beta", None)] {
        let host = FakeHost::new(Os::Linux).file("/opt/x", content);
        let (availability, calls) = ask(host, with_version(None));
        assert_eq!(availability.state, State::Available, "{content}");
        assert_eq!(availability.cause, CauseCode::Found, "{content}");
        let told = availability.version.as_ref().map(VersionText::as_str);
        assert_eq!(told, version);
        assert_eq!(calls[..3], read, "{content}");
    }
}

#[test]
fn what_needs_a_yes_or_no_opens_nothing_unless_a_version_is_required() {
    let resolvers = resolvers();
    let host = Recorded::new(FakeHost::new(Os::Linux).file("/opt/x", b"2.3"));
    let evaluator = Evaluator::new(&host, &resolvers);
    let operations = || -> Vec<Operation> {
        let calls = host.take_calls().into_iter();
        calls.map(|call| call.operation).collect()
    };
    let plain = declaration(with_version(None));
    let decided = evaluator.decide(&plain);
    assert_eq!(decided.version, Observation::NotChecked);
    assert_eq!(decided.availability.version, None);
    assert_eq!(operations(), [Operation::Stat]);
    assert!(evaluator.offerable(&plain));
    assert_eq!(operations(), [Operation::Stat]);
    assert!(evaluator.pass().offerable(&plain));
    assert_eq!(operations(), [Operation::Stat]);
    for (min_version, offerable) in [("2.3", true), ("2.4", false)] {
        let required = declaration(with_version(Some(min_version)));
        assert_eq!(evaluator.offerable(&required), offerable);
        let decided = operations();
        assert!(decided.contains(&Operation::Open), "{decided:?}");
        assert_eq!(evaluator.availability(&required).offerable(), offerable);
        assert_eq!(operations(), decided);
        assert_eq!(evaluator.decide(&required), evaluator.assess(&required));
        let _ = operations();
    }
}

#[test]
fn a_declaration_with_errors_costs_nothing() {
    let resolvers = resolvers();
    let host = Recorded::new(FakeHost::new(Os::Linux));
    let evaluator = Evaluator::new(&host, &resolvers);
    let availability = evaluator.availability(&InvalidDeclaration);
    assert_eq!(availability.state, State::InvalidDeclaration);
    assert!(!evaluator.offerable(&InvalidDeclaration));
    assert!(host.calls().is_empty());
}

#[test]
fn a_missing_application_is_never_opened() {
    let (availability, calls) = ask(FakeHost::new(Os::Linux), with_version(Some("2.3")));
    assert_eq!(availability.state, State::MissingApp);
    assert_eq!(availability.min_version.as_deref(), Some("2.3"));
    assert_eq!(calls, [Operation::Stat]);
}
