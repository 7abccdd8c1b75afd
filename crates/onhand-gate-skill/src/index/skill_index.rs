//! The index: walks, reads what is new, decides afresh.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use onhand_platform::unseen::escaped;
use onhand_platform::{InspectHost, Metadata, RootedPath, SnapshotStore};

use super::memory::Memory;
use super::walk::{Found, LIMITS, walk};
use crate::{Frontmatter, HiddenSkill, Reason, Skill, SkillGate, SkillPass, Skills};

/// The skills below some folders of a host.
///
/// A folder with a `SKILL.md` is a skill, and nothing below it is looked at. Hidden folders are skipped; a link may
/// lead to a skill, and to nothing else, so that no walk ends in a circle. It goes 8 folders deep, looks
/// into 50,000 folders, and lists those of at most 50,000 names; what it doesn't reach is told. A folder whose
/// name no [`RootedPath`] can hold (not Unicode, a control character) is skipped.
///
/// # Cost
/// A `stat` for each skill, a `stat` and a `list` for each other folder. With a
/// [snapshot](Self::with_snapshot) nothing is opened of a skill whose path, size and time of writing are
/// those that were seen when it was read; else what [`Frontmatter::read`] costs. Each application that any
/// skill names is evaluated, once, whether the skill was read or remembered: it comes and goes without a
/// `SKILL.md` changing.
pub struct SkillIndex<H> {
    host: H,
    roots: Vec<RootedPath>,
    store: Option<Arc<dyn SnapshotStore>>,
}

impl<H: InspectHost> SkillIndex<H> {
    /// An index of what is below these folders of `host`, in this order. Costs nothing.
    pub fn new(host: H, roots: impl IntoIterator<Item = RootedPath>) -> Self {
        SkillIndex {
            host,
            roots: roots.into_iter().collect(),
            store: None,
        }
    }

    /// The same index, which keeps in `store` what it reads.
    ///
    /// One store serves any roots, and programs that use it at once lose nothing by it: each adds what it
    /// read and takes out what it found gone. A snapshot that is torn, too large, of another version or not
    /// ours is replaced. Skills whose frontmatter is malformed are not in it, nor are those whose texts exceed
    /// 8 KiB, nor those that were written less than two seconds before they were read, since they might change
    /// and look the same.
    ///
    /// What stands in the store is believed for a file of that path, size and time: nothing is opened, so
    /// nothing contradicts it. Whoever can write the store can thus have a skill that is there offered
    /// whatever it requires, under another name and description; they can't add a skill, nor have an application
    /// count that is not there. So keep the store where this user alone writes, in their cache folder, and
    /// never in a folder that came with the skills.
    #[must_use]
    pub fn with_snapshot(mut self, store: Arc<dyn SnapshotStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Looks at everything anew.
    #[must_use]
    pub fn refresh(&self, gate: &SkillGate<'_>) -> Skills {
        let began = SystemTime::now();
        let walked = walk(&self.host, &self.roots, LIMITS);
        let mut memory = Memory::load(self.store.as_deref(), began);
        let mut pass = gate.pass();
        let mut skills = Skills {
            unread: walked.unread,
            ..Skills::default()
        };
        for Found { path, metadata } in walked.found {
            let read = metadata
                .map_err(Reason::Unreadable)
                .and_then(|metadata| self.read(&path, &metadata, &mut memory));
            match decide(path, read, &mut pass) {
                Ok(skill) => skills.offered.push(skill),
                Err(hidden) => skills.hidden.push(hidden),
            }
        }
        if let Some(store) = &self.store {
            memory.save(&**store, &self.roots);
        }
        skills
    }

    /// The skill as it is remembered, or as its file tells.
    fn read(
        &self,
        path: &RootedPath,
        metadata: &Metadata,
        memory: &mut Memory,
    ) -> Result<Skill, Reason> {
        metadata.ensure_file().map_err(Reason::Unreadable)?;
        if let Some(entry) = memory.recall(path, metadata) {
            return Ok(Skill {
                path: path.clone(),
                name: entry.name.clone(),
                description: entry.description.clone(),
                requires_apps: entry.requires_apps.clone(),
            });
        }
        let frontmatter = Frontmatter::read(&self.host, path)?;
        memory.keep(path, metadata, &frontmatter);
        Ok(Skill {
            path: path.clone(),
            name: frontmatter.name,
            description: frontmatter.description,
            requires_apps: frontmatter.requires_apps,
        })
    }
}

/// Whether to offer a skill that was read, or not.
fn decide(
    path: RootedPath,
    read: Result<Skill, Reason>,
    pass: &mut SkillPass<'_>,
) -> Result<Skill, HiddenSkill> {
    let (name, reasons) = match read {
        Ok(mut skill) => {
            let reasons = pass.unmet(&skill.requires_apps);
            skill.name = escaped(&skill.name).into_owned();
            if reasons.is_empty() {
                skill.description = escaped_lines(&skill.description);
                tracing::debug!(%path, name = skill.name, "skill offered");
                return Ok(skill);
            }
            (skill.name, reasons)
        }
        Err(reason) => (escaped(&folder_name(&path)).into_owned(), vec![reason]),
    };
    tracing::debug!(%path, name, ?reasons, "skill hidden");
    Err(HiddenSkill {
        path,
        name,
        reasons,
    })
}

/// A text of several lines, fit for a model. What is remembered of a skill is what its file says.
fn escaped_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(escaped).collect();
    lines.join("\n")
}

/// How people call a skill that doesn't say its name.
fn folder_name(file: &RootedPath) -> String {
    let folder = file.parent();
    let name = folder.as_ref().and_then(|folder| folder.file_name());
    name.unwrap_or(file.as_str()).to_owned()
}

impl<H: InspectHost> fmt::Debug for SkillIndex<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillIndex")
            .field("os", &self.host.os())
            .field("roots", &self.roots)
            .field("snapshot", &self.store.is_some())
            .finish()
    }
}
