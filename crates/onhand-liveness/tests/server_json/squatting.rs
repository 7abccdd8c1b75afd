//! Who listens at the endpoint: a stranger is given nothing.

use std::time::{Duration, SystemTime};

use onhand_platform::{HostError, Operation, Os, Owner, Pid, ProcessState, Recorded};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{Effort, Observation};

use crate::machine::{PID, Says, TOKEN, Watched, machine, probe, running, started};

fn later(seconds: u64) -> Option<SystemTime> {
    Some(started() + Duration::from_secs(seconds))
}

/// What is said of whether it answers, and how many requests were sent.
async fn asked(host: FakeHost) -> (String, usize) {
    let host = Recorded::new(host);
    let liveness = probe(&host, Effort::Network).await;
    assert!(liveness.running.is_present() && liveness.endpoint.is_present());
    assert!(liveness.remarks.is_empty());
    (
        liveness.answering.to_string(),
        host.count(Operation::Request),
    )
}

fn held_by(os: Os, holder: u32) -> FakeHost {
    let server = Listener::answering(200, "{}").owned_by(holder);
    machine(os).listener("127.0.0.1:7777", server)
}

const STRANGER: &str = "unavailable: another process listens there: process 99 at 127.0.0.1:7777";

#[tokio::test]
async fn another_process_is_sent_nothing() {
    for os in Os::ALL {
        for state in [
            None,
            Some(running(later(1), None)),
            Some(running(later(1), Some(1))),
            Some(ProcessState::Zombie),
            // Below a process of that id that is another one by now, or may be.
            Some(running(Some(started() - Duration::from_secs(1)), Some(PID))),
            Some(running(None, Some(PID))),
        ] {
            let host = held_by(os, 99);
            let host = match state {
                Some(state) => host.process(99, state),
                None => host,
            };
            assert_eq!(asked(host).await, (STRANGER.into(), 0), "{os} {state:?}");
        }
    }
}

#[tokio::test]
async fn a_hidden_process_is_sent_nothing() {
    for os in Os::ALL {
        let server = Listener::answering(200, "{}").hidden();
        let host = machine(os).listener("127.0.0.1:7777", server);
        let reason = "unavailable: another process listens there: one that the OS doesn't show at \
                      127.0.0.1:7777";
        assert_eq!(asked(host).await, (reason.into(), 0));
    }
}

#[tokio::test]
async fn a_child_of_the_application_is_asked_however_far_below() {
    for os in Os::ALL {
        for generations in [1, 2, 32] {
            let mut host = held_by(os, 1000 + generations);
            for generation in 1..=generations {
                let parent = if generation == 1 {
                    PID
                } else {
                    1000 + generation - 1
                };
                host = host.process(1000 + generation, running(later(1), Some(parent)));
            }
            assert_eq!(asked(host).await, ("200".into(), 1), "{os} {generations}");
        }
    }
}

#[tokio::test]
async fn a_circle_of_parents_and_one_without_end_are_left() {
    for os in Os::ALL {
        let circle = held_by(os, 99)
            .process(99, running(later(1), Some(98)))
            .process(98, running(later(1), Some(99)));
        assert_eq!(asked(circle).await, (STRANGER.into(), 0));
        let own_parent = held_by(os, 99).process(99, running(later(1), Some(99)));
        assert_eq!(asked(own_parent).await, (STRANGER.into(), 0));
        let mut endless = held_by(os, 99).process(99, running(later(1), Some(1001)));
        for generation in 1..=40 {
            let parent = if generation == 40 {
                PID
            } else {
                1000 + generation + 1
            };
            endless = endless.process(1000 + generation, running(later(1), Some(parent)));
        }
        assert_eq!(asked(endless).await, (STRANGER.into(), 0));
    }
}

#[tokio::test]
async fn a_child_of_another_user_is_a_stranger_and_so_is_one_below_it() {
    let theirs = |parent| ProcessState::Running {
        started: later(1),
        owner: Owner::Other,
        parent: Pid::new(parent),
    };
    for os in Os::ALL {
        let child = held_by(os, 99).process(99, theirs(PID));
        assert_eq!(asked(child).await, (STRANGER.into(), 0));
        let grandchild = held_by(os, 99)
            .process(99, running(later(2), Some(98)))
            .process(98, theirs(PID));
        assert_eq!(asked(grandchild).await, (STRANGER.into(), 0));
        let in_kernel = held_by(os, 99).process(99, ProcessState::KernelThread);
        assert_eq!(asked(in_kernel).await, (STRANGER.into(), 0));
    }
}

