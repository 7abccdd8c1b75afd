//! The dearest tier: processes and loopback sockets, always fresh, under one deadline.

use std::fmt;
use std::num::NonZeroU32;
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;

use super::{HostResult, InspectHost, Listeners};
use crate::{EndpointPath, LoopbackEndpoint};

/// The probe tier: everything of [`InspectHost`], processes, and requests to servers on this
/// machine's own loopback. It is the only tier that may connect, and it can dial nothing but
/// a [`LoopbackEndpoint`].
#[async_trait]
pub trait ProbeHost: InspectHost {
    /// What has become of a process.
    ///
    /// # Errors
    /// [`HostError::Io`](super::HostError::Io) where the OS doesn't say.
    async fn process(&self, pid: Pid) -> HostResult<ProcessState>;

    /// The process that asks, where it is one of this machine's.
    fn own_pid(&self) -> Option<Pid>;

    /// What this machine calls itself among others: its host name.
    ///
    /// # Errors
    /// [`HostError::NotUnicode`](super::HostError::NotUnicode), and
    /// [`HostError::Io`](super::HostError::Io) where the OS doesn't say.
    fn machine_name(&self) -> HostResult<String>;

    /// Every socket of this machine that takes connections, as far as the OS shows them, in one look.
    ///
    /// # Errors
    /// [`HostError::Unsupported`](super::HostError::Unsupported) where the OS doesn't tell;
    /// [`HostError::TimedOut`](super::HostError::TimedOut) where the look was not over at the deadline:
    /// a part of it is not an answer.
    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners>;

    /// Whether this user has a desktop session, in which an application can show its windows. What each
    /// host looks at, it says itself.
    ///
    /// # Errors
    /// [`HostError::Unsupported`](super::HostError::Unsupported) where it can't be known.
    async fn session(&self) -> HostResult<Session>;

    /// Sends one request by literal address and gives the head of the answer and at most
    /// [`LoopbackRequest::max_body`] bytes of its body. No redirect, no proxy, no DNS. The
    /// connection is closed when the answer is there. To an endpoint with a pinned certificate nothing is sent but over TLS,
    /// once the server has shown that very certificate and that it holds its key.
    ///
    /// # Errors
    /// [`HostError::TimedOut`](super::HostError::TimedOut) where no whole head is there at the
    /// deadline, which later only ends the body;
    /// [`HostError::OtherCertificate`](super::HostError::OtherCertificate) where the server shows another
    /// certificate than the pinned one;
    /// [`HostError::NotBuiltIn`](super::HostError::NotBuiltIn) where the host can't speak TLS;
    /// [`HostError::Io`](super::HostError::Io) for a connection refused or reset and for an
    /// answer that is not HTTP.
    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer>;

    /// Waits so long, before something is asked that may have changed meanwhile. A machine on which
    /// nothing changes by itself needn't wait.
    async fn pause(&self, duration: Duration);
}

/// A process id that can be one: not 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pid(NonZeroU32);

impl Pid {
    /// `None` for 0, which names no single process on any OS.
    #[must_use]
    pub fn new(id: u32) -> Option<Self> {
        NonZeroU32::new(id).map(Pid)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for Pid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What has become of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProcessState {
    /// It runs.
    Running {
        /// When it started. `None` where the OS doesn't tell: whether the id was given to another
        /// process meanwhile can't be told then.
        started: Option<SystemTime>,
        /// Whose it is.
        owner: Owner,
        /// The process that started it, where the OS tells. On Windows that one may have ended, and
        /// its id may be another's by now: a true parent started no later than its child.
        parent: Option<Pid>,
    },
    /// It is a thread of the kernel: it runs no program, and writes no file for others.
    KernelThread,
    /// It ended, and its parent hasn't taken notice.
    Zombie,
    /// There is none of that id.
    Gone,
}

/// Whose a process is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// This user's.
    Us,
    /// Another user's.
    Other,
}

/// Whether there is a desktop to show windows on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// There is one.
    Interactive,
    /// There is none: a service, a login over the network, a machine without a screen.
    None,
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Session::Interactive => "an interactive session",
            Session::None => "no interactive session",
        })
    }
}

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Sends a body.
    Post,
    /// Ends what an earlier request began.
    Delete,
}

impl Method {
    /// Its name in HTTP.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Method::Post => "POST",
            Method::Delete => "DELETE",
        }
    }
}

/// One request to a server on this machine. Its `Debug` shows no header's value and no body.
#[derive(Clone, Copy)]
pub struct LoopbackRequest<'a> {
    /// What it does.
    pub method: Method,
    /// Where it goes.
    pub endpoint: &'a LoopbackEndpoint,
    /// The path there.
    pub path: &'a EndpointPath,
    /// Name and value of each header beside `Host` and `Content-Length`.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body.
    pub body: &'a [u8],
    /// When waiting ends, for all of it together.
    pub deadline: Instant,
    /// How many bytes of the answer's body are wanted. Of a stream of events (`text/event-stream`), which may stay
    /// open, no more is waited for than the first event with data.
    pub max_body: usize,
}

impl fmt::Debug for LoopbackRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("LoopbackRequest")
            .field("method", &self.method)
            .field("endpoint", &self.endpoint)
            .field("path", &self.path)
            .field("headers", &names)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

/// The answer to a [`LoopbackRequest`]. Its `Debug` shows no header's value and no body: a server may echo
/// what it was sent.
#[derive(Clone, PartialEq, Eq)]
pub struct LoopbackAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Name and value of each header, in order, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, cut at the request's bound.
    pub body: Vec<u8>,
}

impl fmt::Debug for LoopbackAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("LoopbackAnswer")
            .field("status", &self.status)
            .field("headers", &names)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish()
    }
}
