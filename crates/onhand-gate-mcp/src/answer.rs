//! What is known of a server, and the rule by which it is offered.

use std::sync::Arc;

use onhand_resolver::Assessment;

/// The assessment of what is registered for a server; `None` where nothing is.
pub(crate) type Answer = Option<Arc<Assessment>>;

/// Whether the application allows the server to be offered.
pub(crate) fn allows(answer: Option<&Assessment>) -> bool {
    answer.is_none_or(|assessment| assessment.availability.offerable())
}

/// Whether a server's tools are to be offered. The connection is asked first, so that a dead one
/// costs no host call.
pub(crate) fn is_offered(
    server: &str,
    connected: impl FnOnce() -> bool,
    answer: impl FnOnce() -> Answer,
) -> bool {
    if !connected() {
        tracing::debug!(server, "not offered: not connected");
        return false;
    }
    let answer = answer();
    let state = answer
        .as_ref()
        .map(|assessment| assessment.availability.state);
    let offered = allows(answer.as_deref());
    tracing::debug!(server, ?state, offered, "application asked for");
    offered
}
