//! Processes of this machine: what every OS tells of them in the same words.

use std::future::Future;
use std::io::{self, Read};
use std::pin::pin;
use std::process::{self, Child, Stdio};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, SystemTime};

use onhand_platform::{Owner, Pid, ProbeHost, ProcessState};
use onhand_platform_native::NativeHost;

use onhand_testkit::rerun::{child, in_child};

/// How far the start of a process may lie from what the clock shows here. What `NativeHost`
/// documents is less.
const TOLERANCE: Duration = Duration::from_secs(2);

/// What the host says of the process of that id. It waits for nothing, and needs no runtime.
pub(crate) fn state(id: u32) -> ProcessState {
    let pid = Pid::new(id).expect("an id is not 0");
    let host = NativeHost::new();
    let asked = pin!(host.process(pid));
    match asked.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer.expect("the OS tells"),
        Poll::Pending => panic!("asking about a process waited"),
    }
}

/// A child in which the test goes on as a child until it is let go of.
pub(crate) fn lingering(test: &str) -> Child {
    let mut child = child(test).expect("this program lies somewhere");
    child.stdin(Stdio::piped()).stdout(Stdio::null());
    child.spawn().expect("starts")
}

/// What a lingering child does: until its parent lets go of it, nothing.
pub(crate) fn linger() {
    let read = io::stdin().read_to_end(&mut Vec::new());
    assert_eq!(read.expect("reads"), 0);
}

/// Lets go of the child and waits until it has ended. The id stays the child's for as long as
/// the child is not dropped: on Windows for certain, elsewhere until all others are used up.
pub(crate) fn end(child: &mut Child) {
    drop(child.stdin.take());
    child.wait().expect("ends");
}

#[test]
fn this_process_runs_and_is_ours() {
    let ProcessState::Running { started, owner, .. } = state(process::id()) else {
        panic!("this process runs");
    };
    assert_eq!(owner, Owner::Us);
    let started = started.expect("the OS tells when");
    assert!(started < SystemTime::now() + TOLERANCE, "{started:?}");
}

#[test]
fn a_child_runs_is_ours_and_has_us_as_its_parent_until_it_ends() {
    if in_child() {
        return linger();
    }
    let before = SystemTime::now();
    let mut child =
        lingering("process::a_child_runs_is_ours_and_has_us_as_its_parent_until_it_ends");
    let after = SystemTime::now();

    let running = state(child.id());
    let ProcessState::Running {
        started: Some(started),
        owner: Owner::Us,
        parent,
    } = running
    else {
        panic!("{running:?}");
    };
    assert_eq!(parent, Pid::new(process::id()));
    let spawned = before - TOLERANCE..after + TOLERANCE;
    assert!(spawned.contains(&started), "{started:?} in {spawned:?}");
    assert_eq!(state(child.id()), running, "a second look sees the same");

    end(&mut child);
    assert_eq!(state(child.id()), ProcessState::Gone);
}

#[test]
fn the_start_of_a_process_tells_it_from_an_earlier_one() {
    if in_child() {
        return linger();
    }
    let test = "process::the_start_of_a_process_tells_it_from_an_earlier_one";
    let start = |child: &Child| match state(child.id()) {
        ProcessState::Running { started, .. } => started.expect("the OS tells when"),
        other => panic!("{other:?}"),
    };
    let mut first = lingering(test);
    let first_started = start(&first);
    // Longer than any clock stands still that a start is read from.
    thread::sleep(Duration::from_millis(50));
    let mut second = lingering(test);
    assert!(start(&second) > first_started);
    end(&mut first);
    end(&mut second);
}

/// To Windows, 259 is also the code of a process that is still active.
#[test]
fn a_process_that_ended_is_gone_whatever_its_exit_code() {
    const CODE: &str = "ONHAND_TEST_EXIT_CODE";
    if in_child() {
        let code = std::env::var(CODE).expect("set for the child");
        process::exit(code.parse().expect("a number"));
    }
    for code in [0, 1, 259] {
        let mut child = child("process::a_process_that_ended_is_gone_whatever_its_exit_code")
            .expect("this program lies somewhere")
            .env(CODE, code.to_string())
            .stdout(Stdio::null())
            .spawn()
            .expect("starts");
        let status = child.wait().expect("ends");
        if cfg!(windows) {
            assert_eq!(status.code(), Some(code));
        }
        assert_eq!(state(child.id()), ProcessState::Gone, "exit code {code}");
    }
}

#[test]
fn an_id_that_no_process_can_have_is_gone() {
    for id in [u32::MAX, u32::MAX - 1, 1 << 31, i32::MAX as u32] {
        assert_eq!(state(id), ProcessState::Gone, "{id}");
    }
}
