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
async fn a_holder_of_another_user_below_the_application_is_asked() {
    let state = ProcessState::Running {
        started: later(1),
        owner: Owner::Other,
        parent: Pid::new(PID),
    };
    assert_eq!(asked(held_by(Os::Linux, 99).process(99, state)).await.1, 1);
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