/// A machine on which we run below the process that is named, through those in between.
fn started_by_it(host: FakeHost, between: &[ProcessState]) -> FakeHost {
    let mut host = host
        .own_process(500)
        .process(500, running(later(9), Some(501)));
    for (pid, state) in (501..).zip(between) {
        host = host.process(pid, *state);
    }
    host
}

#[tokio::test]
async fn an_ancestor_of_ours_vouches_for_itself_and_for_no_child() {
    let between = |owner, started, parent| ProcessState::Running {
        started,
        owner,
        parent: Pid::new(parent),
    };
    for os in Os::ALL {
        for way in [
            &[between(Owner::Us, later(2), PID)][..],
            &[between(Owner::Other, None, PID)],
            &[
                between(Owner::Us, later(3), 502),
                between(Owner::Other, None, PID),
            ],
        ] {
            let child = held_by(os, 99).process(99, running(later(1), Some(PID)));
            let child = started_by_it(child, way);
            assert_eq!(asked(child).await, (STRANGER.into(), 0), "{os} {way:?}");
            let itself = started_by_it(machine(os), way);
            assert_eq!(asked(itself).await, ("200".into(), 1), "{os} {way:?}");
        }
        // One with the id of an ancestor that ended has not started us.
        let later_one = between(Owner::Us, Some(started() - Duration::from_secs(9)), PID);
        let child = held_by(os, 99).process(99, running(later(1), Some(PID)));
        let child = started_by_it(child, &[later_one]);
        assert_eq!(asked(child).await, ("200".into(), 1));
    }
}

#[tokio::test]
async fn the_first_process_vouches_for_itself_and_for_no_child() {
    let text = format!(r#"{{"pid":1,"http":"http://127.0.0.1:7777","token":"{TOKEN}"}}"#);
    let named = |holder| {
        held_by(Os::Linux, holder)
            .says(&text)
            .process(1, running(Some(started()), None))
            .process(99, running(later(1), Some(1)))
    };
    assert_eq!(asked(named(99)).await, (STRANGER.into(), 0));
    assert_eq!(asked(named(1)).await, ("200".into(), 1));
}

#[tokio::test]
async fn each_socket_of_localhost_must_be_the_applications() {
    let text = format!(r#"{{"pid":{PID},"http":"http://localhost:7777","token":"{TOKEN}"}}"#);
    for os in Os::ALL {
        let v4 = |holder| {
            machine(os).says(&text).listener(
                "127.0.0.1:7777",
                Listener::answering(200, "").owned_by(holder),
            )
        };
        let v6 = |host: FakeHost, holder| {
            host.listener("[::1]:7777", Listener::answering(200, "").owned_by(holder))
        };
        assert_eq!(asked(v6(v4(PID), PID)).await, ("200".into(), 1));
        assert_eq!(asked(v4(PID)).await, ("200".into(), 1));
        assert_eq!(asked(v6(v4(99), PID)).await, (STRANGER.into(), 0));
        let at_v6 = STRANGER.replace("127.0.0.1", "[::1]");
        assert_eq!(asked(v6(v4(PID), 99)).await, (at_v6, 0));
    }
}

#[tokio::test]
async fn where_nobody_listens_nothing_is_sent() {
    for os in Os::ALL {
        let text = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7778"}}"#);
        let reason = "absent: nobody listens at http://127.0.0.1:7778";
        assert_eq!(asked(machine(os).says(&text)).await, (reason.into(), 0));
    }
}

#[tokio::test]
async fn an_os_that_does_not_tell_is_said_and_the_application_is_asked() {
    for os in Os::ALL {
        let host = machine(os).listener("127.0.0.1:7777", Listener::answering(200, ""));
        let host = Recorded::new(host);
        let liveness = probe(&host, Effort::Network).await;
        assert_eq!(liveness.answering, Observation::Present(200));
        assert_eq!(
            liveness.remarks,
            [
                "this OS doesn't tell who listens at http://127.0.0.1:7777: whether it is process 4242 \
              was not checked"
            ]
        );
    }
}

#[tokio::test]
async fn a_check_that_fails_is_no_check() {
    for error in [HostError::PermissionDenied, HostError::Io("broken".into())] {
        let host = Watched::new(machine(Os::Darwin)).hiding_listeners(error);
        let liveness = probe(&host, Effort::Network).await;
        assert!(!liveness.answering.is_present(), "{liveness:?}");
        assert!(host.sent().is_empty());
        let reason = liveness.answering.reason().expect("it says why");
        assert!(
            reason.starts_with("who listens at http://127.0.0.1:7777: "),
            "{reason}"
        );
    }
}
