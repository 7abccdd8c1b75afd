//! Finds the skills below a folder by their metadata alone.

use std::collections::HashSet;

use onhand_platform::{FileKind, HostError, HostResult, LocateHost, Metadata, RootedPath};

use crate::UnreadFolder;

/// The file that makes a folder a skill.
const FILE_NAME: &str = "SKILL.md";

/// Why a folder was not looked into.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwalked {
    /// The host can't list it.
    #[error("the folder can't be listed: {0}")]
    Unlisted(HostError),
    /// It holds more names than are listed of one folder.
    #[error("the folder holds more than {0} names")]
    TooFull(usize),
    /// It stands deeper below its root than is looked. Others may, too: one is told.
    #[error("the search ends here, and maybe elsewhere: it goes {0} folders deep")]
    TooDeep(usize),
    /// So many folders were looked into before. Nothing behind it was.
    #[error("the search ends here: it looks into {0} folders")]
    TooMany(usize),
}

/// What a walk may cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// How many folders deep it goes below a root.
    pub(super) depth: usize,
    /// How many folders it looks into, skills among them.
    pub(super) folders: usize,
    /// How many names one folder may hold.
    pub(super) names: usize,
}

pub(super) const LIMITS: Limits = Limits {
    depth: 8,
    folders: 50_000,
    names: 50_000,
};

/// A `SKILL.md`, and what the host says of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) path: RootedPath,
    pub(super) metadata: HostResult<Metadata>,
}

/// Everything below the roots.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Walked {
    pub(super) found: Vec<Found>,
    pub(super) unread: Vec<UnreadFolder>,
}

/// Looks below each root, in their order, names in order. A folder is looked into once.
pub(super) fn walk(host: &dyn LocateHost, roots: &[RootedPath], limits: Limits) -> Walked {
    let mut walk = Walk {
        host,
        limits,
        walked: Walked::default(),
        seen: HashSet::new(),
        told_depth: false,
    };
    for root in roots {
        if walk.folder(root.clone(), 0).is_err() {
            break;
        }
    }
    walk.walked
}

struct Walk<'h> {
    host: &'h dyn LocateHost,
    limits: Limits,
    walked: Walked,
    seen: HashSet<RootedPath>,
    told_depth: bool,
}

/// No more folders may be looked into.
struct Exceeded;

