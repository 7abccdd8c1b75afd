//! `interactive_session` says whether there is a desktop, and never that a process runs.

use std::time::{Duration, Instant};

use onhand_declaration::KindUse;
use onhand_liveness::InteractiveSession;
use onhand_platform::{HostError, Operation, Os, Recorded, Session};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Effort, Liveness, LivenessProbe, LivenessQuery, Observation, Running};

async fn probe(host: FakeHost, effort: Effort) -> Liveness {
    let host = Recorded::new(host);
    let kind = KindUse::new("interactive_session");
    let deadline = Instant::now() + Duration::from_secs(3600);
    let query = LivenessQuery::new(&kind, effort, deadline);
    let liveness = InteractiveSession.probe(&host, &query).await;
    assert_eq!(host.calls().len(), 1, "{:?}", host.calls());
    assert_eq!(host.count(Operation::Session), 1);
    liveness
}

#[tokio::test]
async fn a_desktop_is_there_and_no_process_is_claimed() {
    for effort in [Effort::Local, Effort::Network, Effort::Diagnostic] {
        let host = FakeHost::new(Os::Linux).session(Session::Interactive);
        let liveness = probe(host, effort).await;
        assert_eq!(liveness.running, Observation::Present(Running::Session));
        assert_eq!(liveness.running.to_string(), "an interactive session");
        let process = liveness.running.present().and_then(Running::process);
        assert_eq!(process, None);
        assert_eq!(liveness.endpoint, Observation::NotChecked);
        assert_eq!(liveness.answering, Observation::NotChecked);
    }
}

#[tokio::test]
async fn without_a_desktop_there_is_none_and_where_nobody_knows_it_is_unknown() {
    let none = FakeHost::new(Os::Win32).session(Session::None);
    let liveness = probe(none, Effort::Network).await;
    let reason = "this user has no interactive session";
    assert_eq!(liveness.running, Observation::Absent(reason.into()));

    let liveness = probe(FakeHost::new(Os::Darwin), Effort::Network).await;
    let error = HostError::Unsupported("a desktop session");
    assert_eq!(liveness.running, Observation::from(error));
    assert_eq!(liveness.running.state(), "unavailable");
}

#[tokio::test]
async fn it_tells_nobody_where_to_connect() {
    let host = FakeHost::new(Os::Linux).session(Session::Interactive);
    let kind = KindUse::new("interactive_session");
    let live = InteractiveSession
        .endpoint(&host, &kind, Instant::now())
        .await;
    assert_eq!(live.state(), "unavailable");
}
