//! What may be asked of the machine, tier by tier.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use onhand_platform::{
    DirectoryEntry, HostError, HostFile, HostResult, InspectHost, Listeners, LocateHost,
    LoopbackAnswer, LoopbackEndpoint, LoopbackRequest, Metadata, Os, Pid, ProbeHost, ProcessState,
    RootedPath, Session, UninstallEntries,
};

use crate::disk::Inode;
use crate::{FakeHost, Fault, FileContent, Listener};

impl LocateHost for FakeHost {
    fn os(&self) -> Os {
        self.os
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        self.environment.get(name)
    }

    fn home(&self) -> HostResult<Option<String>> {
        self.known_home()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        Ok(self.disk.find(path)?.metadata())
    }

    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath> {
        self.disk.resolve(path)
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        self.disk.list(path, limit)
    }
}

impl InspectHost for FakeHost {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        let found = self.disk.find(path)?;
        found.metadata().ensure_file()?;
        match (found.node, found.fault) {
            (_, Some(Fault::Unreadable)) => Err(HostError::PermissionDenied),
            (Inode::File { content, .. }, fault) => Ok(Box::new(FakeFile {
                content,
                fails: fault == Some(Fault::ReadError),
            })),
            _ => Err(HostError::NotAFile),
        }
    }

    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        self.registry.read().map(Arc::new)
    }
}

struct FakeFile<'a> {
    content: &'a FileContent,
    fails: bool,
}

impl HostFile for FakeFile<'_> {
    fn len(&self) -> u64 {
        self.content.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
        if self.fails {
            return Err(Fault::io_error());
        }
        Ok(self.content.read_at(offset, buffer))
    }
}

#[async_trait]
impl ProbeHost for FakeHost {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        let state = self.processes.get(&pid).copied();
        Ok(state.unwrap_or(ProcessState::Gone))
    }

    fn own_pid(&self) -> Option<Pid> {
        self.own_pid
    }

    fn machine_name(&self) -> HostResult<String> {
        Ok(self.hostname.clone())
    }

    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        if Instant::now() >= deadline {
            return Err(HostError::TimedOut);
        }
        let with = |listeners, (address, listener): (&SocketAddr, &Listener)| {
            listener.show(*address, listeners)
        };
        Ok(self.listeners.iter().fold(Listeners::new(), with))
    }

    async fn session(&self) -> HostResult<Session> {
        self.session
            .ok_or(HostError::Unsupported("a desktop session"))
    }

    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        if Instant::now() >= request.deadline {
            return Err(HostError::TimedOut);
        }
        self.listener_at(request.endpoint)
            .ok_or_else(|| HostError::Io("connection refused".to_owned()))?
            .answer(request.endpoint.certificate(), request.max_body)
    }

    /// Nothing here changes, so there is nothing to wait for.
    async fn pause(&self, _: Duration) {}
}

impl FakeHost {
    /// Who listens at the first of the endpoint's addresses that anybody listens at.
    fn listener_at(&self, endpoint: &LoopbackEndpoint) -> Option<&Listener> {
        endpoint.addresses().iter().find_map(|address| {
            let address = SocketAddr::new(*address, endpoint.port());
            self.listeners.get(&address)
        })
    }
}
