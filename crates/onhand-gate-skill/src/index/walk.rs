//! Finds the skills below some folders, by their names and metadata alone.

mod below_skill;
mod links;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

use onhand_platform::{
    FileKind, HostError, HostResult, Listing, LocateHost, Metadata, Os, RootedPath, SearchLimit,
};

use self::links::{Identities, Link};
use super::budget::{Limits, deadline, is_over};
use crate::passed_over::{PassedOverReason, Told};
use crate::{UnreadFolder, UnreadFolderReason};

/// The file that makes a folder a skill.
const FILE_NAME: &str = "SKILL.md";

/// A `SKILL.md`, and what the host says of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) path: RootedPath,
    pub(super) metadata: HostResult<Metadata>,
    /// Which root it stands below.
    root: usize,
}

/// Everything below the roots.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) found: Vec<Found>,
    pub(super) unread: Vec<UnreadFolder>,
    pub(super) told: Told,
    /// Files in folders of skills whose names say of nothing what they are: the folder and the name of each.
    pub(super) bare_files: Vec<(RootedPath, String)>,
}

/// How many files without an extension are remembered.
const MAX_BARE_FILES: usize = 100;

/// Looks below each root, in their order, names in order; links last, so that a folder that is met with and
/// without one goes by its own path. A folder is looked into once.
pub(super) fn walk(
    host: &dyn LocateHost,
    roots: &[RootedPath],
    limits: Limits,
    patience: Duration,
) -> Walked {
    let mut walk = Walk {
        host,
        limits,
        patience,
        deadline: deadline(patience),
        walked: Walked::default(),
        root: 0,
        seen: HashSet::new(),
        names: limits.all_names,
        nested: limits.all_nested,
        links: VecDeque::new(),
        identities: None,
        told_depth: false,
    };
    // Whoever ran into a bound has told of it.
    let _ = walk.all(roots);
    walk.walked
}

struct Walk<'h> {
    host: &'h dyn LocateHost,
    limits: Limits,
    patience: Duration,
    deadline: Option<Instant>,
    walked: Walked,
    /// The root that is walked.
    root: usize,
    /// The folders that were looked into.
    seen: HashSet<RootedPath>,
    /// How many names may still be listed.
    names: usize,
    /// How many names may still be looked at below skills.
    nested: usize,
    links: VecDeque<Link>,
    identities: Option<Identities>,
    told_depth: bool,
}

/// A bound of the whole walk was met. It ends there.
struct Exceeded;

