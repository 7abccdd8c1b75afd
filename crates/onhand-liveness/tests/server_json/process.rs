//! The process: whether it is the one that wrote the file, and whose it is.

use std::time::{Duration, SystemTime};

use onhand_platform::{HostError, Operation, Os, Owner, ProcessState, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Effort, Liveness, Observation};

use crate::machine::{PID, Watched, file, machine, probe, running, started, written};

/// A machine whose process is in that state: what is observed of it at each effort, without a
/// request sent.
async fn unasked(os: Os, state: ProcessState) -> (String, Observation<u16>) {
    let host = Recorded::new(machine(os).process(PID, state));
    let local = probe(&host, Effort::Local).await;
    let network = probe(&host, Effort::Network).await;
    assert_eq!(local.running, network.running);
    assert_eq!(host.count(Operation::Request), 0);
    assert_eq!(host.count(Operation::Listeners), 0);
    (network.running.to_string(), network.answering)
}

#[tokio::test]
async fn one_that_ended_does_not_run() {
    for os in Os::ALL {
        assert_eq!(
            unasked(os, ProcessState::Gone).await,
            (
                "absent: there is no process 4242".into(),
                Observation::NotChecked
            )
        );
        assert_eq!(
            unasked(os, ProcessState::Zombie).await,
            (
                "absent: process 4242 has ended, and its parent has not collected it yet".into(),
                Observation::NotChecked
            )
        );
    }
}

#[tokio::test]
async fn one_that_started_after_the_file_was_written_is_another_one() {
    for os in Os::ALL {
        for late in [Duration::from_millis(3001), Duration::from_secs(86_400)] {
            assert_eq!(
                unasked(os, running(Some(written() + late), None)).await,
                (
                    "absent: process 4242 is a different one: it started after the file was written"
                        .into(),
                    Observation::NotChecked
                )
            );
        }
    }
}

async fn network(host: FakeHost) -> Liveness {
    probe(&host, Effort::Network).await
}

#[tokio::test]
async fn clocks_that_are_three_seconds_apart_are_taken_for_the_same() {
    for os in Os::ALL {
        for start in [
            SystemTime::UNIX_EPOCH,
            written(),
            written() + Duration::from_secs(3),
        ] {
            let liveness = network(machine(os).process(PID, running(Some(start), None))).await;
            assert_eq!(liveness.running.to_string(), "process 4242");
            assert_eq!(liveness.answering, Observation::Present(200));
            assert!(liveness.remarks.is_empty());
        }
    }
}

#[tokio::test]
async fn a_start_or_a_time_of_writing_that_is_not_known_is_said() {
    for os in Os::ALL {
        let unknown_start = machine(os).process(PID, running(None, None));
        let liveness = network(unknown_start).await;
        assert_eq!(liveness.answering, Observation::Present(200));
        assert_eq!(
            liveness.remarks,
            [
                "the OS doesn't tell when process 4242 started: it may not be the one that wrote the file"
            ]
        );
        let content = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7777"}}"#);
        let liveness = network(
            machine(os)
                .remove(file(os))
                .file(file(os), content.as_str()),
        )
        .await;
        assert_eq!(liveness.answering, Observation::Present(200));
        assert_eq!(
            liveness.remarks,
            [
                "the OS doesn't tell when the file was written: process 4242 may not be the one that \
              wrote it"
            ]
        );
    }
}

#[tokio::test]
async fn one_of_another_user_and_a_thread_of_the_kernel_are_not_known_to_run() {
    let other = ProcessState::Running {
        started: Some(started()),
        owner: Owner::Other,
        parent: None,
    };
    for os in Os::ALL {
        for (state, whose) in [
            (other, "another user's"),
            (ProcessState::KernelThread, "a thread of the kernel"),
        ] {
            let reason = format!(
                "unavailable: process 4242 is {whose}, so it did not write the file: the one that did may \
                 run in a sandbox or on another machine, which has process ids of its own"
            );
            assert_eq!(unasked(os, state).await, (reason, Observation::NotChecked));
        }
    }
}

#[tokio::test]
async fn one_that_the_os_says_nothing_of_is_not_taken_for_absent() {
    let host = Watched::new(machine(Os::Darwin)).hiding_processes(HostError::PermissionDenied);
    let liveness = probe(&host, Effort::Network).await;
    assert_eq!(
        liveness.running.to_string(),
        "unavailable: process 4242: permission denied"
    );
    assert!(host.sent().is_empty());
}
