//! The facade tells where to connect only of what is on the machine.
#![cfg(feature = "yaml")]

use std::time::{Duration, Instant};

use onhand::Onhand;
use onhand::declaration::Node;
use onhand::platform::{Os, Owner, ProcessState};
use onhand::resolver::{Effort, Observation};
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
fn vendor(host: FakeHost) -> Onhand<FakeHost> {
    let server_json = br#"{ "pid": 4242, "http": "http://127.0.0.1:7777", "token": "secret" }"#;
    let running = ProcessState::Running {
        started: None,
        owner: Owner::Us,
        parent: None,
    };
    let onhand = Onhand::new(
        host.file("/run/vendor/server.json", server_json)
            .process(4242, running)
            .listener(
                "127.0.0.1:7777",
                Listener::answering(200, "{}").owned_by(4242),
            ),
    );
    let file = Node::from_yaml(VENDOR).expect("YAML");
    let file = onhand.parser().file(&file, "vendor");
    assert_eq!(onhand.registry().register_file(file), []);
    onhand
}

fn deadline() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

#[tokio::test]
async fn what_runs_is_probed_and_reached_by_its_name() {
    let onhand = vendor(FakeHost::new(Os::Linux).file("/opt/vendor/app", b""));
    let liveness = onhand.probe_of("vendor", Effort::Network, deadline()).await;
    assert_eq!(
        liveness.expect("registered").answering.present(),
        Some(&200)
    );
    let live = onhand.endpoint_of("vendor", deadline()).await;
    let live = live.expect("registered");
    let live = live.present().expect("it runs");
    assert_eq!(live.url(), "http://127.0.0.1:7777/mcp");
    assert!(onhand.endpoint_of("other", deadline()).await.is_none());
}

#[tokio::test]
async fn an_application_that_is_gone_has_no_endpoint_though_its_server_runs() {
    let onhand = vendor(FakeHost::new(Os::Linux));
    let live = onhand.endpoint_of("vendor", deadline()).await;
    assert!(matches!(live, Some(Observation::Absent(_))), "{live:?}");
}

#[tokio::test]
async fn a_server_whose_declaration_has_errors_is_hidden() {
    let onhand = Onhand::new(FakeHost::new(Os::Linux));
    let text = br"
servers:
  bad: { app: { linux: { presence: executable, location: opt/app } }, requires: { app: true } }
  good: { requires: { app: false } }
";
    let file = onhand
        .parser()
        .file(&Node::from_yaml(text).expect("YAML"), "file");
    assert_eq!(file.invalid, ["bad"]);
    let problems = onhand.registry().register_file(file);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let gate = onhand.mcp_gate();
    assert!(!gate.check_fn("bad", || true)());
    assert!(gate.check_fn("good", || true)());
    let verdict = gate.verdict("bad").to_string();
    assert!(verdict.contains("its declaration has errors"), "{verdict}");
}
