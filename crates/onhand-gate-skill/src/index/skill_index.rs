//! The index: walks, reads what is new, decides afresh.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use onhand_platform::unseen::escaped;
use onhand_platform::{FileIdentity, InspectHost, Metadata, RootedPath, SnapshotStore};

use super::budget::{LIMITS, Limits, Metered, PATIENCE, deadline, is_over};
use super::link_as_text::names_a_folder;
use super::memory::Memory;
use super::walk::{Found, walk};
use crate::{
    Frontmatter, HiddenReason, HiddenSkill, PassedOverReason, Skill, SkillGate, SkillPass, Skills,
    Spent, UnreadFolder, UnreadFolderReason,
};

/// The skills below some folders of a host.
///
/// A folder with a `SKILL.md` is a skill, and nothing below it is. A linked folder is followed like any other, once:
/// where a folder is met by several links, or in a circle, the others are passed over, and so is a link to what is
/// met without it. What is passed over is told in [`Skills::passed_over`], by name and reason: hidden folders,
/// `skill.md` and the like, skills below a skill, links that lead nowhere, names that no [`RootedPath`] can hold, a file
/// that a checkout left in place of a link.
///
/// # Bounds
/// They hold for a whole look, over all roots: 8 folders deep, 50,000 folders, 50,000 names in one folder and 500,000
/// in all, 128 MiB that are read, 64 MiB that are kept, and [30 seconds](Self::with_patience). A file is read once,
/// however many names lead to it. Of a name and a description as much is given out as the format allows
/// ([`MAX_NAME`], [`MAX_DESCRIPTION`]), and [`Skill::shortened`] says so. What was not reached is told in
/// [`Skills::unread`], with the number of skills that were found and not read; of what was passed over a
/// thousand are told, and the others counted.
///
/// # Cost
/// A `stat` and a `list` for each folder, skill or not; below a skill a `stat` and a `list` for each folder, three levels
/// deep and up to 2,000 names a skill and 500,000 in all: that is how skills below it are told. Where there are links, a
/// `stat` more for each folder and each link; for a small file without an extension beside skills, a `stat`,
/// an `open`, a read and a `stat`. With a
/// [snapshot](Self::with_snapshot) nothing is opened of a skill whose path, size and time of writing are
/// those that were seen when it was read; else what [`Frontmatter::read`] costs. Each application that any
/// skill names is evaluated, once, whether the skill was read or remembered: it comes and goes without a
/// `SKILL.md` changing.
pub struct SkillIndex<H> {
    host: H,
    roots: Vec<RootedPath>,
    store: Option<Arc<dyn SnapshotStore>>,
    patience: Duration,
}

impl<H: InspectHost> SkillIndex<H> {
    /// An index of what is below these folders of `host`, in this order. Costs nothing.
    pub fn new(host: H, roots: impl IntoIterator<Item = RootedPath>) -> Self {
        SkillIndex {
            host,
            roots: roots.into_iter().collect(),
            store: None,
            patience: PATIENCE,
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

    /// The same index, of which no look takes longer than so (30 seconds, if nothing is said), whatever stands below its
    /// roots: what was found and read by then is answered, and [`Skills::unread`] tells where it ended. A host call
    /// that was begun is waited for.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Looks at everything anew.
    #[must_use]
    pub fn refresh(&self, gate: &SkillGate<'_>) -> Skills {
        self.refresh_within(gate, LIMITS)
    }

    fn refresh_within(&self, gate: &SkillGate<'_>, limits: Limits) -> Skills {
        let deadline = deadline(self.patience);
        let began = SystemTime::now();
        let host = Metered::new(&self.host);
        let mut walked = walk(&host, &self.roots, limits, self.patience);
        for (folder, name) in &walked.bare_files {
            if !is_over(deadline) && names_a_folder(&host, folder, name) {
                let told = &mut walked.told;
                told.add(limits.told, folder, name, PassedOverReason::LinkAsText);
            }
        }
        let mut look = Look {
            host: &host,
            memory: Memory::load(self.store.as_deref(), began),
            known: HashMap::new(),
            pass: gate.pass(),
            skills: Skills {
                unread: walked.unread,
                passed_over: walked.told.passed_over,
                passed_over_more: walked.told.more,
                ..Skills::default()
            },
            kept: 0,
        };
        let count = walked.found.len();
        for (index, found) in walked.found.into_iter().enumerate() {
            let spent = if host.bytes() >= limits.bytes {
                Some(Spent::Bytes(limits.bytes))
            } else if look.kept >= limits.kept {
                Some(Spent::Kept(limits.kept))
            } else {
                is_over(deadline).then_some(Spent::Time(self.patience))
            };
            if let Some(why) = spent {
                let skills = count - index;
                look.skills.unread.push(UnreadFolder {
                    path: found.path.parent().unwrap_or(found.path),
                    reason: UnreadFolderReason::SkillsNotRead { skills, why },
                });
                break;
            }
            look.take(found);
        }
        if let Some(store) = &self.store {
            look.memory.save(&**store, &self.roots);
        }
        look.skills
    }
}

/// One look at the skills that were found.
struct Look<'l> {
    host: &'l Metered<'l>,
    memory: Memory,
    /// What was read of each file, by what it is: a file of many names is read once.
    known: HashMap<FileIdentity, Rc<Result<Texts, HiddenReason>>>,
    pass: SkillPass<'l>,
    skills: Skills,
    /// What all that is kept takes up, in bytes.
    kept: usize,
}

/// What a skill takes up beside its texts, in bytes, roughly; and a reason.
const FRAME: usize = 256;

impl Look<'_> {
    fn take(&mut self, found: Found) {
        let Found { path, metadata, .. } = found;
        let texts = match metadata {
            Ok(metadata) => self.texts(&path, &metadata),
            Err(error) => Rc::new(Err(HiddenReason::Unreadable(error))),
        };
        self.kept += FRAME + 2 * path.as_str().len();
        match decide(path, &texts, &mut self.pass) {
            Ok(skill) => {
                let apps = taken(&skill.requires_apps);
                self.kept += skill.name.len() + skill.description.len() + apps;
                self.skills.offered.push(skill);
            }
            Err(hidden) => {
                let apps = hidden.reasons.iter().map(HiddenReason::app);
                let reasons = apps.map(|app| FRAME + app.map_or(0, str::len));
                self.kept += hidden.name.len() + reasons.sum::<usize>();
                self.skills.hidden.push(hidden);
            }
        }
    }

