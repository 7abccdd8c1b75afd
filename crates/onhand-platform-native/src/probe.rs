//! The probe tier of this machine: its processes, and the servers on its loopback.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use onhand_platform::{
    HostError, HostResult, Listeners, LoopbackAnswer, LoopbackRequest, Pid, ProbeHost,
    ProcessState, Session,
};

use crate::{NativeHost, listeners, machine_name, process, request, session};

#[async_trait]
impl ProbeHost for NativeHost {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        process::state(pid)
    }

    fn own_pid(&self) -> Option<Pid> {
        Pid::new(std::process::id())
    }

    fn machine_name(&self) -> HostResult<String> {
        machine_name::read()
    }

    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        // It reads many folders, and others may be waiting for this thread. The look itself keeps the
        // deadline, so that none goes on when nobody waits for it any longer.
        tokio::task::spawn_blocking(move || listeners::look(deadline))
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
