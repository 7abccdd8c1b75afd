//! One thing on the disk.

use std::time::SystemTime;

use onhand_platform::{FileKind, Metadata, RootedPath};

use super::FileContent;
use super::link::LinkTarget;

/// One thing on the disk.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// A folder, with what stands in it.
    Directory { children: Vec<RootedPath> },
    /// A regular file.
    File {
        content: FileContent,
        modified: Option<SystemTime>,
    },
    /// A symbolic link.
    Link(LinkTarget),
    /// An app-execution alias.
    AppExecutionAlias,
    /// A FIFO, a socket, a device.
    Other,
}

impl Node {
    /// Its kind, a link not followed.
    pub(crate) fn kind(&self) -> FileKind {
        match self {
            Node::Directory { .. } => FileKind::Directory,
            Node::File { .. } => FileKind::File,
            Node::Link(_) => FileKind::Symlink,
            Node::AppExecutionAlias => FileKind::AppExecutionAlias,
            Node::Other => FileKind::Other,
        }
    }

    /// All but which thing it is, which the disk knows.
    pub(super) fn metadata(&self) -> Metadata {
        let (len, modified) = match self {
            Node::File { content, modified } => (content.len(), *modified),
            _ => (0, None),
        };
        Metadata::new(self.kind(), len).with_modified(modified)
    }
}
