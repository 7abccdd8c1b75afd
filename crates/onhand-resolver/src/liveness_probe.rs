//! What finds out whether an application runs; one implementation for each `liveness.kind`.

use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::{KindSpec, KindUse};
use onhand_platform::{LoopbackEndpoint, Pid, ProbeHost, RootedPath};

use crate::Observation;

/// A way to find out whether an application runs. It is asked afresh each time, and describes
/// itself as a [`VersionSource`](crate::VersionSource) does.
#[async_trait]
pub trait LivenessProbe: Send + Sync {
    /// The kind that it implements.
    fn spec(&self) -> KindSpec;

    /// Asks, and ends by the query's deadline.
    async fn probe(&self, host: &dyn ProbeHost, query: &LivenessQuery<'_>) -> Liveness;
}

/// What liveness is asked of.
#[derive(Debug, Clone, Copy)]
pub struct LivenessQuery<'a> {
    /// Where the application was found.
    pub found: &'a RootedPath,
    /// The kind and its parameters, as declared.
    pub kind: &'a KindUse,
    /// When asking ends, for all of it together.
    pub deadline: Instant,
}

/// How alive an application is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Liveness {
    /// Whether its process runs.
    pub running: Observation<Pid>,
    /// Where it says that it can be reached.
    pub endpoint: Observation<LoopbackEndpoint>,
    /// Whether it answers there, with the status of its answer.
    pub answering: Observation<u16>,
}