impl Walk<'_> {
    fn all(&mut self, roots: &[RootedPath]) -> Result<(), Exceeded> {
        for (index, root) in roots.iter().enumerate() {
            self.root = index;
            self.folder(root.clone(), 0)?;
        }
        if self.links.is_empty() {
            return Ok(());
        }
        let outcome = self.follow_links();
        let found = &mut self.walked.found;
        found.sort_by(|a, b| (a.root.cmp(&b.root)).then_with(|| in_order(&a.path, &b.path)));
        outcome
    }

    /// Costs a `stat` and a `list`; below a skill what [`below_skill`] says.
    fn folder(&mut self, path: RootedPath, depth: usize) -> Result<(), Exceeded> {
        if !self.enters(&path, depth)? {
            return Ok(());
        }
        if self.is_known(&path)? {
            // It was not looked into, so it doesn't count.
            self.seen.remove(&path);
            return Ok(());
        }
        self.look_into(path, depth)
    }

    fn look_into(&mut self, path: RootedPath, depth: usize) -> Result<(), Exceeded> {
        let Ok(file) = path.join(FILE_NAME) else {
            return Ok(());
        };
        self.ensure_time(&path)?;
        let metadata = self.host.stat(&file);
        if metadata.is_ok() {
            return self.skill(path, file, metadata, depth);
        }
        let Some(listing) = self.names_in(&path)? else {
            return Ok(());
        };
        // It is there and can't be looked at: a link that leads nowhere, or no permission.
        if listing.entries.iter().any(|entry| entry.name == FILE_NAME) {
            self.found(file, metadata);
            return Ok(());
        }
        self.entries(&path, &listing, depth)
    }

    /// What is in a folder that is not a skill.
    fn entries(
        &mut self,
        path: &RootedPath,
        listing: &Listing,
        depth: usize,
    ) -> Result<(), Exceeded> {
        for name in &listing.not_unicode {
            self.pass_over(path, name, PassedOverReason::UnreadableName);
        }
        for entry in &listing.entries {
            let name = &*entry.name;
            let is_folder = matches!(entry.kind, FileKind::Directory | FileKind::Symlink);
            if !is_folder {
                if name.eq_ignore_ascii_case(FILE_NAME) {
                    self.pass_over(path, name, PassedOverReason::OtherCase);
                } else if !name.contains('.')
                    && entry.kind == FileKind::File
                    && self.walked.bare_files.len() < MAX_BARE_FILES
                {
                    self.walked.bare_files.push((path.clone(), name.to_owned()));
                }
                continue;
            }
            // A name from a listing that is none by the path rules can't be looked at.
            let Ok(child) = path.join(name) else {
                self.pass_over(path, name, PassedOverReason::UnreadableName);
                continue;
            };
            if name.starts_with('.') {
                self.pass_over(path, name, PassedOverReason::Hidden);
            } else if entry.kind == FileKind::Directory {
                self.folder(child, depth + 1)?;
            } else if name.eq_ignore_ascii_case(FILE_NAME) {
                self.pass_over(path, name, PassedOverReason::OtherCase);
            } else {
                self.links.push_back(Link {
                    path: child,
                    depth: depth + 1,
                    root: self.root,
                });
            }
        }
        Ok(())
    }

    /// The names in a folder; nothing where it can't be listed, which is told.
    fn names_in(&mut self, path: &RootedPath) -> Result<Option<Listing>, Exceeded> {
        self.ensure_time(path)?;
        let limit = self.limits.names.min(self.names);
        let error = match self.host.listing(path, limit) {
            Ok(listing) => {
                self.names -= listing.entries.len() + listing.not_unicode.len();
                return Ok(Some(listing));
            }
            Err(error) => error,
        };
        match error {
            HostError::TooManyNames { .. } if limit < self.limits.names => {
                self.unread(path.clone(), SearchLimit::Names(self.limits.all_names));
                return Err(Exceeded);
            }
            HostError::TooManyNames { .. } => {
                self.names -= limit;
                self.unread(path.clone(), UnreadFolderReason::TooManyNames(limit));
            }
            error => self.unread(path.clone(), UnreadFolderReason::NotListed(error)),
        }
        Ok(None)
    }

    /// Whether the folder is to be looked into.
    fn enters(&mut self, path: &RootedPath, depth: usize) -> Result<bool, Exceeded> {
        if depth > self.limits.depth {
            if !std::mem::replace(&mut self.told_depth, true) {
                self.unread(path.clone(), SearchLimit::Depth(self.limits.depth));
            }
            return Ok(false);
        }
        if self.seen.contains(path) {
            return Ok(false);
        }
        if self.seen.len() == self.limits.folders {
            self.unread(path.clone(), SearchLimit::Folders(self.limits.folders));
            return Err(Exceeded);
        }
        self.seen.insert(path.clone());
        Ok(true)
    }

    fn ensure_time(&mut self, path: &RootedPath) -> Result<(), Exceeded> {
        if is_over(self.deadline) {
            self.unread(path.clone(), SearchLimit::Time(self.patience));
            return Err(Exceeded);
        }
        Ok(())
    }

    fn found(&mut self, path: RootedPath, metadata: HostResult<Metadata>) {
        self.walked.found.push(Found {
            path,
            metadata,
            root: self.root,
        });
    }

    fn unread(&mut self, path: RootedPath, reason: impl Into<UnreadFolderReason>) {
        let reason = reason.into();
        tracing::debug!(%path, %reason, "folder not looked into");
        self.walked.unread.push(UnreadFolder { path, reason });
    }

    fn pass_over(&mut self, folder: &RootedPath, name: &str, reason: PassedOverReason) {
        let most = self.limits.told;
        self.walked.told.add(most, folder, name, reason);
    }

    /// As [`pass_over`](Self::pass_over), for a folder by its path.
    fn pass_over_folder(&mut self, path: &RootedPath, reason: PassedOverReason) {
        let folder = path.parent();
        let name = path.file_name().unwrap_or_default();
        self.pass_over(folder.as_ref().unwrap_or(path), name, reason);
    }
}

/// The order of a walk: folder by folder, whatever sorts before the separator.
fn in_order(a: &RootedPath, b: &RootedPath) -> std::cmp::Ordering {
    let names = |path: &RootedPath| {
        let separator = if path.os() == Os::Win32 { '\\' } else { '/' };
        path.as_str()
            .split(separator)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    names(a).cmp(&names(b))
}
