//! Asking whether an application runs: which probe is asked, and with what.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use onhand_declaration::{AppDef, InvalidDeclaration, KindSpec, KindUse, Presence, Requirements};
use onhand_platform::{LoopbackEndpoint, Os, Owner, PathTemplate, Pid, ProbeHost, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{
    CauseCode, Effort, Liveness, LivenessProbe, LivenessQuery, NotAsked, Observation,
    ProbeAssessment, Reason, Resolvers, Running, RunningProcess, live_endpoint, probe_assess,
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
        Liveness::new(Observation::Present(Running::Process(process())))
    }
}

fn process() -> RunningProcess {
    RunningProcess::new(Pid::new(7).expect("not 0"), Owner::Other)
}

/// An application on Linux of that liveness kind, not required.
struct Vendor(AppDef);

impl Requirements for Vendor {
    fn requires_app(&self) -> bool {
        false
    }

    fn min_version(&self) -> Option<&str> {
        None
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        (os == Os::Linux).then_some(&self.0)
    }
}

fn vendor(kind: &str) -> Vendor {
    let location = PathTemplate::parse(Os::Linux, "/opt/app").expect("it is a path");
    Vendor(AppDef::new(Presence::Executable, location).with_liveness(KindUse::new(kind)))
}

/// Probes it on a machine where it is not installed; what is found, and what `pidfile` was asked.
async fn probe(kind: &str, effort: Effort, deadline: Instant) -> (ProbeAssessment, Asked) {
    let asked = Asked::default();
    let resolvers = Resolvers::new().with_liveness(Pidfile(asked.clone()));
    let host = Recorded::new(FakeHost::new(Os::Linux));
    let probed = probe_assess(&host, &resolvers, &vendor(kind), effort, deadline).await;
    assert!(host.calls().is_empty(), "{:?}", host.calls());
    (probed, asked)
}

#[tokio::test]
async fn the_probe_of_the_declared_kind_is_asked_with_everything_it_needs() {
    let deadline = Instant::now() + Duration::from_secs(3);
    for effort in [Effort::Local, Effort::Network, Effort::Diagnostic] {
        let (probed, asked) = probe("pidfile", effort, deadline).await;
        assert_eq!(probed.not_asked, None);
        assert_eq!(
            probed.liveness.running,
            Observation::Present(Running::Process(process()))
        );
        let asked = asked.lock().expect("no panic");
        let expected = ("pidfile".to_owned(), effort, deadline);
        assert_eq!(*asked, [expected]);
    }
}

#[tokio::test]
async fn a_kind_that_nothing_asks_is_unavailable_and_none_is_not_checked() {
    let (probed, asked) = probe("server_json", Effort::Network, Instant::now()).await;
    let reason = "nothing here asks the liveness kind `server_json`";
    assert_eq!(
        probed.liveness,
        Liveness::unavailable(Reason::new(CauseCode::NotSupported, reason))
    );
    assert_eq!(probed.liveness.running.reason(), Some(reason));
    let why = NotAsked::NothingAsks("server_json".to_owned());
    assert_eq!(probed.not_asked, Some(why));
    assert!(asked.lock().expect("no panic").is_empty());
    let (probed, asked) = probe("none", Effort::Network, Instant::now()).await;
    assert_eq!(probed.liveness, Liveness::default());
    assert_eq!(probed.not_asked, Some(NotAsked::NoKind));
    assert_eq!(probed.not_requested, Some(NotAsked::NoKind));
    assert!(asked.lock().expect("no panic").is_empty());
}

/// Tells what it was made with, and asks nothing.
struct Says(Liveness);

#[async_trait]
impl LivenessProbe for Says {
    fn spec(&self) -> KindSpec {
        KindSpec::liveness("says", "what a test says")
    }

    async fn probe(&self, _: &dyn ProbeHost, _: &LivenessQuery<'_>) -> Liveness {
        self.0.clone()
    }
}

#[tokio::test]
async fn where_it_was_not_asked_whether_it_answers_it_is_told_why() {
    let unknown = Liveness::new(Observation::Unavailable("nobody knows".into()));
    let session = Liveness::new(Observation::Present(Running::Session));
    let runs = Liveness::new(Observation::Present(Running::Process(process())));
    let endpoint = LoopbackEndpoint::parse("http://127.0.0.1:7777").expect("it is one");
    let reached = runs.clone().at(Observation::Present(endpoint));
    let answers = (reached.clone()).answering(None, Observation::Present(200));
    let says = || NotAsked::NoRequest("says".to_owned());
    for (liveness, effort, why) in [
        (&unknown, Effort::Network, Some(NotAsked::NotRunning)),
        (
            &unknown,
            Effort::Local,
            Some(NotAsked::Effort(Effort::Local)),
        ),
        (&session, Effort::Local, Some(NotAsked::Session)),
        (&session, Effort::Network, Some(NotAsked::Session)),
        (&runs, Effort::Network, Some(NotAsked::NoEndpoint)),
        (
            &reached,
            Effort::Local,
            Some(NotAsked::Effort(Effort::Local)),
        ),
        (&reached, Effort::Network, Some(says())),
        (&answers, Effort::Network, None),
    ] {
        let resolvers = Resolvers::new().with_liveness(Says(liveness.clone()));
        let host = FakeHost::new(Os::Linux);
        let deadline = Instant::now();
        let probed = probe_assess(&host, &resolvers, &vendor("says"), effort, deadline).await;
        assert_eq!(probed.liveness, *liveness);
        assert_eq!(probed.not_asked, None);
        assert_eq!(probed.not_requested, why, "{liveness:?}");
    }
}

#[tokio::test]
async fn a_declaration_with_errors_and_one_for_another_os_are_not_asked() {
    let resolvers = Resolvers::new().with_liveness(Pidfile(Asked::default()));
    let elsewhere = FakeHost::new(Os::Darwin);
    let deadline = Instant::now();
    let ask = async |requirements: &dyn Requirements| {
        let host = Recorded::new(elsewhere.clone());
        let probed = probe_assess(&host, &resolvers, requirements, Effort::Network, deadline).await;
        assert_eq!(probed.liveness, Liveness::default());
        let live = live_endpoint(&host, &resolvers, requirements, deadline).await;
        assert!(host.calls().is_empty(), "{:?}", host.calls());
        (probed.not_asked.expect("nothing was asked"), live)
    };
    let (why, live) = ask(&InvalidDeclaration).await;
    assert_eq!(why, NotAsked::InvalidDeclaration);
    assert_eq!(live.cause(), Some(CauseCode::Invalid));
    let (why, live) = ask(&vendor("pidfile")).await;
    assert_eq!(why, NotAsked::NotOnThisOs);
    assert_eq!(
        live.reason(),
        Some("where to connect can't be known: no application is declared for this OS")
    );
}

#[test]
fn a_process_says_whose_it_is_where_it_is_not_ours() {
    let ours = RunningProcess::new(process().pid, Owner::Us);
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
