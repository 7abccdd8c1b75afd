//! Asking whether an application runs: which probe is asked, and with what.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use onhand_declaration::{AppDef, KindSpec, KindUse, Presence};
use onhand_platform::{Os, Owner, PathTemplate, Pid, ProbeHost, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{
    AppResolver, CauseCode, Effort, Liveness, LivenessProbe, LivenessQuery, Observation, Reason,
    Resolvers, Running, RunningProcess,
};

/// What a probe was asked.
type Asked = Arc<Mutex<Vec<(String, Effort, Instant)>>>;

/// Says that one process runs, and keeps what it was asked.
struct Pidfile(Asked);

#[async_trait]
impl LivenessProbe for Pidfile {
    fn spec(&self) -> KindSpec {
        KindSpec::liveness("pidfile", "a file that holds a process id")
    }

    async fn probe(&self, _: &dyn ProbeHost, query: &LivenessQuery<'_>) -> Liveness {
        self.0.lock().expect("no panic").push((
            query.kind.kind().to_owned(),
            query.effort,
            query.deadline,
        ));
        Liveness {
            running: Observation::Present(Running::Process(process())),
            ..Liveness::default()
        }
    }
}

fn process() -> RunningProcess {
    RunningProcess {
        pid: Pid::new(7).expect("not 0"),
        owner: Owner::Other,
    }
}

/// Probes an application of that liveness kind; what is observed, and what `pidfile` was asked.
async fn probe(kind: &str, effort: Effort, deadline: Instant) -> (Liveness, Asked) {
    let asked = Asked::default();
    let resolvers = Resolvers::new().with_liveness(Pidfile(asked.clone()));
    let location = PathTemplate::parse(Os::Linux, "/opt/app").expect("it is a path");
    let mut app = AppDef::new(Presence::Executable, location);
    app.liveness = KindUse::new(kind);
    let host = Recorded::new(FakeHost::new(Os::Linux));
    let resolver = AppResolver::new(&app, &resolvers);
    let liveness = resolver.probe(&host, effort, deadline).await;
    assert!(host.calls().is_empty(), "{:?}", host.calls());
    (liveness, asked)
}

#[tokio::test]
async fn the_probe_of_the_declared_kind_is_asked_with_everything_it_needs() {
    let deadline = Instant::now() + Duration::from_secs(3);
    for effort in [Effort::Local, Effort::Network, Effort::Diagnostic] {
        let (liveness, asked) = probe("pidfile", effort, deadline).await;
        assert_eq!(
            liveness.running,
            Observation::Present(Running::Process(process()))
        );
        let asked = asked.lock().expect("no panic");
        let expected = ("pidfile".to_owned(), effort, deadline);
        assert_eq!(*asked, [expected]);
    }
}

#[tokio::test]
async fn a_kind_that_nothing_asks_is_unavailable_and_none_is_not_checked() {
    let (liveness, asked) = probe("server_json", Effort::Network, Instant::now()).await;
    let reason = "nothing here asks the liveness kind `server_json`";
    assert_eq!(
        liveness,
        Liveness::unavailable(Reason::new(CauseCode::NotSupported, reason))
    );
    assert_eq!(liveness.running.reason(), Some(reason));
    assert!(asked.lock().expect("no panic").is_empty());
    let (liveness, asked) = probe("none", Effort::Network, Instant::now()).await;
    assert_eq!(liveness, Liveness::default());
    assert_eq!(liveness.answering, Observation::NotChecked);
    assert!(asked.lock().expect("no panic").is_empty());
}

#[test]
fn a_process_says_whose_it_is_where_it_is_not_ours() {
    let ours = RunningProcess {
        owner: Owner::Us,
        ..process()
    };
    assert_eq!(ours.to_string(), "process 7");
    assert_eq!(process().to_string(), "process 7 of another user");
}

#[test]
fn each_effort_includes_those_before() {
    assert!(Effort::Local < Effort::Network && Effort::Network < Effort::Diagnostic);
    let names = [Effort::Local, Effort::Network, Effort::Diagnostic].map(Effort::as_str);
    assert_eq!(names, ["local", "network", "diagnostic"]);
}

#[tokio::test]
async fn a_kind_that_knows_no_endpoint_says_so() {
    let host = FakeHost::new(Os::Linux);
    let pidfile = Pidfile(Asked::default());
    let kind = KindUse::new("pidfile");
    let live = pidfile.endpoint(&host, &kind, Instant::now()).await;
    let reason = "the liveness kind `pidfile` doesn't tell where to connect";
    assert_eq!(live.reason(), Some(reason));
    assert_eq!(live.state(), "unavailable");
}
