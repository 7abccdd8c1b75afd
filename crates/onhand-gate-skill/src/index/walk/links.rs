//! Linked folders, each followed once, whatever leads to it.

use std::collections::HashMap;

use onhand_platform::{FileIdentity, FileKind, HostError, Metadata, RootedPath};

use super::{Exceeded, FILE_NAME, Walk};
use crate::{PassedOverReason, UnreadFolderReason};

/// A link that was met.
pub(super) struct Link {
    pub(super) path: RootedPath,
    pub(super) depth: usize,
    pub(super) root: usize,
}

/// The folders that were looked into, each by what it is, with the path under which it was met first.
pub(super) type Identities = HashMap<FileIdentity, RootedPath>;

impl Walk<'_> {
    /// Follows every link that was met, and those that are met meanwhile. Costs a `stat` for each, and once a
    /// `stat` for each folder that was looked into before.
    pub(super) fn follow_links(&mut self) -> Result<(), Exceeded> {
        let mut identities = Identities::new();
        let mut paths: Vec<RootedPath> = self.seen.iter().cloned().collect();
        paths.sort_by(super::in_order);
        for path in paths {
            self.ensure_time(&path)?;
            if let Ok(Metadata {
                identity: Some(identity),
                ..
            }) = self.host.stat(&path)
            {
                identities.entry(identity).or_insert(path);
            }
        }
        self.identities = Some(identities);
        while let Some(link) = self.links.pop_front() {
            self.root = link.root;
            self.follow(link)?;
        }
        Ok(())
    }

    fn follow(&mut self, link: Link) -> Result<(), Exceeded> {
        let Link { path, depth, .. } = link;
        self.ensure_time(&path)?;
        let metadata = match self.host.stat(&path) {
            Ok(metadata) => metadata,
            Err(error) => {
                self.unfollowed(path, error);
                return Ok(());
            }
        };
        if metadata.kind != FileKind::Directory {
            return Ok(());
        }
        if metadata.identity.is_some() {
            return self.folder(path, depth);
        }
        // Nobody knows whether it leads in a circle, but a skill ends the way.
        let file = path.join(FILE_NAME);
        let metadata = file.map(|file| (self.host.stat(&file), file));
        match metadata {
            Ok((Ok(metadata), file)) if self.enters(&path, depth)? => {
                self.found(file, Ok(metadata));
            }
            _ => self.pass_over_folder(&path, PassedOverReason::LinkedFolder),
        }
        Ok(())
    }

    fn unfollowed(&mut self, path: RootedPath, error: HostError) {
        match error {
            HostError::NotFound => self.pass_over_folder(&path, PassedOverReason::LeadsNowhere),
            HostError::PermissionDenied => self.unread(path, UnreadFolderReason::NotListed(error)),
            error => self.pass_over_folder(&path, PassedOverReason::NotFollowed(error)),
        }
    }

    /// Whether the folder was looked into under another path. Costs nothing until a link was met, then
    /// a `stat`.
    pub(super) fn is_known(&mut self, path: &RootedPath) -> Result<bool, Exceeded> {
        if self.identities.is_none() {
            return Ok(false);
        }
        self.ensure_time(path)?;
        let identity = self.host.stat(path).ok().and_then(|found| found.identity);
        let (Some(identity), Some(known)) = (identity, &mut self.identities) else {
            return Ok(false);
        };
        match known.get(&identity).cloned() {
            Some(first) => {
                self.pass_over_folder(path, PassedOverReason::SameFolder(first));
                Ok(true)
            }
            None => {
                known.insert(identity, path.clone());
                Ok(false)
            }
        }
    }
}
