//! Many applications that are probed in one run share a look at who listens.

use std::pin::pin;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures_util::future::{Either, select};
use futures_util::lock::Mutex;
use onhand_platform::{
    HostError, HostResult, InspectHost, InspectWrapper, Listeners, LocateHost, LocateWrapper,
    ProbeHost, ProbeWrapper,
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

impl<H: LocateHost> LocateWrapper for ProbeRun<H> {
    type Host = H;

    fn wrapped(&self) -> &H {
        &self.host
    }
}

impl<H: InspectHost> InspectWrapper for ProbeRun<H> {}

#[async_trait]
impl<H: ProbeHost> ProbeWrapper for ProbeRun<H> {
    /// A look is waited for until the deadline, whoever's it is.
    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        let look = pin!(self.shared_look(deadline));
        let left = deadline.saturating_duration_since(Instant::now());
        match select(look, self.host.pause(left)).await {
            Either::Left((shown, _)) => shown,
            Either::Right(_) => Err(HostError::TimedOut),
        }
    }
}
