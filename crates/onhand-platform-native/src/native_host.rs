//! The real machine behind the tiers: what is the same on every OS, and the way to the OS's own.

use std::path::Path;
use std::sync::Arc;

use onhand_platform::{
    DirectoryEntry, HostError, HostFile, HostResult, InspectHost, LocateHost, Metadata, Os,
    RootedPath, UninstallEntry,
};

use crate::file::NativeFile;
use crate::{environment, folder, native};

/// The machine that this program runs on.
///
/// It holds nothing and remembers nothing: each call asks the OS anew. Make it once, in `main`,
/// and pass it down as the tier that a function may use.
///
/// Answers that the traits leave open:
///
/// - A path through a regular file (`/etc/passwd/x`) is [`HostError::NotFound`].
/// - Links that lead in a circle are [`HostError::Io`] in the OS's words. So is a name that is
///   longer than the file system takes, where the OS doesn't say itself that nothing is there.
/// - A path of another OS is [`HostError::Unsupported`].
/// - A variable whose name can't be one (empty, with `=` or NUL) is not set.
/// - In [`list`](LocateHost::list) the names that are left out count towards the limit, which
///   bounds the work too.
/// - On Windows the uninstall registry is read up to fixed bounds for each root, so that nobody
///   can make one root drown the others. On a Windows of 32 bits, which has one registry and not
///   two, the entries of HKLM are given for both views.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NativeHost(());

const OS: Os = match Os::current() {
    Some(os) => os,
    None => panic!("onhand has no name for this OS"),
};

impl NativeHost {
    /// This machine. Costs nothing.
    #[must_use]
    pub const fn new() -> Self {
        NativeHost(())
    }
}

impl LocateHost for NativeHost {
    fn os(&self) -> Os {
        OS
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        environment::variable(name)
    }

    fn home(&self) -> HostResult<Option<String>> {
        environment::home()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        native::stat(ours(path)?)
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        folder::list(ours(path)?, limit)
    }
}

impl InspectHost for NativeHost {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        Ok(Box::new(NativeFile::open(ours(path)?)?))
    }

    fn uninstall_entries(&self) -> HostResult<Arc<[UninstallEntry]>> {
        native::uninstall_entries()
    }
}

/// The path as std takes it. [`RootedPath`] has seen to it that it is absolute.
fn ours(path: &RootedPath) -> HostResult<&Path> {
    if path.os() == OS {
        Ok(Path::new(path.as_str()))
    } else {
        Err(HostError::Unsupported("a path of another OS"))
    }
}
