//! A borrowed host is a host of the same tier, so that what wraps one, as
//! [`Recorded`](super::Recorded) does, can wrap one that belongs to somebody else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{
    DirectoryEntry, HostFile, HostResult, InspectHost, Listeners, Listing, LocateHost,
    LoopbackAnswer, LoopbackRequest, Metadata, Pid, ProbeHost, ProcessState, Session,
    UninstallEntries,
};
use crate::{Os, RootedPath};

impl<H: LocateHost + ?Sized> LocateHost for &H {
    fn os(&self) -> Os {
        (**self).os()
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        (**self).env(name)
    }

    fn home(&self) -> HostResult<Option<String>> {
        (**self).home()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        (**self).stat(path)
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        (**self).list(path, limit)
    }

    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing> {
        (**self).listing(path, limit)
    }
}

impl<H: InspectHost + ?Sized> InspectHost for &H {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        (**self).open(path)
    }

    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        (**self).uninstall_entries()
    }
}

#[async_trait]
impl<H: ProbeHost + ?Sized> ProbeHost for &H {
    async fn process(&self, pid: Pid) -> HostResult<ProcessState> {
        (**self).process(pid).await
    }

    fn own_pid(&self) -> Option<Pid> {
        (**self).own_pid()
    }

    fn machine_name(&self) -> HostResult<String> {
        (**self).machine_name()
    }

    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners> {
        (**self).listeners(deadline).await
    }

    async fn session(&self) -> HostResult<Session> {
        (**self).session().await
    }

    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
        (**self).request(request).await
    }

    async fn pause(&self, duration: Duration) {
        (**self).pause(duration).await;
    }
}