    /// What the file says: as another name of it was read, as it is remembered, or as it tells.
    fn texts(&mut self, path: &RootedPath, metadata: &Metadata) -> Rc<Result<Texts, HiddenReason>> {
        let known = metadata.identity.and_then(|it| self.known.get(&it));
        if let Some(known) = known {
            return Rc::clone(known);
        }
        let texts = Rc::new(self.read(path, metadata));
        if let Some(identity) = metadata.identity {
            self.kept += texts.as_ref().as_ref().map_or(FRAME, Texts::len);
            self.known.insert(identity, Rc::clone(&texts));
        }
        texts
    }

    fn read(&mut self, path: &RootedPath, metadata: &Metadata) -> Result<Texts, HiddenReason> {
        metadata.ensure_file().map_err(HiddenReason::Unreadable)?;
        if let Some(entry) = self.memory.recall(path, metadata) {
            return Ok(Texts::new(
                entry.name,
                entry.description,
                entry.requires_apps,
            ));
        }
        let frontmatter = Frontmatter::read(self.host, path)?;
        self.memory.keep(path, metadata, &frontmatter);
        let Frontmatter {
            name,
            description,
            requires_apps,
            ..
        } = frontmatter;
        Ok(Texts::new(name, description, requires_apps))
    }
}

/// The longest name of a skill that is given out, in characters: what the format allows.
pub const MAX_NAME: usize = 64;

/// The longest description of a skill that is given out, in characters: what the format allows.
pub const MAX_DESCRIPTION: usize = 1024;

/// What the file of a skill says, each text as long as the format allows.
struct Texts {
    name: String,
    description: String,
    requires_apps: Vec<String>,
    shortened: Vec<&'static str>,
}

impl Texts {
    fn new(mut name: String, mut description: String, requires_apps: Vec<String>) -> Self {
        let mut shortened = Vec::new();
        for (key, text, most) in [
            ("name", &mut name, MAX_NAME),
            ("description", &mut description, MAX_DESCRIPTION),
        ] {
            if let Some((last, _)) = text.char_indices().nth(most - 1)
                && text[last..].chars().nth(1).is_some()
            {
                text.truncate(last);
                text.push('…');
                text.shrink_to_fit();
                shortened.push(key);
            }
        }
        Texts {
            name,
            description,
            requires_apps,
            shortened,
        }
    }

    fn len(&self) -> usize {
        FRAME + self.name.len() + self.description.len() + taken(&self.requires_apps)
    }
}

/// What texts take up, in bytes.
fn taken(texts: &[String]) -> usize {
    let each = texts.iter().map(|text| text.len() + size_of::<String>());
    each.sum()
}

/// Whether to offer a skill that was read, or not.
fn decide(
    path: RootedPath,
    read: &Result<Texts, HiddenReason>,
    pass: &mut SkillPass<'_>,
) -> Result<Skill, HiddenSkill> {
    let (name, reasons) = match read {
        Ok(texts) => {
            let reasons = pass.unmet(&texts.requires_apps);
            let name = escaped(&texts.name).into_owned();
            if reasons.is_empty() {
                tracing::debug!(%path, name, "skill offered");
                return Ok(Skill {
                    path,
                    name,
                    description: escaped_lines(&texts.description),
                    requires_apps: texts.requires_apps.clone(),
                    shortened: texts.shortened.clone(),
                });
            }
            (name, reasons)
        }
        Err(reason) => (
            escaped(&folder_name(&path)).into_owned(),
            vec![reason.clone()],
        ),
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
