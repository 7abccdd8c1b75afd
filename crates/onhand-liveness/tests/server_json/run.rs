//! A run over many applications looks once at who listens.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use onhand_liveness::ProbeRun;
use onhand_platform::{HostError, Operation, Os, ProbeHost, Recorded};
use onhand_resolver::{Effort, Observation};

use crate::machine::{Watched, machine, probe};

const AN_HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn two_hundred_applications_share_one_look_and_each_process_is_asked_anew() {
    let host = Recorded::new(machine(Os::Linux));
    let run = ProbeRun::new(&host).serving(AN_HOUR);
    let probes = (0..200).map(|_| probe(&run, Effort::Network));
    for liveness in join_all(probes).await {
        assert_eq!(liveness.answering, Observation::Present(200));
    }
    assert_eq!(host.count(Operation::Listeners), 1);
    assert_eq!(host.count(Operation::Process), 200);
    assert_eq!(host.count(Operation::Request), 200);
}

#[tokio::test]
async fn a_look_that_is_over_serves_nobody_who_asks_later_than_it_may() {
    let host = Recorded::new(machine(Os::Linux));
    let run = ProbeRun::new(&host).serving(Duration::ZERO);
    for _ in 0..2 {
        probe(&run, Effort::Network).await;
        let ended = Instant::now();
        // The clock may stand still for a moment.
        while Instant::now() == ended {
            std::thread::yield_now();
        }
    }
    assert_eq!(host.count(Operation::Listeners), 2);
}

#[tokio::test]
async fn a_look_that_was_not_over_in_time_is_no_answer_for_who_has_more() {
    let host = Recorded::new(machine(Os::Linux));
    let run = ProbeRun::new(&host).serving(AN_HOUR);
    let now = Instant::now();
    assert_eq!(run.listeners(now).await, Err(HostError::TimedOut));
    assert!(run.listeners(now + AN_HOUR).await.is_ok());
    assert_eq!(host.count(Operation::Listeners), 2);
}

#[tokio::test]
async fn a_look_that_failed_is_not_done_again_for_each() {
    let broken = HostError::Io("too many open files to look through".to_owned());
    let host = Recorded::new(Watched::new(machine(Os::Linux)).hiding_listeners(broken));
    let run = ProbeRun::new(&host).serving(AN_HOUR);
    for liveness in join_all((0..9).map(|_| probe(&run, Effort::Network))).await {
        assert_eq!(liveness.answering.state(), "error");
    }
    assert_eq!(host.count(Operation::Listeners), 1);
    assert_eq!(host.count(Operation::Request), 0);
}
