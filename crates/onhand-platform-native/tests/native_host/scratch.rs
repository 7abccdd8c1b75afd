//! A temporary folder of real files, whose paths are the host's own.

use std::fs;
use std::path::{Path, PathBuf};

use onhand_platform::{LocateHost, RootedPath};
use onhand_platform_native::NativeHost;
use tempfile::TempDir;

/// Gone with all that is in it when dropped.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Scratch(tempfile::tempdir().expect("a temporary folder"))
    }

    /// The name in it, for std.
    pub(crate) fn os_path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The name in it, for a host.
    pub(crate) fn path(&self, name: &str) -> RootedPath {
        rooted(&self.os_path(name))
    }

    /// A file of that content in it.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> RootedPath {
        fs::write(self.os_path(name), content).expect("writes");
        self.path(name)
    }

    /// A folder in it.
    pub(crate) fn folder(&self, name: &str) -> RootedPath {
        fs::create_dir(self.os_path(name)).expect("creates");
        self.path(name)
    }
}

/// The path for a host.
pub(crate) fn rooted(path: &Path) -> RootedPath {
    let text = path.to_str().expect("Unicode");
    RootedPath::new(NativeHost::new().os(), text).expect("rooted")
}
