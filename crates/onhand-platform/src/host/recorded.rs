//! A host that remembers what it was asked.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{
    DirectoryEntry, HostFile, HostResult, InspectHost, Listeners, Listing, LocateHost,
    LoopbackAnswer, LoopbackRequest, Metadata, Pid, ProbeHost, ProcessState, Session,
    UninstallEntries,
};
use crate::{Os, RootedPath};

/// Any host, real or fake, with every call kept in order. Tests count calls with it, and
/// people are shown them.
///
/// What a caller sends or reads is not kept: no header, no body, no file content. The value of a
/// variable is kept where it is a path, as those that locations name are; of any other, which may
/// be a secret, only its length. A path that holds such a value is kept as its template.
#[derive(Debug)]
pub struct Recorded<H: ?Sized> {
    calls: Mutex<Vec<Call>>,
    host: H,
}

/// One call to a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What it may cost.
    pub tier: Tier,
    /// What was asked.
    pub operation: Operation,
    /// Of what: a path as its `Display` tells it, a variable's name, a process id, an endpoint, a time to wait.
    pub target: String,
    /// The answer in words, `Err` where the host had none.
    pub outcome: Result<String, super::HostError>,
}

/// What a call may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Tier {
    /// Metadata only.
    Locate,
    /// Bounded reads and in-process OS calls.
    Inspect,
    /// Processes and loopback sockets.
    Probe,
}

/// What can be asked of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// [`LocateHost::env`].
    Env,
    /// [`LocateHost::home`].
    Home,
    /// [`LocateHost::stat`].
    Stat,
    /// [`LocateHost::resolve`].
    Resolve,
    /// [`LocateHost::list`].
    List,
    /// [`InspectHost::open`].
    Open,
    /// [`HostFile::read_at`].
    Read,
    /// [`InspectHost::uninstall_entries`].
    UninstallEntries,
    /// [`ProbeHost::process`].
    Process,
    /// [`ProbeHost::machine_name`].
    MachineName,
    /// [`ProbeHost::listeners`].
    Listeners,
    /// [`ProbeHost::session`].
    Session,
    /// [`ProbeHost::request`].
    Request,
    /// [`ProbeHost::pause`].
    Pause,
}

impl Tier {
    /// `locate`, `inspect` or `probe`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Locate => "locate",
            Tier::Inspect => "inspect",
            Tier::Probe => "probe",
        }
    }
}

impl Operation {
    /// Its name for people and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Operation::Env => "env",
            Operation::Home => "home",
            Operation::Stat => "stat",
            Operation::Resolve => "resolve",
            Operation::List => "list",
            Operation::Open => "open",
            Operation::Read => "read",
            Operation::UninstallEntries => "uninstall_entries",
            Operation::Process => "process",
            Operation::MachineName => "machine_name",
            Operation::Listeners => "listeners",
            Operation::Session => "session",
            Operation::Request => "request",
            Operation::Pause => "pause",
        }
    }

    /// The tier that it belongs to.
    #[must_use]
    pub fn tier(self) -> Tier {
        match self {
            Operation::Env
            | Operation::Home
            | Operation::Stat
            | Operation::Resolve
            | Operation::List => Tier::Locate,
            Operation::Open | Operation::Read | Operation::UninstallEntries => Tier::Inspect,
            Operation::Process
            | Operation::MachineName
            | Operation::Listeners
            | Operation::Session
            | Operation::Request
            | Operation::Pause => Tier::Probe,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<H> Recorded<H> {
    /// Starts to remember the calls to `host`.
    pub fn new(host: H) -> Self {
        Recorded {
            calls: Mutex::default(),
            host,
        }
    }

    /// The host itself; calls to it are not remembered.
    pub fn inner(&self) -> &H {
        &self.host
    }

    /// The calls so far, in order.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.lock().clone()
    }

    /// The calls so far; from here on it remembers anew.
    #[must_use]
    pub fn take_calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.lock())
    }

    /// How many calls of that operation there were so far.
    #[must_use]
    pub fn count(&self, operation: Operation) -> usize {
        self.lock()
            .iter()
            .filter(|call| call.operation == operation)
            .count()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Call>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep<T>(
        &self,
        operation: Operation,
        target: impl Into<String>,
        answer: HostResult<T>,
        describe: impl FnOnce(&T) -> String,
    ) -> HostResult<T> {
        let call = Call {
            tier: operation.tier(),
            operation,
            target: target.into(),
            outcome: answer.as_ref().map(describe).map_err(Clone::clone),
        };
        tracing::trace!(
            tier = call.tier.as_str(),
            operation = operation.as_str(),
            target = call.target,
            outcome = ?call.outcome,
            "host call"
        );
        self.lock().push(call);
        answer
    }
}

