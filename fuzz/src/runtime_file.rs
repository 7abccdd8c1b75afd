//! The target `runtime_file`.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant, SystemTime};

use onhand_declaration::{KindUse, ParameterValue};
use onhand_liveness::ServerJson;
use onhand_platform::{Operation, Os, Owner, PathTemplate, ProcessState, Recorded};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{Effort, LivenessProbe, LivenessQuery, Observation};

use super::told::{MAX_LINE, expect_line};

/// What a token starts with, so that it can be told from everything else.
const SECRET: &str = "secret-";

/// Takes the file that an application writes while it runs: one whose process is 4242, and which
/// listens at port 7777.
///
/// - It is opened at most twice, and the second time after a pause.
/// - A process that runs is 4242. Sockets are looked at only where there is a process and an endpoint,
///   and a request is sent only to a server that is there to answer it.
/// - A host can connect where it would be answered, and nowhere else.
/// - No text shows a token.
pub fn runtime_file(data: &[u8]) {
    for (os, path) in [
        (Os::Win32, r"C:\Vendor\server.json"),
        (Os::Darwin, "/var/vendor/server.json"),
        (Os::Linux, "/var/vendor/server.json"),
    ] {
        let running = ProcessState::Running {
            started: Some(SystemTime::UNIX_EPOCH),
            owner: Owner::Us,
            parent: None,
        };
        let server = || Listener::answering(200, "").owned_by(4242);
        let machine = FakeHost::new(os)
            .file(path, data)
            .modified(path, SystemTime::UNIX_EPOCH)
            .process(4242, running)
            .listener("127.0.0.1:7777", server())
            .listener("[::1]:7777", server());
        hold(&Recorded::new(machine), os, path);
    }
}

fn hold(host: &Recorded<FakeHost>, os: Os, path: &str) {
    let template = PathTemplate::parse(os, path).expect("it is a path");
    let kind = KindUse::new("server_json").with("path", ParameterValue::Path(template));
    let deadline = Instant::now() + Duration::from_secs(3600);
    let query = LivenessQuery::new(&kind, Effort::Network, deadline);
    let liveness = at_once(ServerJson.probe(host, &query));
    let opened = host.count(Operation::Open);
    assert!(opened <= 2 && opened <= 1 + host.count(Operation::Pause));
    let sent = host.count(Operation::Request);
    let asked = liveness.running.is_present() && liveness.endpoint.is_present();
    assert_eq!(asked, liveness.answering != Observation::NotChecked);
    assert!(host.count(Operation::Listeners) <= usize::from(asked));
    assert_eq!(usize::from(liveness.answering.is_present()), sent);
    if let Some(running) = liveness.running.present() {
        let process = running.process().expect("the file names one");
        assert_eq!(process.pid.get(), 4242);
    }
    expect_told(&liveness.running);
    expect_told(&liveness.endpoint);
    expect_told(&liveness.answering);
    // A remark is our own sentence, whatever the file holds.
    let is_plain = |remark: &String| remark.len() < 200 && !remark.contains(char::is_control);
    assert!(liveness.remarks.len() <= 3, "{:?}", liveness.remarks);
    assert!(
        liveness.remarks.iter().all(is_plain),
        "{:?}",
        liveness.remarks
    );

    let live = at_once(ServerJson.endpoint(host, &kind, deadline));
    assert_eq!(live.is_present(), liveness.answering.is_present());
    assert_eq!(host.count(Operation::Request), sent);
    let shown = format!("{liveness:?} {live:?} {:?}", host.calls());
    assert!(!shown.contains(SECRET), "{shown}");
}

/// It is there, or nobody looked, or a line says why not.
fn expect_told<T>(observation: &Observation<T>) {
    if let Some(reason) = observation.reason() {
        expect_line(reason, MAX_LINE);
    }
}

/// The end of something that waits for nobody, as on a machine in memory.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(end) => end,
        Poll::Pending => panic!("it waits"),
    }
}
