//! The cheapest tier: metadata only.

use std::time::SystemTime;

use super::{HostError, HostResult};
use crate::{Os, RootedPath};

/// The locate tier: it can look at names, and *cannot* open a file.
///
/// Every call is bounded and touches this machine only.
pub trait LocateHost: Send + Sync {
    /// The OS of this host. A constant: it costs nothing and is never recorded.
    fn os(&self) -> Os;

    /// The value of an environment variable; `None` where it is not set. Case-insensitive on
    /// Windows.
    ///
    /// # Errors
    /// [`HostError::NotUnicode`].
    fn env(&self, name: &str) -> HostResult<Option<String>>;

    /// The user's home folder, as the OS spells it; `None` where it is not known.
    ///
    /// # Errors
    /// [`HostError::NotUnicode`].
    fn home(&self) -> HostResult<Option<String>>;

    /// What is at the path, links followed.
    ///
    /// # Errors
    /// [`HostError::NotFound`], [`HostError::PermissionDenied`], [`HostError::Network`],
    /// [`HostError::Io`].
    fn stat(&self, path: &RootedPath) -> HostResult<Metadata>;

    /// The physical path of what is there: absolute, every link on the way followed, each name as the folder that holds
    /// it spells it, where the OS tells. Whether something is below a folder is a question about the physical
    /// paths of both: see [`RootedPath::starts_with`]. It is shown as the path is that led there.
    ///
    /// Nothing is opened for reading, and the links that [`stat`](Self::stat) doesn't follow aren't followed here. It costs the
    /// OS a look at each name of the path and of each link; `stat` is cheaper where only a yes or no is wanted.
    ///
    /// # Errors
    /// As [`stat`](Self::stat), and [`HostError::NotUnicode`] and [`HostError::UnusablePath`] where the physical
    /// path can be no [`RootedPath`].
    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath>;

    /// The names in a folder, sorted, `.` and `..` left out.
    ///
    /// # Errors
    /// As [`stat`](Self::stat), and [`HostError::NotADirectory`], and
    /// [`HostError::TooManyNames`] where there are more than `limit`.
    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>>;

    /// As [`list`](Self::list), at the same cost, with the names that are left out there: for callers that tell
    /// people what was skipped. A host without such names needn't implement it.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing> {
        Ok(Listing {
            entries: self.list(path, limit)?,
            not_unicode: Vec::new(),
        })
    }
}

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// What kind of thing.
    pub kind: FileKind,
    /// Its size in bytes; 0 for what has none.
    pub len: u64,
    /// When its content was last written, where the OS tells.
    pub modified: Option<SystemTime>,
    /// Which thing it is, under whatever name; `None` where the OS doesn't tell.
    pub identity: Option<FileIdentity>,
    /// Whether the permissions of a regular file let anybody execute it; `None` where the OS has no such bit, and of
    /// what is not a file.
    pub executable: Option<bool>,
}

/// Which thing on a machine's disks it is. Two paths lead to the same thing, by a hard link or a symbolic one, if
/// their identities are equal. It holds as long as the thing exists: a later one may be given the same identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileIdentity {
    volume: u64,
    file: u128,
}

impl FileIdentity {
    /// The thing of that number on that volume: device and inode on Linux and macOS, the volume's serial number
    /// and the file id on Windows.
    #[must_use]
    pub const fn new(volume: u64, file: u128) -> Self {
        FileIdentity { volume, file }
    }
}

/// The kinds of things at a path, once links are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link; only in a folder's list, where links are not followed.
    Symlink,
    /// A Windows app-execution alias: it runs a program and can't be opened.
    AppExecutionAlias,
    /// A FIFO, a socket, a device.
    Other,
}

impl FileKind {
    /// Whether a program can be started from it: a regular file, or an alias for one. The
    /// executable bit is not asked for.
    #[must_use]
    pub fn is_program(self) -> bool {
        matches!(self, FileKind::File | FileKind::AppExecutionAlias)
    }

    /// A word for people.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            FileKind::File => "file",
            FileKind::Directory => "folder",
            FileKind::Symlink => "link",
            FileKind::AppExecutionAlias => "app-execution alias",
            FileKind::Other => "FIFO, socket or device",
        }
    }
}

/// A name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The name, one segment. Names that are not Unicode are left out of a list.
    pub name: String,
    /// What it names, links not followed.
    pub kind: FileKind,
}

/// All names in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// What [`LocateHost::list`] gives.
    pub entries: Vec<DirectoryEntry>,
    /// The names that are not Unicode, sorted; what is not is replaced. No path leads to them.
    pub not_unicode: Vec<String>,
}

impl Metadata {
    /// A thing of that kind and size, of which nothing more is known.
    #[must_use]
    pub const fn new(kind: FileKind, len: u64) -> Self {
        Metadata {
            kind,
            len,
            modified: None,
            identity: None,
            executable: None,
        }
    }

    /// The same, last written then.
    #[must_use]
    pub const fn with_modified(mut self, modified: Option<SystemTime>) -> Self {
        self.modified = modified;
        self
    }

    /// The same, as that thing.
    #[must_use]
    pub const fn with_identity(mut self, identity: Option<FileIdentity>) -> Self {
        self.identity = identity;
        self
    }

    /// The same, which somebody may execute or nobody may.
    #[must_use]
    pub const fn with_executable(mut self, executable: Option<bool>) -> Self {
        self.executable = executable;
        self
    }

    /// `Ok` for a regular file.
    ///
    /// # Errors
    /// [`HostError::AppExecutionAlias`] or [`HostError::NotAFile`]: it must not be opened.
    pub fn ensure_file(&self) -> HostResult<()> {
        match self.kind {
            FileKind::File => Ok(()),
            FileKind::AppExecutionAlias => Err(HostError::AppExecutionAlias),
            _ => Err(HostError::NotAFile),
        }
    }
}
