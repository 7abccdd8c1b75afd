//! Effort and deadline: what is spent, and what no more.

use std::time::{Duration, Instant};

use onhand_platform::{Operation, Os, Recorded, Tier};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Effort, Observation};

use crate::machine::{Watched, machine, probe, probe_until};

fn operations(host: &Recorded<FakeHost>) -> Vec<Operation> {
    host.calls().iter().map(|call| call.operation).collect()
}

#[tokio::test]
async fn a_local_probe_touches_no_socket() {
    for os in Os::ALL {
        let host = Recorded::new(machine(os));
        let liveness = probe(&host, Effort::Local).await;
        assert!(liveness.running.is_present() && liveness.endpoint.is_present());
        assert_eq!(liveness.answering, Observation::NotChecked);
        assert_eq!(liveness.asked, None);
        let on_probe_tier: Vec<_> = host
            .calls()
            .into_iter()
            .filter(|call| call.tier == Tier::Probe)
            .map(|call| call.operation)
            .collect();
        assert_eq!(on_probe_tier, [Operation::Process]);
    }
}

#[tokio::test]
async fn a_network_probe_sends_one_request_once_it_is_known_who_listens() {
    for os in Os::ALL {
        let host = Recorded::new(machine(os));
        let liveness = probe(&host, Effort::Network).await;
        assert_eq!(liveness.answering, Observation::Present(200));
        assert!(liveness.remarks.is_empty());
        use Operation::{Listeners, Open, Process, Read, Request, Stat};
        let expected = [Stat, Open, Read, Stat, Process, Listeners, Request];
        assert_eq!(operations(&host), expected);
    }
}

#[tokio::test]
async fn a_diagnostic_probe_is_a_network_probe_and_says_so() {
    let (diagnostic, network) = (
        Recorded::new(machine(Os::Linux)),
        Recorded::new(machine(Os::Linux)),
    );
    let liveness = probe(&diagnostic, Effort::Diagnostic).await;
    let mut expected = probe(&network, Effort::Network).await;
    expected
        .remarks
        .push("`diagnostic` asks no more than `network` does".to_owned());
    assert_eq!(liveness, expected);
    assert_eq!(operations(&diagnostic), operations(&network));
}

#[tokio::test]
async fn each_probe_asks_anew() {
    let host = Recorded::new(machine(Os::Linux));
    probe(&host, Effort::Network).await;
    let first = host.take_calls();
    probe(&host, Effort::Network).await;
    assert_eq!(host.calls(), first);
}

#[tokio::test]
async fn nothing_is_asked_once_the_deadline_is_over() {
    let host = Recorded::new(machine(Os::Linux));
    let liveness = probe_until(&host, Effort::Network, Instant::now()).await;
    let over = "unavailable: timed out: the deadline passed before it could be asked";
    assert_eq!(liveness.running.to_string(), over);
    assert_eq!(liveness.endpoint.to_string(), over);
    assert_eq!(liveness.answering, Observation::NotChecked);
    assert!(host.calls().is_empty(), "{:?}", host.calls());
}

#[tokio::test]
async fn a_step_that_outlasts_the_deadline_is_the_last() {
    for last in [Operation::Open, Operation::Process, Operation::Listeners] {
        let deadline = Instant::now() + Duration::from_millis(200);
        let host = Recorded::new(Watched::new(machine(Os::Linux)).until(deadline, last));
        let liveness = probe_until(&host, Effort::Network, deadline).await;
        assert!(!liveness.answering.is_present(), "{last}: {liveness:?}");
        // The reading of a file that was opened is brought to its end.
        let calls = host.calls().into_iter().map(|call| call.operation);
        let after: Vec<_> = calls
            .skip_while(|operation| *operation != last)
            .skip(1)
            .filter(|operation| operation.tier() == Tier::Probe)
            .collect();
        assert!(after.is_empty(), "{last}: {after:?}");
    }
}
