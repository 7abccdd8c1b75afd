//! Many applications that are probed in one run share a look at who listens.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures_util::future::{Either, select};
use futures_util::lock::Mutex;
use onhand_platform::{
    DirectoryEntry, HostError, HostFile, HostResult, InspectHost, Listeners, Listing, LocateHost,
    LoopbackAnswer, LoopbackRequest, Metadata, Os, Pid, ProbeHost, ProcessState, RootedPath,
    Session, UninstallEntries,
};

/// A host for one run over many applications. All is asked of the host below it, each time anew, but one thing:
/// a look at the listening sockets of the machine, which may cost a second, serves all that ask for it while it
/// is under way and for a quarter of a second after it.
///
/// # What that means for a token
/// Before a token is sent it is checked who listens. In a run that look may have begun as long ago as it took, and
/// a quarter of a second more. An application that gives its port up in that time, to somebody
/// who takes it at once, is not protected, as it isn't in the moment between a look of its own and the request.
/// Processes and files are never shared. Whoever asks for one application alone needs no run.
///
/// A look that failed serves as one that did not, but for one that was not over at its deadline: who has more time
/// looks again.
#[derive(Debug)]
pub struct ProbeRun<H: ?Sized> {
    shared: Mutex<Option<Look>>,
    serves: Duration,
    host: H,
}

#[derive(Debug)]
struct Look {
    ended: Instant,
    shown: HostResult<Listeners>,
}

/// How long a look serves once it is over.
const SERVES: Duration = Duration::from_millis(250);

impl<H> ProbeRun<H> {
    /// A run over a host.
    pub fn new(host: H) -> Self {
        ProbeRun {
            shared: Mutex::new(None),
            serves: SERVES,
            host,
        }
    }

    /// A run whose looks serve so long once they are over, for a host program that knows what it risks. With
    /// none, each look serves those alone who were waiting for it.
    #[must_use]
    pub fn serving(self, time: Duration) -> Self {
        ProbeRun {
            serves: time,
            ..self
        }
    }
}

impl<H: ProbeHost> ProbeRun<H> {
    async fn shared_look(&self, deadline: Instant) -> HostResult<Listeners> {
        let asked = Instant::now();
        let mut shared = self.shared.lock().await;
        if let Some(look) = &*shared {
            // One that ended after it was asked for was under way.
            let age = asked.saturating_duration_since(look.ended);
            let is_fresh = age.is_zero() || age < self.serves;
            if is_fresh && look.shown != Err(HostError::TimedOut) {
                return look.shown.clone();
            }
        }
        let shown = self.host.listeners(deadline).await;
        *shared = Some(Look {
            ended: Instant::now(),
            shown: shown.clone(),
        });
        shown
    }
}

#[async_trait]
impl<H: ProbeHost> ProbeHost for ProbeRun<H> {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        self.host.process(pid).await
    }

    fn own_pid(&self) -> Option<Pid> {
        self.host.own_pid()
    }

    fn machine_name(&self) -> HostResult<String> {
        self.host.machine_name()
    }

    /// A look is waited for until the deadline, whoever's it is.
    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        let look = pin!(self.shared_look(deadline));
        let left = deadline.saturating_duration_since(Instant::now());
        match select(look, self.host.pause(left)).await {
            Either::Left((shown, _)) => shown,
            Either::Right(_) => Err(HostError::TimedOut),
        }
    }

    async fn session(&self) -> HostResult<Session> {
        self.host.session().await
    }

    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        self.host.request(request).await
    }

    async fn pause(&self, duration: Duration) {
        self.host.pause(duration).await;
    }
}

impl<H: LocateHost> LocateHost for ProbeRun<H> {
    fn os(&self) -> Os {
        self.host.os()
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        self.host.env(name)
    }

    fn home(&self) -> HostResult<Option<String>> {
        self.host.home()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        self.host.stat(path)
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        self.host.list(path, limit)
    }

    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing> {
        self.host.listing(path, limit)
    }
}

impl<H: InspectHost> InspectHost for ProbeRun<H> {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        self.host.open(path)
    }

    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        self.host.uninstall_entries()
    }
}
