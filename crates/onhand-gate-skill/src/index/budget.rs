//! What one look at the skills may cost, however many names lead to how much.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use onhand_platform::{
    HostFile, HostResult, InspectHost, InspectWrapper, LocateWrapper, RootedPath,
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
    /// How many names it lists of all folders that are not skills.
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

impl<'h> LocateWrapper for Metered<'h> {
    type Host = dyn InspectHost + 'h;

    fn wrapped(&self) -> &Self::Host {
        self.host
    }
}

impl InspectWrapper for Metered<'_> {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        Ok(Box::new(MeteredFile {
            file: self.host.open(path)?,
            read: &self.read,
        }))
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
