//! One thing on the disk.

use std::time::SystemTime;

use onhand_platform::{FileKind, Metadata, RootedPath};

use super::FileContent;
use super::link::LinkTarget;

/// One thing on the disk.
#[derive(Debug, Clone)]
pub(crate) enum Inode {
    /// A folder, with what stands in it.
    Directory { children: Vec<RootedPath> },
    /// A regular file.
    File {
        content: FileContent,
        modified: Option<SystemTime>,
        /// Whether anybody may execute it, where the OS asks.
        executable: Option<bool>,
    },
    /// A symbolic link.
    Link(LinkTarget),
    /// An app-execution alias.
    AppExecutionAlias,
    /// A FIFO, a socket, a device.
    Other,
}

impl Inode {
    /// Its kind, a link not followed.
    pub(crate) fn kind(&self) -> FileKind {
        match self {
            Inode::Directory { .. } => FileKind::Directory,
            Inode::File { .. } => FileKind::File,
            Inode::Link(_) => FileKind::Symlink,
            Inode::AppExecutionAlias => FileKind::AppExecutionAlias,
            Inode::Other => FileKind::Other,
        }
    }

    /// All but which thing it is, which the disk knows.
    pub(super) fn metadata(&self) -> Metadata {
        match self {
            Inode::File {
                content,
                modified,
                executable,
            } => Metadata::new(self.kind(), content.len())
                .with_modified(*modified)
                .with_executable(*executable),
            _ => Metadata::new(self.kind(), 0),
        }
    }
}
