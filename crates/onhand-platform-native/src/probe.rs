//! The probe tier of this machine: its processes, and the servers on its loopback.

use std::time::Duration;

use async_trait::async_trait;
use onhand_platform::{
    HostError, HostResult, ListeningSocket, LoopbackAnswer, LoopbackEndpoint, LoopbackRequest, Pid,
    ProbeHost, ProcessState, Session,
};

use crate::{NativeHost, listeners, process, request, session};

#[async_trait]
impl ProbeHost for NativeHost {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        process::state(pid)
    }

    async fn listeners(&self, endpoint: &LoopbackEndpoint) -> HostResult<Vec<ListeningSocket>> {
        // It reads many folders, and others may be waiting for this thread.
        let endpoint = endpoint.clone();
        tokio::task::spawn_blocking(move || listeners::at(&endpoint))
            .await
            .map_err(|error| HostError::Io(error.to_string()))?
    }

    async fn session(&self) -> HostResult<Session> {
        session::session(self)
    }

    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        request::send(request).await
    }

    async fn pause(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
