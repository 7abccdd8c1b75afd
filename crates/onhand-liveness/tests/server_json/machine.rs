//! A machine on which an application runs and answers, and a host that watches what is asked of it.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use onhand_declaration::{KindUse, ParameterValue};
use onhand_liveness::ServerJson;
use onhand_platform::{
    HostError, HostFile, HostResult, InspectHost, InspectWrapper, Listeners, LocateHost,
    LocateWrapper, LoopbackAnswer, LoopbackEndpoint, LoopbackRequest, Metadata, Operation, Os,
    Owner, PathTemplate, Pid, ProbeHost, ProbeWrapper, ProcessState, RootedPath,
};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{Effort, Liveness, LivenessProbe, LivenessQuery};

pub(crate) const TOKEN: &str = "tok-9f1c7b52e4d8a6";
pub(crate) const PID: u32 = 4242;
pub(crate) const URL: &str = "http://127.0.0.1:7777";

/// When the application started; it wrote its file five seconds later.
pub(crate) fn started() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
}

pub(crate) fn written() -> SystemTime {
    started() + Duration::from_secs(5)
}

/// Where the runtime file is.
pub(crate) fn file(os: Os) -> &'static str {
    match os {
        Os::Win32 => r"C:\Vendor\server.json",
        Os::Darwin | Os::Linux => "/var/vendor/server.json",
    }
}

/// A process of this user's.
pub(crate) fn running(started: Option<SystemTime>, parent: Option<u32>) -> ProcessState {
    ProcessState::Running {
        started,
        owner: Owner::Us,
        parent: parent.and_then(Pid::new),
    }
}

pub(crate) fn server() -> Listener {
    Listener::answering(200, "{}").owned_by(PID)
}

/// A machine where all is well.
pub(crate) fn machine(os: Os) -> FakeHost {
    FakeHost::new(os)
        .process(PID, running(Some(started()), None))
        .listener("127.0.0.1:7777", server())
        .says(&format!(
            r#"{{"pid":{PID},"http":"{URL}","token":"{TOKEN}"}}"#
        ))
}

/// What a test changes about a machine.
pub(crate) trait Says {
    /// The runtime file holds that.
    fn says(self, content: &str) -> Self;
}

impl Says for FakeHost {
    fn says(self, content: &str) -> Self {
        let path = file(LocateHost::os(&self));
        self.file(path, content).modified(path, written())
    }
}

pub(crate) fn kind(os: Os) -> KindUse {
    let path = PathTemplate::parse(os, file(os)).expect("it is a path");
    KindUse::new("server_json").with("path", ParameterValue::Path(path))
}

pub(crate) fn in_an_hour() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

pub(crate) async fn probe(host: &dyn ProbeHost, effort: Effort) -> Liveness {
    probe_until(host, effort, in_an_hour()).await
}

pub(crate) async fn probe_until(
    host: &dyn ProbeHost,
    effort: Effort,
    deadline: Instant,
) -> Liveness {
    probe_declared(host, &kind(host.os()), effort, deadline).await
}

/// As it is declared by hand.
pub(crate) async fn probe_declared(
    host: &dyn ProbeHost,
    kind: &KindUse,
    effort: Effort,
    deadline: Instant,
) -> Liveness {
    let query = LivenessQuery::new(kind, effort, deadline);
    ServerJson.probe(host, &query).await
}

/// A request as it was sent.
#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    pub(crate) max_body: usize,
    pub(crate) debug: String,
}

impl Sent {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

type Answer = Box<dyn Fn(&Sent) -> HostResult<LoopbackAnswer> + Send + Sync>;

/// A machine that is watched, and that may turn into others while it is asked.
pub(crate) struct Watched {
    machines: Vec<FakeHost>,
    turns: Vec<Operation>,
    now: AtomicUsize,
    answer: Option<Answer>,
    no_process: Option<HostError>,
    no_listeners: Option<HostError>,
    lasting: Option<(Operation, Instant)>,
    pub(crate) sent: Mutex<Vec<Sent>>,
    pub(crate) dials: Mutex<Vec<SocketAddr>>,
    pub(crate) pauses: Mutex<Vec<Duration>>,
}

impl Watched {
    pub(crate) fn new(machine: FakeHost) -> Self {
        Watched {
            machines: vec![machine],
            turns: Vec::new(),
            now: AtomicUsize::new(0),
            answer: None,
            no_process: None,
            no_listeners: None,
            lasting: None,
            sent: Mutex::default(),
            dials: Mutex::default(),
            pauses: Mutex::default(),
        }
    }

