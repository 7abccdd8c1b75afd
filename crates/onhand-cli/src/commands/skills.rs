//! `onhand skills`: which agent skills can be offered, and what would show the others.
//!
//! The skills are this machine's. Their applications are looked for on the machine that is asked.

use std::path::Path;
use std::sync::Arc;

use onhand::declaration::{Parser, Registry};
use onhand::gate_skill::{Reason, SkillGate, SkillIndex, Skills};
use onhand::platform::{LocateHost as _, Recorded, RootedPath};
use onhand::platform_native::NativeHost;
use onhand::resolver::{Evaluator, Resolvers};

use super::{asking, place, read};
use crate::args::SkillsArgs;
use crate::declared::{Declared, FileProblem, Reading};
use crate::json;
use crate::output::Output;
use crate::render;

/// What became of one skill.
pub(crate) struct Answered {
    /// Its name; that of its folder where its frontmatter doesn't tell.
    pub(crate) name: String,
    /// Its folder: the one that the user named, and the way from there.
    pub(crate) folder: String,
    /// Why it is hidden; nothing where it is offered.
    pub(crate) reasons: Vec<Reason>,
}

impl Answered {
    /// Whether it is offered.
    pub(crate) fn is_offered(&self) -> bool {
        self.reasons.is_empty()
    }
}

pub(super) fn run(args: &SkillsArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.machine, &args.format) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    let mut reading = if args.declarations.is_empty() {
        Reading::of_catalogue(Parser::new(resolvers.vocabulary()))
    } else {
        read(&args.declarations, resolvers)
    };
    let registry = registered(std::mem::take(&mut reading.declared));
    // Each call is an event: that is what `-vv` shows.
    let (disk, host) = (
        Recorded::new(NativeHost::new()),
        Recorded::new(machine.host()),
    );
    let mut named = Vec::new();
    for folder in &args.folders {
        let name = folder.display().to_string();
        match place::rooted(disk.os(), folder) {
            Ok(root) => named.push((root, folder.as_path())),
            Err(reason) => reading.problems.push(FileProblem::unreadable(name, reason)),
        }
    }
    let index = SkillIndex::new(&disk, named.iter().map(|(root, _)| root.clone()));
    let skills = index.refresh(&SkillGate::new(&registry, Evaluator::new(&host, resolvers)));
    reading.problems.extend(unread(&skills, &named));
    let answered = answered(skills, &named);
    asking::answered(
        &reading,
        true,
        &args.format,
        || json::skills(host.os(), &answered, &reading.problems),
        || render::skills(&machine, &reading, &answered),
    )
}

/// The declarations by their names, of which the first counts.
fn registered(declared: Vec<Declared>) -> Registry {
    let registry = Registry::new();
    for declared in declared {
        if registry.lookup(&declared.name).is_some() {
            tracing::debug!(
                name = declared.name,
                source = declared.source,
                "declared before"
            );
            continue;
        }
        registry.register(declared.name, Arc::new(declared.declaration));
    }
    registry
}

/// What stands in the way of knowing all skills: folders and files that can't be read.
fn unread(skills: &Skills, named: &[(RootedPath, &Path)]) -> Vec<FileProblem> {
    let folders = skills
        .unread
        .iter()
        .map(|folder| (&folder.path, folder.reason.to_string()));
    let files = skills.hidden.iter().filter_map(|hidden| {
        let mut reasons = hidden.reasons.iter();
        let reason = reasons.find(|reason| matches!(reason, Reason::Unreadable(_)))?;
        Some((&hidden.path, reason.to_string()))
    });
    folders
        .chain(files)
        .map(|(path, reason)| FileProblem::unreadable(way(path, named), reason))
        .collect()
}

/// Those that are offered, then those that are hidden.
fn answered(skills: Skills, named: &[(RootedPath, &Path)]) -> Vec<Answered> {
    let folder = |file: &RootedPath| {
        let folder = file.parent();
        way(folder.as_ref().unwrap_or(file), named)
    };
    let offered = skills.offered.into_iter().map(|skill| Answered {
        folder: folder(&skill.path),
        name: skill.name,
        reasons: Vec::new(),
    });
    let hidden = skills.hidden.into_iter().map(|hidden| Answered {
        folder: folder(&hidden.path),
        name: hidden.name,
        reasons: hidden.reasons,
    });
    offered.chain(hidden).collect()
}

/// The path as the user would write it: from the folder that they named.
fn way(path: &RootedPath, named: &[(RootedPath, &Path)]) -> String {
    let absolute = Path::new(path.as_str());
    for (root, name) in named {
        match absolute.strip_prefix(root.as_str()) {
            Ok(way) if way.as_os_str().is_empty() => return name.display().to_string(),
            Ok(way) => return name.join(way).display().to_string(),
            Err(_) => {}
        }
    }
    path.to_string()
}
