//! A machine described in code.

use std::time::SystemTime;

use onhand_platform::{ProcessState, Session, UninstallEntry, UnreadUninstall};

use crate::{FakeHost, Fault, FileContent, Listener, MachineError};

/// Describing a machine in code. A later call replaces what an earlier one said of the same
/// thing, so that a test can start from a whole machine and change one fact.
///
/// # Panics
/// Every method panics with a [`MachineError`] where the description makes no sense: a path
/// that is none on this OS, a file below a file. It is test code, and the test is wrong.
impl FakeHost {
    /// Sets an environment variable. A value may be empty.
    #[must_use]
    #[track_caller]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        expect(self.environment.set(name, value));
        self
    }

    /// Sets an environment variable to something that is not Unicode.
    #[must_use]
    #[track_caller]
    pub fn env_not_unicode(mut self, name: &str) -> Self {
        expect(self.environment.set_not_unicode(name));
        self
    }

    /// Takes a variable away.
    #[must_use]
    pub fn unset_env(mut self, name: &str) -> Self {
        self.environment.unset(name);
        self
    }

    /// Says where the user's home folder is, whatever the environment says. Any text will do,
    /// as on a real machine; an empty one leaves it to the environment.
    #[must_use]
    pub fn home(mut self, path: &str) -> Self {
        self.home = (!path.is_empty()).then(|| path.to_owned());
        self
    }

    /// Puts a regular file there, and folders above it.
    #[must_use]
    #[track_caller]
    pub fn file(mut self, path: &str, content: impl Into<FileContent>) -> Self {
        let path = expect(self.path(path));
        expect(self.disk.put_file(path, content.into()));
        self
    }

    /// Says that nobody may execute the file there. Until then somebody may. Not on Windows, where a file has no such bit.
    #[must_use]
    #[track_caller]
    pub fn not_executable(mut self, path: &str) -> Self {
        let path = expect(self.path(path));
        expect(self.disk.set_executable(&path, false));
        self
    }

    /// Says when the file there was last written. Until then nobody knows.
    #[must_use]
    #[track_caller]
    pub fn modified(mut self, path: &str, time: SystemTime) -> Self {
        let path = expect(self.path(path));
        expect(self.disk.set_modified(&path, time));
        self
    }

    /// Puts a folder there, and folders above it. What stands in it already stays.
    #[must_use]
    #[track_caller]
    pub fn dir(mut self, path: &str) -> Self {
        let path = expect(self.path(path));
        expect(self.disk.put_directory(path));
        self
    }

    /// Puts a symbolic link there, and folders above it. The target is absolute, or relative to
    /// the folder of the link; it may hold `..`, lead nowhere, in a circle or to the network.
    #[must_use]
    #[track_caller]
    pub fn symlink(mut self, at: &str, target: &str) -> Self {
        let at = expect(self.path(at));
        expect(self.disk.put_link(at, target));
        self
    }

    /// Gives the file at `existing` a second name, and folders above it. Both are one file: one
    /// [`FileIdentity`](onhand_platform::FileIdentity), one content, one time of writing.
    #[must_use]
    #[track_caller]
    pub fn hard_link(mut self, at: &str, existing: &str) -> Self {
        let (at, existing) = (expect(self.path(at)), expect(self.path(existing)));
        expect(self.disk.put_hard_link(at, &existing));
        self
    }

    /// Makes something wrong with a path; see [`Fault`] for what each does, and to what.
    #[must_use]
    #[track_caller]
    pub fn fault(mut self, path: &str, fault: Fault) -> Self {
        let path = expect(self.path(path));
        expect(self.disk.put_fault(path, fault));
        self
    }

    /// Takes away what stands there and below it, with its faults.
    #[must_use]
    #[track_caller]
    pub fn remove(mut self, path: &str) -> Self {
        let path = expect(self.path(path));
        self.disk.remove(&path);
        self
    }

    /// Adds an entry to the uninstall registry. Only Windows has one.
    #[must_use]
    #[track_caller]
    pub fn uninstall(mut self, entry: UninstallEntry) -> Self {
        expect(self.registry.put(entry));
        self
    }

    /// Keeps a part of the uninstall registry from being read: one entry, or a whole root with
    /// what else is said of it.
    #[must_use]
    #[track_caller]
    pub fn uninstall_unread(mut self, unread: UnreadUninstall) -> Self {
        expect(self.registry.put_unread(unread));
        self
    }

    /// Says what has become of a process; of any other the answer is that it's gone.
    #[must_use]
    #[track_caller]
    pub fn process(mut self, pid: u32, state: ProcessState) -> Self {
        expect(self.put_process(pid, state));
        self
    }

    /// Says whether this user has a desktop session. Until then nobody knows.
    #[must_use]
    pub fn session(mut self, session: Session) -> Self {
        self.session = Some(session);
        self
    }

    /// Says which process asks, so that the machine has ancestors of it.
    #[must_use]
    #[track_caller]
    pub fn own_process(mut self, pid: u32) -> Self {
        expect(self.put_own_process(pid));
        self
    }

    /// Says what the machine calls itself among others.
    #[must_use]
    pub fn hostname(mut self, name: &str) -> Self {
        name.clone_into(&mut self.hostname);
        self
    }

    /// Puts a server at `127.0.0.1:PORT` or `[::1]:PORT`. Its process needn't be described.
    #[must_use]
    #[track_caller]
    pub fn listener(mut self, address: &str, listener: Listener) -> Self {
        expect(self.put_listener(address, listener));
        self
    }
}

/// What was described, or a panic at the line that described it.
#[track_caller]
pub(crate) fn expect<T>(described: Result<T, MachineError>) -> T {
    described.unwrap_or_else(|error| panic!("this machine can't be: {error}"))
}
