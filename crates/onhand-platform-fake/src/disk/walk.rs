//! How a path is followed to what stands there.

use onhand_platform::{
    DirectoryEntry, FileIdentity, HostError, HostResult, Metadata, Os, RootedPath,
};

use super::fault::Effect;
use super::limit::{ensure_name_fits, ensure_path_fits, max_links, too_many_links};
use super::link::LinkTarget;
use super::{Disk, Fault, Inode};

/// What a path leads to.
pub(crate) struct Found<'a> {
    pub(crate) node: &'a Inode,
    /// The fault of the path itself, of a link on the way from it, or of what it leads to.
    pub(crate) fault: Option<Fault>,
    identity: Option<FileIdentity>,
    /// Where it stands, no link on the way.
    at: RootedPath,
}

impl Found<'_> {
    /// What a `stat` says of it.
    pub(crate) fn metadata(&self) -> Metadata {
        self.node.metadata().with_identity(self.identity)
    }
}

/// The one volume of the machine.
const VOLUME: u64 = 1;

impl Disk {
    /// Follows a path, component by component and through every link, as an OS does.
    pub(crate) fn find(&self, path: &RootedPath) -> HostResult<Found<'_>> {
        ensure_path_fits(path)?;
        let os = path.os();
        let (mut at, mut pending) = root_and_rest(path);
        let mut links = 0;
        let mut found_fault = None;
        loop {
            let is_last = pending.is_empty();
            if let Some(&fault) = self.faults.get(&at) {
                match fault.effect() {
                    Effect::Blocks(error) => return Err(error),
                    Effect::Spoils if is_last => found_fault = found_fault.or(Some(fault)),
                    Effect::Spoils => {}
                }
            }
            let node = self.nodes.get(&at).ok_or(HostError::NotFound)?;
            if let Inode::Link(target) = node {
                links += 1;
                if links > max_links(os) {
                    return Err(too_many_links(os));
                }
                let segments = match target {
                    LinkTarget::Absolute { root, segments } => {
                        at = root.clone();
                        segments
                    }
                    LinkTarget::Relative(segments) => {
                        at = at.parent().ok_or(HostError::NotFound)?;
                        segments
                    }
                    LinkTarget::Network => return Err(HostError::Network),
                };
                pending.extend(segments.iter().rev().cloned());
                continue;
            }
            let Some(segment) = pending.pop() else {
                let identity = self.identities.get(&at);
                return Ok(Found {
                    node,
                    fault: found_fault,
                    identity: identity.map(|file| FileIdentity::new(VOLUME, *file)),
                    at,
                });
            };
            if !matches!(node, Inode::Directory { .. }) {
                return Err(HostError::NotFound);
            }
            ensure_name_fits(os, &segment)?;
            at = if segment == ".." {
                at.parent().unwrap_or(at)
            } else {
                // What breaks a path rule can't stand on this disk.
                at.join(&segment).map_err(|_| HostError::NotFound)?
            };
        }
    }

    /// The physical path of what is there, each name as it was put on the disk.
    pub(crate) fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath> {
        let at = self.find(path)?.at;
        path.leading_to(self.spelled(&at)?.as_str())
            .map_err(|violation| HostError::UnusablePath(violation.rule()))
    }

    /// The path as the folders on the way spell it, whatever the case that it was asked in.
    fn spelled(&self, at: &RootedPath) -> HostResult<RootedPath> {
        let (stored, _) = self.nodes.get_key_value(at).ok_or(HostError::NotFound)?;
        match (at.parent(), stored.file_name()) {
            (Some(folder), Some(name)) => self
                .spelled(&folder)?
                .join(name)
                .map_err(|_| HostError::NotFound),
            _ => Ok(stored.clone()),
        }
    }

    /// The names in a folder, sorted, if there are at most `limit`.
    pub(crate) fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>> {
        let found = self.find(path)?;
        let Inode::Directory { children } = found.node else {
            return Err(HostError::NotADirectory);
        };
        if found.fault == Some(Fault::Unreadable) {
            return Err(HostError::PermissionDenied);
        }
        if children.len() > limit {
            return Err(HostError::TooManyNames { limit });
        }
        let mut entries: Vec<_> = children
            .iter()
            .filter_map(|child| {
                Some(DirectoryEntry {
                    name: child.file_name()?.to_owned(),
                    kind: self.nodes.get(child)?.kind(),
                })
            })
            .collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }
}

/// The root of a path, and its segments with the first one last.
fn root_and_rest(path: &RootedPath) -> (RootedPath, Vec<String>) {
    // A `RootedPath` has its OS's own separators, each single, and no `.` or `..`.
    let (root_len, separator) = match path.os() {
        Os::Win32 => (r"C:\".len(), '\\'),
        Os::Darwin | Os::Linux => ("/".len(), '/'),
    };
    let (root, rest) = path.as_str().split_at(root_len);
    let root = RootedPath::new(path.os(), root).expect("a path's root obeys the path rules");
    let rest = rest.split(separator).rev();
    let rest = rest.filter(|segment| !segment.is_empty());
    (root, rest.map(str::to_owned).collect())
}