impl Walk<'_> {
    /// A folder that is a skill costs one `stat`, any other a `stat` and a `list`.
    fn folder(&mut self, path: RootedPath, depth: usize) -> Result<(), Exceeded> {
        if !self.enters(&path, depth)? {
            return Ok(());
        }
        let Ok(file) = path.join(FILE_NAME) else {
            return Ok(());
        };
        let metadata = self.host.stat(&file);
        if metadata.is_ok() {
            self.skill(file, metadata);
            return Ok(());
        }
        let entries = match self.host.list(&path, self.limits.names) {
            Ok(entries) => entries,
            Err(error) => {
                let reason = match error {
                    HostError::TooLarge { .. } => Unwalked::TooFull(self.limits.names),
                    error => Unwalked::Unlisted(error),
                };
                self.unread(path, reason);
                return Ok(());
            }
        };
        // It is there and can't be looked at: a link that leads nowhere, or no permission.
        if entries.iter().any(|entry| entry.name == FILE_NAME) {
            self.skill(file, metadata);
            return Ok(());
        }
        for entry in entries {
            // A name from a listing that is none by the path rules can't be looked at.
            let child = match path.join(&entry.name) {
                Ok(child) => child,
                Err(violation) => {
                    tracing::debug!(%path, name = ?entry.name, %violation, "skipped");
                    continue;
                }
            };
            if entry.name.starts_with('.') {
                tracing::debug!(path = %child, "skipped: hidden");
                continue;
            }
            match entry.kind {
                FileKind::Directory => self.folder(child, depth + 1)?,
                FileKind::Symlink => self.link(child, depth + 1)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A link may lead to a skill. What else it leads to is not entered, so that no walk ends in a
    /// circle.
    fn link(&mut self, path: RootedPath, depth: usize) -> Result<(), Exceeded> {
        if !self.enters(&path, depth)? {
            return Ok(());
        }
        let Ok(file) = path.join(FILE_NAME) else {
            return Ok(());
        };
        match self.host.stat(&file) {
            Ok(metadata) => self.skill(file, Ok(metadata)),
            Err(HostError::NotFound) => tracing::debug!(%path, "skipped: a link to no skill"),
            Err(error) => self.unread(path, Unwalked::Unlisted(error)),
        }
        Ok(())
    }

    /// Whether the folder is to be looked into.
    fn enters(&mut self, path: &RootedPath, depth: usize) -> Result<bool, Exceeded> {
        if depth > self.limits.depth {
            if !std::mem::replace(&mut self.told_depth, true) {
                self.unread(path.clone(), Unwalked::TooDeep(self.limits.depth));
            }
            return Ok(false);
        }
        if self.seen.contains(path) {
            return Ok(false);
        }
        if self.seen.len() == self.limits.folders {
            self.unread(path.clone(), Unwalked::TooMany(self.limits.folders));
            return Err(Exceeded);
        }
        self.seen.insert(path.clone());
        Ok(true)
    }

    fn skill(&mut self, path: RootedPath, metadata: HostResult<Metadata>) {
        self.walked.found.push(Found { path, metadata });
    }

    fn unread(&mut self, path: RootedPath, reason: Unwalked) {
        tracing::debug!(%path, %reason, "folder not looked into");
        self.walked.unread.push(UnreadFolder { path, reason });
    }
}

#[cfg(test)]
mod tests {
    use onhand_platform::{Operation, Os, Recorded};
    use onhand_platform_fake::{FakeHost, Fault};

    use super::*;

    fn rooted(path: &str) -> RootedPath {
        RootedPath::new(Os::Linux, path).expect("rooted")
    }

    /// What is found below `/s`: each folder of a skill, and each that was not looked into with why.
    fn walk_within(host: &dyn LocateHost, limits: Limits) -> Vec<String> {
        let walked = walk(host, &[rooted("/s")], limits);
        let skills = walked.found.iter().map(|found| {
            let folder = found.path.as_str().strip_suffix("/SKILL.md");
            let way = folder.expect("it is one").trim_start_matches("/s/");
            match &found.metadata {
                Ok(_) => way.to_owned(),
                Err(error) => format!("{way}: {error}"),
            }
        });
        let unread = walked.unread.iter();
        let unread = unread.map(|folder| format!("{}: {}", folder.path, folder.reason));
        skills.chain(unread).collect()
    }

    fn skills(host: FakeHost) -> Vec<String> {
        walk_within(&host, LIMITS)
    }

    #[test]
    fn a_folder_with_the_file_is_a_skill_and_nothing_below_it_is_looked_at() {
        let host = Recorded::new(
            FakeHost::new(Os::Linux)
                .file("/s/b/SKILL.md", "")
                .file("/s/b/below/SKILL.md", "")
                .file("/s/a/x/SKILL.md", "")
                .file("/s/a/README.md", "")
                .file("/s/.git/SKILL.md", "")
                .file("/s/c/skill.md", "")
                .file("/s/notes.txt", "")
                .dir("/s/empty"),
        );
        assert_eq!(walk_within(&host, LIMITS), ["a/x", "b"]);
        // `/s`, `a`, `c` and `empty` are listed; the two skills are not.
        assert_eq!(host.count(Operation::List), 4);
        assert_eq!(host.count(Operation::Stat), 6);
    }

    #[test]
    fn a_root_may_be_a_skill_itself() {
        let host = FakeHost::new(Os::Linux).file("/s/SKILL.md", "");
        assert_eq!(walk(&host, &[rooted("/s")], LIMITS).found.len(), 1);
    }

    #[test]
    fn roots_keep_their_order_and_what_two_share_is_found_once() {
        let host = FakeHost::new(Os::Linux)
            .file("/s/a/SKILL.md", "")
            .file("/t/b/SKILL.md", "");
        let roots = ["/t", "/s", "/t", "/s/a"].map(rooted);
        let walked = walk(&host, &roots, LIMITS);
        let paths: Vec<&str> = walked
            .found
            .iter()
            .map(|found| found.path.as_str())
            .collect();
        assert_eq!(paths, ["/t/b/SKILL.md", "/s/a/SKILL.md"]);
    }

    #[test]
    fn a_link_may_lead_to_a_skill_and_to_nothing_else() {
        let host = FakeHost::new(Os::Linux)
            .file("/elsewhere/one/SKILL.md", "")
            .file("/elsewhere/text", "")
            .symlink("/s/linked", "/elsewhere/one")
            .symlink("/s/group", "/elsewhere")
            .symlink("/s/circle", "/s")
            .symlink("/s/file", "/elsewhere/text")
            .symlink("/s/nowhere", "/elsewhere/gone");
        assert_eq!(skills(host), ["linked"]);
    }

    #[test]
    fn a_file_that_is_there_and_can_not_be_looked_at_is_a_skill() {
        let host = FakeHost::new(Os::Linux)
            .symlink("/s/dangling/SKILL.md", "/gone")
            .file("/s/secret/SKILL.md", "")
            .fault("/s/secret/SKILL.md", Fault::PermissionDenied);
        assert_eq!(
            skills(host),
            ["dangling: not found", "secret: permission denied"]
        );
    }

    #[test]
    fn a_folder_that_can_not_be_listed_takes_nothing_else_down() {
        let host = FakeHost::new(Os::Linux)
            .file("/s/a/SKILL.md", "")
            .file("/s/b/hidden/SKILL.md", "")
            .fault("/s/b", Fault::PermissionDenied)
            .file("/s/c/SKILL.md", "");
        assert_eq!(
            skills(host),
            [
                "a",
                "c",
                "/s/b: the folder can't be listed: permission denied"
            ]
        );
        assert_eq!(
            skills(FakeHost::new(Os::Linux)),
            ["/s: the folder can't be listed: not found"]
        );
    }

    #[test]
    fn a_walk_that_costs_too_much_ends_and_keeps_what_it_found() {
        let host = FakeHost::new(Os::Linux)
            .file("/s/a/SKILL.md", "")
            .file("/s/b/c/d/SKILL.md", "")
            .file("/s/b/e/f/SKILL.md", "")
            .file("/s/g/SKILL.md", "");
        assert_eq!(
            walk_within(&host, Limits { depth: 2, ..LIMITS }),
            [
                "a",
                "g",
                "/s/b/c/d: the search ends here, and maybe elsewhere: it goes 2 folders deep"
            ]
        );
        assert_eq!(
            walk_within(
                &host,
                Limits {
                    folders: 4,
                    ..LIMITS
                }
            ),
            [
                "a",
                "/s/b/c/d: the search ends here: it looks into 4 folders"
            ]
        );
        assert_eq!(
            walk_within(&host, Limits { names: 2, ..LIMITS }),
            ["/s: the folder holds more than 2 names"]
        );
    }
}
