//! What each kind is held to that finds a running application by what it wrote.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant, SystemTime};

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{Operation, Os, Owner, PathTemplate, ProcessState, Recorded};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{Effort, Liveness, LivenessProbe, LivenessQuery, Observation};

use super::told::{MAX_LINE, expect_line};

/// What a token starts with, so that it can be told from everything else.
const SECRET: &str = "secret-";

/// Where somebody else's bytes are put, on each OS.
pub(super) const FOLDERS: [(Os, &str); 3] = [
    (Os::Win32, r"C:\Vendor\"),
    (Os::Darwin, "/var/vendor/"),
    (Os::Linux, "/var/vendor/"),
];

/// A machine whose process 4242 runs, and listens at port 7777.
pub(super) fn machine(os: Os) -> FakeHost {
    let running = ProcessState::Running {
        started: Some(SystemTime::UNIX_EPOCH),
        owner: Owner::Us,
        parent: None,
    };
    let server = || Listener::answering(200, "").owned_by(4242);
    FakeHost::new(os)
        .process(4242, running)
        .listener("127.0.0.1:7777", server())
        .listener("[::1]:7777", server())
}

/// A file on it that was written after the process had started.
pub(super) fn written(machine: FakeHost, path: &str, content: &[u8]) -> FakeHost {
    machine
        .file(path, content)
        .modified(path, SystemTime::UNIX_EPOCH)
}

/// A use of a kind with this `path`.
pub(super) fn kind(name: &str, os: Os, path: &str) -> KindUse {
    let template = PathTemplate::parse(os, path).expect("it is a path");
    KindUse::new(name).with("path", ParameterValue::Path(template))
}

/// Asks an application that wrote so many files, and says what it answers.
///
/// - Each file is opened at most twice, and the second time after a pause.
/// - A process that runs is 4242. Sockets are looked at only where there is a process and an endpoint, but for one look
///   where nothing names the process; a request is sent only to a server that is there to answer it.
/// - A host can connect where it would be answered, and nowhere else.
/// - No text shows a token, and each is a line.
pub(super) fn hold(
    probe: &dyn LivenessProbe,
    machine: FakeHost,
    kind: &KindUse,
    files: usize,
) -> Liveness {
    let host = Recorded::new(machine);
    let deadline = Instant::now() + Duration::from_secs(3600);
    let query = LivenessQuery::new(kind, Effort::Network, deadline);
    let liveness = at_once(probe.probe(&host, &query));
    let (opened, pauses) = (host.count(Operation::Open), host.count(Operation::Pause));
    assert!(pauses <= files && opened <= files + pauses);
    let sent = host.count(Operation::Request);
    let asked = liveness.running.is_present() && liveness.endpoint.is_present();
    assert_eq!(asked, liveness.answering != Observation::NotChecked);
    let names_process = kind.kind() != "port_file"
        || kind
            .words("lines")
            .is_some_and(|lines| lines.iter().any(|line| line == "pid"));
    let to_name_it = !names_process && liveness.endpoint.is_present();
    assert!(host.count(Operation::Listeners) <= usize::from(asked) + usize::from(to_name_it));
    assert_eq!(usize::from(liveness.answering.is_present()), sent);
    if let Some(running) = liveness.running.present() {
        let process = running.process().expect("there is a process");
        assert_eq!(process.pid.get(), 4242);
    }
    expect_told(&liveness.running);
    expect_told(&liveness.endpoint);
    expect_told(&liveness.answering);
    for remark in &liveness.remarks {
        expect_line(remark, MAX_LINE);
    }

    let live = at_once(probe.endpoint(&host, kind, deadline));
    assert_eq!(live.is_present(), liveness.answering.is_present());
    assert_eq!(host.count(Operation::Request), sent);
    let shown = format!("{liveness:?} {live:?} {:?}", host.calls());
    assert!(!shown.contains(SECRET), "{shown}");
    liveness
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
