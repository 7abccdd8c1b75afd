//! What a host program sees of the kinds of this crate.

use std::sync::Arc;
use std::time::{Duration, Instant};

use onhand_declaration::{AppDef, KindUse, Parser, PathTemplate, Presence, Registry, Requirements};
use onhand_gate_mcp::McpGate;
use onhand_platform::{Os, Owner, ProcessState};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{Effort, Evaluator, State, live_endpoint, probe_assess};
use third_party_kinds::{DECLARATION, resolvers};

/// A machine of that OS on which the application is installed.
fn installed(os: Os, version: &str) -> FakeHost {
    let (app, file) = match os {
        Os::Linux => ("/opt/vendor/app", "/opt/vendor/VERSION"),
        Os::Darwin => ("/usr/local/vendor/app", "/usr/local/vendor/version.txt"),
        _ => (r"C:\Vendor\app.exe", r"C:\Vendor\VERSION"),
    };
    FakeHost::new(os)
        .file(app, b"")
        .file(file, format!("{version}\nbuilt on a Monday\n").into_bytes())
}

fn running(host: FakeHost) -> FakeHost {
    let process = ProcessState::Running {
        started: None,
        owner: Owner::Us,
        parent: None,
    };
    host.env("HOME", "/home/me")
        .file("/home/me/.vendor/port", b"4242 7777")
        .process(4242, process)
        .listener("127.0.0.1:7777", Listener::answering(200, "{}"))
}

fn deadline() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

#[test]
fn a_version_of_the_own_kind_decides_on_every_os() {
    let resolvers = resolvers();
    let file = Parser::new(resolvers.vocabulary()).text(DECLARATION, "stem");
    assert_eq!(file.problems, []);
    let vendor = &file.declarations[0];
    assert_eq!(vendor.name, "vendor");
    for os in Os::ALL {
        for (version, state) in [("2.4.1", State::Available), ("1.9", State::VersionTooOld)] {
            let host = installed(os, version);
            let availability = Evaluator::new(&host, &resolvers).availability(&vendor.declaration);
            assert_eq!(availability.state, state, "{os}");
            let read = availability
                .version
                .as_ref()
                .map(|version| version.as_str());
            assert_eq!(read, Some(version), "{os}");
        }
    }
}

#[tokio::test]
async fn an_application_tells_by_the_own_kind_where_to_connect() {
    let resolvers = resolvers();
    let file = Parser::new(resolvers.vocabulary()).text(DECLARATION, "stem");
    let vendor = &file.declarations[0].declaration;
    let host = running(installed(Os::Linux, "2.4.1"));

    let local = probe_assess(&host, &resolvers, vendor, Effort::Local, deadline()).await;
    assert!(local.liveness.running.is_present());
    assert!(!local.liveness.answering.is_present());

    let network = probe_assess(&host, &resolvers, vendor, Effort::Network, deadline()).await;
    assert_eq!(network.liveness.answering.present(), Some(&200));

    let live = live_endpoint(&host, &resolvers, vendor, deadline()).await;
    let live = live.present().expect("it runs");
    assert_eq!(live.url(), "http://localhost:7777/mcp");

    let ended = installed(Os::Linux, "2.4.1").env("HOME", "/home/me");
    let ended = probe_assess(&ended, &resolvers, vendor, Effort::Network, deadline()).await;
    assert_eq!(ended.liveness.running.state(), "absent");
}

#[test]
fn a_mistake_in_a_parameter_of_the_own_kind_has_its_place() {
    let resolvers = resolvers();
    let text = b"app:
  win32:
    presence: executable
    location: C:/Vendor/app.exe
    version: { kind: version_file, nmae: V }
    liveness: { kind: port_note, path: C:/note }
";
    let file = Parser::new(resolvers.vocabulary()).text(text, "vendor");
    assert_eq!(file.invalid, ["vendor"]);
    let told: Vec<_> = file
        .problems
        .iter()
        .map(|problem| (problem.span.map(|span| span.line), problem.to_string()))
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0].0, Some(5));
    assert!(
        told[0].1.starts_with("app.win32.version.nmae: "),
        "{told:?}"
    );
    assert_eq!(told[1].0, Some(6));
    assert!(told[1].1.ends_with("[liveness-kind-wrong-os]"), "{told:?}");
}

#[test]
fn a_file_that_can_not_be_read_hides_its_server() {
    let resolvers = resolvers();
    let registry = Arc::new(Registry::default());
    let host = Arc::new(installed(Os::Linux, "2.4.1"));
    let gate = McpGate::new(host, resolvers.clone(), Arc::clone(&registry));
    let offered = gate.check_fn("vendor", || true);
    let parser = Parser::new(resolvers.vocabulary());

    assert!(
        registry
            .register_file(parser.text(DECLARATION, "vendor"))
            .is_empty()
    );
    assert!(offered());
    assert!(
        !registry
            .register_file(parser.text(b"app: [", "vendor"))
            .is_empty()
    );
    assert!(!offered());
}

/// An entry of a host's own catalogue, which no file declares.
struct Entry(AppDef);

impl Requirements for Entry {
    fn requires_app(&self) -> bool {
        true
    }

    fn min_version(&self) -> Option<&str> {
        Some("2.0")
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        (os == Os::Linux).then_some(&self.0)
    }
}

#[test]
fn a_catalogue_of_the_hosts_own_uses_the_kind_without_a_file() {
    let location = PathTemplate::parse(Os::Linux, "/opt/vendor/app").expect("a path");
    let app =
        AppDef::new(Presence::Executable, location).with_version(KindUse::new("version_file"));
    let resolvers = resolvers();
    let offerable = |version: &str| {
        Evaluator::new(&installed(Os::Linux, version), &resolvers).offerable(&Entry(app.clone()))
    };
    assert!(offerable("2.0"));
    assert!(!offerable("1.99"));
}
