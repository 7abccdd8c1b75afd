//! What finds out whether an application runs; one implementation for each `liveness.kind`.

use std::fmt;
use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::{KindSpec, KindUse};
use onhand_platform::{LoopbackEndpoint, Owner, Pid, ProbeHost, Session};

use crate::{CauseCode, LiveEndpoint, Observation, Reason};

/// A way to find out whether an application runs. It is asked afresh each time, and describes
/// itself as a [`VersionSource`](crate::VersionSource) does.
#[async_trait]
pub trait LivenessProbe: Send + Sync {
    /// The kind that it implements.
    fn spec(&self) -> KindSpec;

    /// Asks, spends no more than the query's effort, and ends by its deadline.
    async fn probe(&self, host: &dyn ProbeHost, query: &LivenessQuery<'_>) -> Liveness;

    /// Where a host program can connect right now, and the token for it; asked afresh, and ended by the
    /// deadline. It sends nothing. A kind that knows no endpoint needn't say anything here.
    async fn endpoint(
        &self,
        host: &dyn ProbeHost,
        kind: &KindUse,
        deadline: Instant,
    ) -> Observation<LiveEndpoint> {
        let _ = (host, deadline);
        let kind = kind.kind();
        Observation::Unavailable(Reason::new(
            CauseCode::NotSupported,
            format!("the liveness kind `{kind}` doesn't tell where to connect"),
        ))
    }
}

/// What liveness is asked of.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct LivenessQuery<'a> {
    /// The kind and its parameters, as declared.
    pub kind: &'a KindUse,
    /// How far asking may go.
    pub effort: Effort,
    /// When asking ends, for all of it together.
    pub deadline: Instant,
}

impl<'a> LivenessQuery<'a> {
    /// Asks as that kind is declared, no further than the effort and no longer than the deadline.
    #[must_use]
    pub fn new(kind: &'a KindUse, effort: Effort, deadline: Instant) -> Self {
        LivenessQuery {
            kind,
            effort,
            deadline,
        }
    }
}

/// How far a probe may go. Each includes the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Files and processes; no socket.
    Local,
    /// One request to the application on this machine's own loopback, and those that end the session
    /// that it began.
    Network,
    /// Reserved for what may start a program.
    Diagnostic,
}

/// How alive an application is. It is not a boolean and doesn't become one: running, reachable and answering are three
/// questions, each with an answer that may be unknown.
///
/// ```compile_fail,E0308
/// fn is_alive(liveness: onhand_resolver::Liveness) -> bool {
///     if liveness { true } else { false }
/// }
/// ```
///
/// ```compile_fail,E0277
/// fn is_alive(liveness: onhand_resolver::Liveness) -> bool {
///     liveness.into()
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Liveness {
    /// Whether its process runs; for a kind that asks about no process, whether what it asks about is there.
    pub running: Observation<Running>,
    /// Where it says that it can be reached.
    pub endpoint: Observation<LoopbackEndpoint>,
    /// Whether it answers there, with the HTTP status of its answer. Only from
    /// [`Effort::Network`] on, and only where it runs and can be reached.
    pub answering: Observation<u16>,
    /// The URL that was asked whether it answers; `None` where no request was sent.
    pub asked: Option<String>,
    /// What people should know of it, a sentence each: what the OS didn't tell, so that it was not
    /// checked. Empty where nothing needs to be said.
    pub remarks: Vec<String>,
}

/// What runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Running {
    /// A process of the application.
    Process(RunningProcess),
    /// A desktop session of this user. Nothing is known of a process.
    Session,
}

impl Running {
    /// The process, where one is known.
    #[must_use]
    pub fn process(&self) -> Option<&RunningProcess> {
        match self {
            Running::Process(process) => Some(process),
            Running::Session => None,
        }
    }
}

impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Running::Process(process) => process.fmt(f),
            Running::Session => Session::Interactive.fmt(f),
        }
    }
}

/// A process that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunningProcess {
    /// Its id.
    pub pid: Pid,
    /// Whose it is. One of another user's is not asked whether it answers.
    pub owner: Owner,
}

impl RunningProcess {
    /// A process of that id and that owner.
    #[must_use]
    pub fn new(pid: Pid, owner: Owner) -> Self {
        RunningProcess { pid, owner }
    }
}

impl fmt::Display for RunningProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}", self.pid)?;
        match self.owner {
            Owner::Us => Ok(()),
            Owner::Other => f.write_str(" of another user"),
        }
    }
}

impl Liveness {
    /// Whether it runs; where it can be reached and whether it answers were not asked.
    #[must_use]
    pub fn new(running: Observation<Running>) -> Self {
        Liveness {
            running,
            ..Liveness::default()
        }
    }

    /// The same, with where it says that it can be reached.
    #[must_use]
    pub fn at(mut self, endpoint: Observation<LoopbackEndpoint>) -> Self {
        self.endpoint = endpoint;
        self
    }

    /// The same, with whether it answers at the URL that was asked, if one was.
    #[must_use]
    pub fn answering(mut self, asked: Option<String>, answering: Observation<u16>) -> Self {
        self.asked = asked;
        self.answering = answering;
        self
    }

    /// The same, with what people should know of it.
    #[must_use]
    pub fn with_remarks(mut self, remarks: Vec<String>) -> Self {
        self.remarks = remarks;
        self
    }

    /// Nothing of it can be known, for that reason.
    #[must_use]
    pub fn unavailable(reason: impl Into<Reason>) -> Self {
        let reason = reason.into();
        Liveness {
            running: Observation::Unavailable(reason.clone()),
            endpoint: Observation::Unavailable(reason.clone()),
            answering: Observation::Unavailable(reason),
            asked: None,
            remarks: Vec::new(),
        }
    }
}

impl Effort {
    /// `local`, `network` or `diagnostic`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Effort::Local => "local",
            Effort::Network => "network",
            Effort::Diagnostic => "diagnostic",
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