impl<H: LocateHost> LocateHost for Recorded<H> {
    fn os(&self) -> Os {
        self.host.os()
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        let os = self.os();
        let answer = self.host.env(name);
        self.keep(Operation::Env, name, answer, |value| set_or_not(os, value))
    }

    fn home(&self) -> HostResult<Option<String>> {
        let os = self.os();
        self.keep(Operation::Home, "~", self.host.home(), |value| {
            set_or_not(os, value)
        })
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        self.keep(
            Operation::Stat,
            path.to_string(),
            self.host.stat(path),
            |m| match m.kind {
                super::FileKind::File => format!("file, {} bytes", m.len),
                kind => kind.describe().to_owned(),
            },
        )
    }

    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath> {
        let answer = self.host.resolve(path);
        self.keep(Operation::Resolve, path.to_string(), answer, |physical| {
            format!("`{physical}`")
        })
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        let answer = self.host.list(path, limit);
        self.keep(Operation::List, path.to_string(), answer, |entries| {
            format!("{} names", entries.len())
        })
    }

    /// One call of [`Operation::List`].
    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing> {
        let answer = self.host.listing(path, limit);
        self.keep(Operation::List, path.to_string(), answer, |listing| {
            let names = listing.entries.len() + listing.not_unicode.len();
            format!("{names} names")
        })
    }
}

impl<H: InspectHost> InspectHost for Recorded<H> {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        let file = self.keep(
            Operation::Open,
            path.to_string(),
            self.host.open(path),
            |file| format!("{} bytes", file.len()),
        )?;
        Ok(Box::new(RecordedFile {
            path: path.clone(),
            recorder: self,
            file,
        }))
    }

    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        let answer = self.host.uninstall_entries();
        self.keep(
            Operation::UninstallEntries,
            "uninstall registry",
            answer,
            |registry| match (registry.entries.len(), registry.unread.len()) {
                (entries, 0) => format!("{entries} entries"),
                (entries, unread) => format!("{entries} entries; {unread} could not be read"),
            },
        )
    }
}

#[async_trait]
impl<H: ProbeHost> ProbeHost for Recorded<H> {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        let answer = self.host.process(pid).await;
        self.keep(Operation::Process, pid.to_string(), answer, |state| {
            format!("{state:?}")
        })
    }

    fn own_pid(&self) -> Option<Pid> {
        self.host.own_pid()
    }

    fn machine_name(&self) -> HostResult<String> {
        let answer = self.host.machine_name();
        self.keep(
            Operation::MachineName,
            "this machine",
            answer,
            String::clone,
        )
    }

    async fn session(&self) -> HostResult<Session> {
        let answer = self.host.session().await;
        self.keep(Operation::Session, "this user", answer, Session::to_string)
    }

    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        let answer = self.host.listeners(deadline).await;
        self.keep(Operation::Listeners, "this machine", answer, |listeners| {
            format!("{} sockets", listeners.count())
        })
    }

    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        let url = request.path.url(request.endpoint);
        let target = format!("{} {url}", request.method.as_str());
        let answer = self.host.request(request).await;
        self.keep(Operation::Request, target, answer, |answer| {
            format!("status {}", answer.status)
        })
    }

    async fn pause(&self, duration: Duration) {
        self.host.pause(duration).await;
        // It can't fail, so there is nothing to give on.
        let _ = self.keep(Operation::Pause, format!("{duration:?}"), Ok(()), |()| {
            "over".to_owned()
        });
    }
}

struct RecordedFile<'a, H> {
    path: RootedPath,
    recorder: &'a Recorded<H>,
    file: Box<dyn HostFile + 'a>,
}

impl<H: LocateHost> HostFile for RecordedFile<'_, H> {
    fn len(&self) -> u64 {
        self.file.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
        let answer = self.file.read_at(offset, buffer);
        self.recorder
            .keep(Operation::Read, self.path.to_string(), answer, |read| {
                format!("{read} bytes at {offset}")
            })
    }
}

fn set_or_not(os: Os, value: &Option<String>) -> String {
    match value {
        Some(value) if RootedPath::new(os, value).is_ok() => format!("`{value}`"),
        Some(value) if value.is_empty() => "empty".to_owned(),
        Some(value) => format!("set, {} characters", value.chars().count()),
        None => "not set".to_owned(),
    }
}
