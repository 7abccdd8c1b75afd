//! The facade asks whether an application runs, and where to connect, by its name.
#![cfg(feature = "yaml")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use onhand::Onhand;
use onhand::declaration::{Declaration, InvalidDeclaration};
use onhand::platform::{Operation, Os, Owner, ProcessState, Recorded};
use onhand::resolver::{CauseCode, Effort, Liveness, NotAsked, State};
use onhand_platform_fake::{FakeHost, Listener};

const VENDOR: &[u8] = br"
app:
  linux:
    presence: executable
    location: /opt/vendor/app
    liveness: { kind: server_json, path: /run/vendor/server.json }
requires: { app: true }
";

/// A machine on which the server runs, and of which the program may be gone.
fn vendor(host: FakeHost) -> Onhand<Recorded<FakeHost>> {
    heard_by(host, 4242)
}

/// The same, where that process listens at the port of the server.
fn heard_by(host: FakeHost, pid: u32) -> Onhand<Recorded<FakeHost>> {
    let server_json = br#"{ "pid": 4242, "http": "http://127.0.0.1:7777", "token": "secret" }"#;
    let running = ProcessState::Running {
        started: None,
        owner: Owner::Us,
        parent: None,
    };
    let onhand = Onhand::new(Recorded::new(
        host.file("/run/vendor/server.json", server_json)
            .process(4242, running)
            .process(1717, running)
            .listener(
                "127.0.0.1:7777",
                Listener::answering(200, "{}").owned_by(pid),
            ),
    ));
    let file = onhand.parser().text(VENDOR, "vendor");
    assert_eq!(onhand.registry().register_file(file), []);
    onhand
}

fn deadline() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

#[tokio::test]
async fn what_runs_is_probed_and_reached_by_its_name() {
    let onhand = vendor(FakeHost::new(Os::Linux).file("/opt/vendor/app", b""));
    let probed = onhand.probe_of("vendor", Effort::Network, deadline()).await;
    assert_eq!(
        probed.expect("registered").liveness.answering.present(),
        Some(&200)
    );
    let live = onhand.endpoint_of("vendor", deadline()).await;
    let live = live.expect("registered");
    let live = live.present().expect("it runs");
    assert_eq!(live.url(), "http://127.0.0.1:7777/mcp");
    assert!(onhand.endpoint_of("other", deadline()).await.is_none());
}

#[tokio::test]
async fn what_runs_is_reached_though_it_is_not_where_its_declaration_says() {
    let onhand = vendor(FakeHost::new(Os::Linux));
    let availability = onhand.availability_of("vendor").expect("registered");
    assert_eq!(availability.state, State::MissingApp);
    let probed = onhand.probe_of("vendor", Effort::Network, deadline()).await;
    let liveness = probed.expect("registered").liveness;
    assert_eq!(liveness.answering.present(), Some(&200));
    let live = onhand.endpoint_of("vendor", deadline()).await;
    let live = live.expect("registered");
    assert_eq!(
        live.present().expect("it runs").expose_token(),
        Some("secret")
    );
}

#[tokio::test]
async fn a_token_is_given_to_nobody_else_wherever_the_application_is() {
    let nowhere = FakeHost::new(Os::Linux);
    for host in [nowhere.clone(), nowhere.file("/opt/vendor/app", b"")] {
        let onhand = heard_by(host, 1717);
        let probed = onhand.probe_of("vendor", Effort::Network, deadline()).await;
        let liveness = probed.expect("registered").liveness;
        assert_eq!(liveness.answering.cause(), Some(CauseCode::OtherProcess));
        let live = onhand.endpoint_of("vendor", deadline()).await;
        let cause = live.expect("registered").cause();
        assert_eq!(cause, Some(CauseCode::OtherProcess));
        assert_eq!(onhand.host().count(Operation::Request), 0);
    }
}

#[tokio::test]
async fn what_is_not_asked_says_why() {
    let onhand = Onhand::new(FakeHost::new(Os::Linux));
    onhand
        .registry()
        .register("bad", Arc::new(InvalidDeclaration));
    onhand
        .registry()
        .register("plain", Arc::new(Declaration::default()));
    for (name, why, code) in [
        ("bad", NotAsked::InvalidDeclaration, CauseCode::Invalid),
        ("plain", NotAsked::NotOnThisOs, CauseCode::NotOnThisOs),
    ] {
        let probed = onhand.probe_of(name, Effort::Network, deadline()).await;
        let probed = probed.expect("registered");
        assert_eq!(probed.liveness, Liveness::default());
        assert_eq!(probed.not_asked, Some(why.clone()));
        assert_eq!(probed.not_requested, Some(why));
        let live = onhand.endpoint_of(name, deadline()).await;
        assert_eq!(live.and_then(|live| live.cause()), Some(code), "{name}");
    }
}

#[tokio::test]
async fn a_server_whose_declaration_has_errors_is_hidden() {
    let onhand = Onhand::new(FakeHost::new(Os::Linux));
    let text = br"
servers:
  bad: { app: { linux: { presence: executable, location: opt/app } }, requires: { app: true } }
  good: { requires: { app: false } }
";
    let file = onhand.parser().text(text, "file");
    assert_eq!(file.invalid, ["bad"]);
    let problems = onhand.registry().register_file(file);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let gate = onhand.mcp_gate();
    assert!(!gate.check_fn("bad", || true)());
    assert!(gate.check_fn("good", || true)());
    let verdict = gate.verdict("bad").to_string();
    assert!(verdict.contains("its declaration has errors"), "{verdict}");
}
