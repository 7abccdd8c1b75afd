//! Asking as a probe does, but never for longer than a test may take.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use onhand_platform::{
    EndpointPath, HostError, HostResult, LoopbackAnswer, LoopbackEndpoint, LoopbackRequest, Method,
    ProbeHost,
};
use onhand_platform_native::NativeHost;
use tokio::time::timeout;

/// A deadline that no answer meets by accident.
pub(crate) const LONG: Duration = Duration::from_secs(120);
/// A deadline that is waited for.
pub(crate) const SHORT: Duration = Duration::from_millis(250);
/// When a test has failed that should have ended by itself.
const PATIENCE: Duration = Duration::from_secs(60);

static MCP: LazyLock<EndpointPath> = LazyLock::new(|| EndpointPath::parse("/mcp").expect("a path"));

/// A `POST` with a body of `{}`.
pub(crate) fn request(endpoint: &LoopbackEndpoint, within: Duration) -> LoopbackRequest<'_> {
    LoopbackRequest {
        method: Method::Post,
        endpoint,
        path: &MCP,
        headers: &[("content-type", "application/json")],
        body: b"{}",
        deadline: Instant::now() + within,
        max_body: 64 * 1024,
    }
}

/// Sends such a request.
pub(crate) async fn post(
    endpoint: &LoopbackEndpoint,
    within: Duration,
) -> HostResult<LoopbackAnswer> {
    ask(request(endpoint, within)).await
}

/// Sends that request.
pub(crate) async fn ask(request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
    timeout(PATIENCE, NativeHost::new().request(request))
        .await
        .expect("it ends by itself")
}

/// Asks with a short deadline, and expects it to be waited for and to be all that ends it.
pub(crate) async fn expect_time_out(endpoint: &LoopbackEndpoint) {
    let deadline = Instant::now() + SHORT;
    assert_eq!(post(endpoint, SHORT).await, Err(HostError::TimedOut));
    assert!(Instant::now() >= deadline, "ended before the deadline");
}

/// Asks with a long deadline, and expects an error before it that isn't one of time. Gives its text.
pub(crate) async fn expect_io(endpoint: &LoopbackEndpoint) -> String {
    match post(endpoint, LONG).await {
        Err(HostError::Io(text)) => text,
        other => panic!("not an I/O error: {other:?}"),
    }
}
