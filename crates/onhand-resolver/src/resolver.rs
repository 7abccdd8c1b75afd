//! What can be looked for, tier by tier.

use std::time::Instant;

use async_trait::async_trait;
use onhand_platform::{InspectHost, LocateHost, ProbeHost, RootedPath};

use crate::{Effort, Liveness, Reading, Resolution};

/// Something that can be looked for. Each tier gets a host that can do no more than the tier
/// may cost: one that overspends does not compile.
///
/// ```compile_fail
/// use onhand_platform::{InspectHost, LocateHost, RootedPath};
///
/// fn locate(host: &dyn LocateHost, path: &RootedPath) {
///     // `locate` can look at names; only `inspect` can open a file.
///     let _ = host.open(path);
/// }
/// ```
#[async_trait]
pub trait Resolver: Send + Sync {
    /// Where it is. Metadata only.
    fn locate(&self, host: &dyn LocateHost) -> Resolution;

    /// What version is there. Bounded reads, and OS calls within this process.
    fn inspect(&self, host: &dyn InspectHost, found: &RootedPath) -> Reading;

    /// Whether it runs. Processes and loopback sockets, as far as `effort` goes, afresh each time,
    /// until the deadline.
    async fn probe(
        &self,
        host: &dyn ProbeHost,
        found: &RootedPath,
        effort: Effort,
        deadline: Instant,
    ) -> Liveness;
}
