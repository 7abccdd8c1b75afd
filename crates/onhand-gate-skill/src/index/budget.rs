//! What one look at the skills may cost, however many names lead to how much.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use onhand_platform::{
    DirectoryEntry, HostFile, HostResult, InspectHost, Listing, LocateHost, Metadata, Os,
    RootedPath, UninstallEntries,
};

/// How long a look may take, unless its program says otherwise.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// What a look may cost, over all roots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// How many folders deep it goes below a root.
    pub(super) depth: usize,
    /// How many folders it looks into, skills among them.
    pub(super) folders: usize,
    /// How many names one folder may hold.
    pub(super) names: usize,
    /// How many names it lists of all folders that are no skills.
    pub(super) all_names: usize,
    /// How many folders deep it looks below a skill for others.
    pub(super) nested_depth: usize,
    /// How many names it looks at below one skill.
    pub(super) nested: usize,
    /// How many names it looks at below all skills.
    pub(super) all_nested: usize,
    /// How many bytes it reads of all files.
    pub(super) bytes: u64,
    /// How many bytes it keeps of what it read and decided.
    pub(super) kept: usize,
    /// How many of those that it passed over it tells; the others are counted.
    pub(super) told: usize,
}

pub(super) const LIMITS: Limits = Limits {
    depth: 8,
    folders: 50_000,
    names: 50_000,
    all_names: 500_000,
    nested_depth: 3,
    nested: 2_000,
    all_nested: 500_000,
    // 32,768 skills by their first 4 KiB each.
    bytes: 128 * 1024 * 1024,
    kept: 64 * 1024 * 1024,
    told: 1_000,
};

/// When a look has to end. A time that no clock reaches is none.
pub(super) fn deadline(patience: Duration) -> Option<Instant> {
    Instant::now().checked_add(patience)
}

pub(super) fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// A host of which the bytes are counted that were read.
pub(super) struct Metered<'h> {
    host: &'h dyn InspectHost,
    read: AtomicU64,
}

impl<'h> Metered<'h> {
    pub(super) fn new(host: &'h dyn InspectHost) -> Self {
        Metered {
            host,
            read: AtomicU64::new(0),
        }
    }

    /// How many bytes were read so far.
    pub(super) fn bytes(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

impl LocateHost for Metered<'_> {
    fn os(&self) -> Os {
        self.host.os()
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        self.host.env(name)
    }

    fn home(&self) -> HostResult<Option<String>> {
        self.host.home()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        self.host.stat(path)
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        self.host.list(path, limit)
    }

    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing> {
        self.host.listing(path, limit)
    }
}

impl InspectHost for Metered<'_> {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        Ok(Box::new(MeteredFile {
            file: self.host.open(path)?,
            read: &self.read,
        }))
    }

    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        self.host.uninstall_entries()
    }
}

struct MeteredFile<'a> {
    file: Box<dyn HostFile + 'a>,
    read: &'a AtomicU64,
}

impl HostFile for MeteredFile<'_> {
    fn len(&self) -> u64 {
        self.file.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
        let read = self.file.read_at(offset, buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