    /// Once that was asked, it is this machine.
    pub(crate) fn after(mut self, operation: Operation, machine: FakeHost) -> Self {
        self.turns.push(operation);
        self.machines.push(machine);
        self
    }

    /// Answers every request so.
    pub(crate) fn answering(
        mut self,
        answer: impl Fn(&Sent) -> HostResult<LoopbackAnswer> + Send + Sync + 'static,
    ) -> Self {
        self.answer = Some(Box::new(answer));
        self
    }

    /// Says nothing of processes.
    pub(crate) fn hiding_processes(mut self, error: HostError) -> Self {
        self.no_process = Some(error);
        self
    }

    /// Says nothing of sockets.
    pub(crate) fn hiding_listeners(mut self, error: HostError) -> Self {
        self.no_listeners = Some(error);
        self
    }

    /// That call comes back when the deadline is over.
    pub(crate) fn until(mut self, deadline: Instant, operation: Operation) -> Self {
        self.lasting = Some((operation, deadline));
        self
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.sent.lock().expect("no test panics in between").clone()
    }

    pub(crate) fn dials(&self) -> Vec<String> {
        let dials = self.dials.lock().expect("no test panics in between");
        dials.iter().map(ToString::to_string).collect()
    }

    fn done<T>(&self, operation: Operation, answer: T) -> T {
        if let Some((lasting, deadline)) = self.lasting
            && lasting == operation
        {
            std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
        }
        let now = self.now.load(Ordering::SeqCst);
        if self.turns.get(now) == Some(&operation) {
            self.now.store(now + 1, Ordering::SeqCst);
        }
        answer
    }
}

impl LocateWrapper for Watched {
    type Host = FakeHost;

    fn wrapped(&self) -> &FakeHost {
        &self.machines[self.now.load(Ordering::SeqCst)]
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        let answer = self.wrapped().stat(path);
        self.done(Operation::Stat, answer)
    }
}

impl InspectWrapper for Watched {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        let answer = self.wrapped().open(path);
        self.done(Operation::Open, answer)
    }
}

#[async_trait]
impl ProbeWrapper for Watched {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        let answer = match &self.no_process {
            Some(error) => Err(error.clone()),
            None => ProbeHost::process(self.wrapped(), pid).await,
        };
        self.done(Operation::Process, answer)
    }

    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        let answer = match &self.no_listeners {
            Some(error) => Err(error.clone()),
            None => self.wrapped().listeners(deadline).await,
        };
        self.done(Operation::Listeners, answer)
    }

    /// Dials as a real host does: one address after the other until somebody listens.
    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        for ip in request.endpoint.addresses() {
            let address = SocketAddr::new(*ip, request.endpoint.port());
            self.dials.lock().expect("no panic").push(address);
            let literal = LoopbackEndpoint::parse(&format!("http://{address}")).expect("loopback");
            let listens = self.wrapped().listeners(request.deadline).await;
            let at = listens.and_then(|listeners| listeners.at(&literal));
            if at.is_ok_and(|sockets| !sockets.is_empty()) {
                break;
            }
        }
        let text = |text: &str| text.to_owned();
        let sent = Sent {
            target: format!(
                "{} {}",
                request.method.as_str(),
                request.path.url(request.endpoint)
            ),
            headers: request
                .headers
                .iter()
                .map(|(n, v)| (text(n), text(v)))
                .collect(),
            body: String::from_utf8(request.body.to_vec()).expect("JSON is UTF-8"),
            max_body: request.max_body,
            debug: format!("{request:?}"),
        };
        self.sent.lock().expect("no panic").push(sent.clone());
        let answer = match &self.answer {
            Some(answer) => answer(&sent),
            None => self.wrapped().request(request).await,
        };
        self.done(Operation::Request, answer)
    }

    async fn pause(&self, duration: Duration) {
        self.pauses.lock().expect("no panic").push(duration);
        self.done(Operation::Pause, ());
    }
}

/// An answer of that status with these headers.
pub(crate) fn answer(status: u16, headers: &[(&str, &str)]) -> HostResult<LoopbackAnswer> {
    let headers = headers.iter();
    Ok(LoopbackAnswer {
        status,
        headers: headers
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect(),
        body: Vec::new(),
    })
}
