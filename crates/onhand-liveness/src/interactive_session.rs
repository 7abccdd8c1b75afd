//! `interactive_session`: whether there is a desktop at all on which the application could show itself.

use async_trait::async_trait;
use onhand_declaration::KindSpec;
use onhand_platform::{ProbeHost, Session};
use onhand_resolver::{Liveness, LivenessProbe, LivenessQuery, Observation, Running};

/// Asks whether this user has a desktop session: for an application that can be started at any time, but
/// only where there is a desktop. It takes no parameters, and costs one `session` call at every effort.
///
/// It says nothing of a process, and tells no endpoint: [`Running::Session`] is what is there. Where the
/// host can't know, `running` is unavailable.
///
/// ```
/// use std::time::{Duration, Instant};
/// use onhand_declaration::KindUse;
/// use onhand_liveness::InteractiveSession;
/// use onhand_platform::{Os, Session};
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{Effort, LivenessProbe, LivenessQuery, Running};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let host = FakeHost::new(Os::Linux).session(Session::Interactive);
/// let kind = KindUse::new("interactive_session");
/// let deadline = Instant::now() + Duration::from_secs(3);
/// let query = LivenessQuery::new(&kind, Effort::Local, deadline);
/// let liveness = InteractiveSession.probe(&host, &query).await;
/// assert_eq!(liveness.running.present(), Some(&Running::Session));
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct InteractiveSession;

#[async_trait]
impl LivenessProbe for InteractiveSession {
    fn spec(&self) -> KindSpec {
        KindSpec::liveness(
            "interactive_session",
            "whether this user has a desktop session",
        )
    }

    async fn probe(&self, host: &dyn ProbeHost, _: &LivenessQuery<'_>) -> Liveness {
        let running = match host.session().await {
            Ok(Session::Interactive) => Observation::Present(Running::Session),
            Ok(none) => Observation::Absent(format!("this user has {none}").into()),
            Err(error) => Observation::from(error),
        };
        Liveness::new(running)
    }
}
