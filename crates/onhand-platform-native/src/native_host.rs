//! The real machine behind the tiers: what is the same on every OS, and the way to the OS's own.

use std::path::Path;
use std::sync::Arc;

use onhand_platform::{
    DirectoryEntry, HostError, HostFile, HostResult, InspectHost, Listing, LocateHost, Metadata,
    Os, RootedPath, UninstallEntries,
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
/// - The physical path that [`resolve`](LocateHost::resolve) gives is that of `realpath`, and on Windows the
///   one that the OS has for what was reached: long names in place of short ones, in the case that the disk keeps. On
///   Windows, what nobody gets a handle to (a page file) has no such path, though a stat tells of it, and what lies on a volume with
///   neither a letter nor a folder is [`HostError::Io`].
/// - A path of another OS is [`HostError::Unsupported`].
/// - A variable whose name can't be one (empty, with `=` or NUL) is not set.
/// - In [`list`](LocateHost::list) the names that are left out count towards the limit, which
///   bounds the work too.
/// - On Windows the uninstall registry is read up to fixed bounds for each root and each entry, so that
///   nobody can make one drown the others; what is cut, and each key that can't be opened, is among
///   [`unread`](onhand_platform::UninstallEntries::unread). A name that is not Unicode or holds a NUL is
///   one of them: nothing is read under it. On a Windows of 32 bits, which has one registry and not
///   two, the entries of HKLM are given for both views.
/// - A process is its effective user's. Root, too, is told that another user's is another's.
/// - When a process started is what the clock showed then: on macOS to a microsecond, on Windows to
///   about 16 milliseconds. On Linux it is reckoned from the clock as it goes now, so that setting
///   the clock moves it, and is up to a second early. All processes are early by the same, so
///   which of two started first is known to 10 milliseconds.
/// - Where Linux has no `/proc`, or one that hides the process or is another pid namespace's, and
///   where a sandbox of macOS forbids to ask, only the signal check is left. It tells neither start
///   nor parent, takes a zombie and a thread's id for a process that runs, and takes
///   every process that we may signal for ours: for root, all. An event says so.
/// - A request, like a pause, wants a tokio runtime of any flavour whose I/O and time are on, and panics
///   elsewhere. It spawns nothing: to drop it is to close its connection.
/// - The status and the headers of an answer are the answer. Whatever ends the body early (the
///   bound, the deadline, a reset) leaves the answer with as much of the body as came. A head of more than
///   64 KiB or 100 headers is [`HostError::Io`], and so are interim answers (1xx) without end.
///   What is not UTF-8 in a header's value becomes `U+FFFD`; headers of one name stand together.
/// - Who listens is one look, which ends by its deadline: a reading of the OS's tables, and on Linux and macOS
///   everything that this user's processes have open, some microseconds each; more than 100,000 open
///   files are [`HostError::Io`]. A socket at `[::]` counts for `127.0.0.1` too, since not every OS shows whether it takes that. macOS shows this user's sockets
///   only: where none takes the connection it can't be told whether nobody does
///   ([`Listeners::hiding_other_users`](onhand_platform::Listeners::hiding_other_users)). Windows names the one process that made the socket, and
///   process 4 for what listens through its HTTP.sys; Wine names none: nobody knows
///   whose a socket is. A `/proc` of another pid namespace is [`HostError::Unsupported`].
/// - Only Linux tells threads of the kernel from processes. macOS shows none, and those of Windows are another
///   user's.
/// - The machine's name is that of `uname`, on Windows the host name in DNS.
/// - A desktop session is one of this user's. On Linux it is a display that `WAYLAND_DISPLAY` or `DISPLAY` names,
///   if its socket is there (one of another machine is believed), or a session with windows that systemd-logind
///   keeps; where neither can be asked, it is [`HostError::Unsupported`]. Windows and macOS are asked about the session of
///   this program alone: a service, or a login by SSH, has no desktop, even while somebody sits at the machine.
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

    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath> {
        let physical = native::resolve(ours(path)?)?;
        let text = physical.to_str().ok_or(HostError::NotUnicode)?;
        path.leading_to(text)
            .map_err(|violation| HostError::UnusablePath(violation.rule()))
    }

    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        Ok(self.listing(path, limit)?.entries)
    }

    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing> {
        folder::list(ours(path)?, limit)
    }
}

impl InspectHost for NativeHost {
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
        Ok(Box::new(NativeFile::open(ours(path)?)?))
    }

    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
        native::uninstall_entries()
    }
}

/// The path as std takes it. [`RootedPath`] has seen to it that it is absolute.
pub(crate) fn ours(path: &RootedPath) -> HostResult<&Path> {
    if path.os() == OS {
        Ok(Path::new(path.as_str()))
    } else {
        Err(HostError::Unsupported("a path of another OS"))
    }
}
