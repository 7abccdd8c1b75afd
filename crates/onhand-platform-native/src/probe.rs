//! The probe tier of this machine: its processes, and the servers on its loopback.

use std::time::Duration;

use async_trait::async_trait;
use onhand_platform::{
    HostResult, ListeningSocket, LoopbackAnswer, LoopbackEndpoint, LoopbackRequest, Pid, ProbeHost,
    ProcessState,
};

use crate::{NativeHost, listeners, process, request};

#[async_trait]
impl ProbeHost for NativeHost {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        process::state(pid)
    }

    async fn listeners(&self, endpoint: &LoopbackEndpoint) -> HostResult<Vec<ListeningSocket>> {
        listeners::at(endpoint)
    }

    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        request::send(request).await
    }

    async fn pause(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
