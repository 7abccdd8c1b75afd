//! `onhand skills`: which agent skills can be offered, and what would show the others.
//!
//! The skills are this machine's. Their applications are looked for on the machine that is asked.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use onhand::declaration::{InvalidDeclaration, Registry, SharedRequirements};
use onhand::document::Problem;
use onhand::gate_skill::{
    HiddenReason, PassedOverReason, SkillGate, SkillIndex, Skills, UnreadFolderReason,
};
use onhand::platform::{HostError, LocateHost as _, Recorded, RootedPath, excerpt};
use onhand::platform_native::NativeHost;
use onhand::resolver::{Evaluator, Resolvers};

use super::{asking, place};
use crate::answers::{AnsweredSkill, Answers, FileProblem, FileRule, WhyHidden};
use crate::args::SkillsArgs;
use crate::files::PassedOverName;
use crate::json;
use crate::output::Output;
use crate::reading::Reading;
use crate::render;

pub(super) fn run(args: &SkillsArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.asking) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    let mut reading = asking::read_or_catalogue(&args.declarations, resolvers);
    let registry = registered(&mut reading);
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
    let gate = SkillGate::new(&registry, Evaluator::new(&host, resolvers));
    let gate = if args.require_presence {
        gate.requiring_presence()
    } else {
        gate
    };
    let skills = index.refresh(&gate);
    reading.problems.extend(unread(&skills, &named));
    for passed_over in &skills.passed_over {
        let name = shown(&way(&passed_over.folder, &named), &passed_over.name);
        reading.problems.passed_over.add(PassedOverName {
            name,
            code: passed_over.reason.code(),
            reason: match &passed_over.reason {
                PassedOverReason::SameFolder(first) => {
                    format!("the same folder as `{}`", way(first, &named))
                }
                reason => reason.to_string(),
            },
        });
    }
    let untold = skills.passed_over_more;
    reading.problems.passed_over.add_untold(untold);
    let catalogue = LazyCell::new(|| asking::read_or_catalogue(&[], resolvers));
    // Without `--with` no name of the catalogue is unknown.
    let knows = |app: &str| catalogue.declared.iter().any(|known| known.name == app);
    let answers = Answers {
        machine: machine.asked(),
        results: answered(skills, &named, &knows),
        problems: reading.problems,
    };
    asking::answered(
        &answers,
        true,
        &args.asking.format,
        json::skills,
        render::skills,
    )
}

/// The declarations by their names, taken out of the reading. Of those of one name one counts, and the reading
/// is told of the others: the first with errors, so that no gate is left open, else the first.
fn registered(reading: &mut Reading) -> Registry {
    let invalid = std::mem::take(&mut reading.invalid).into_iter();
    let invalid = invalid.map(|it| {
        (
            it.name,
            it.source,
            Arc::new(InvalidDeclaration) as SharedRequirements,
        )
    });
    let valid = std::mem::take(&mut reading.declared).into_iter();
    let valid = valid.map(|it| {
        (
            it.name,
            it.source,
            Arc::new(it.declaration) as SharedRequirements,
        )
    });
    let registry = Registry::new();
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for (name, source, registered) in invalid.chain(valid) {
        match sources.get(&name) {
            Some(counts) => reading.problems.push(declared_twice(&name, counts, source)),
            None => {
                registry.register(name.clone(), registered);
                sources.insert(name, source);
            }
        }
    }
    registry
}

fn declared_twice(name: &str, counts: &str, source: String) -> FileProblem {
    let name = excerpt(name, 60);
    FileProblem {
        file: source,
        problem: Problem::new(
            FileRule::DeclaredTwice,
            format!("`{name}` is also declared in `{counts}`, and that declaration counts"),
        ),
        text: None,
    }
}

/// What stands in the way of knowing all skills: folders and files that can't be read.
fn unread(skills: &Skills, named: &[(RootedPath, &Path)]) -> Vec<FileProblem> {
    let folders = skills.unread.iter().map(|folder| {
        let mut problem =
            FileProblem::unreadable(way(&folder.path, named), folder.reason.to_string());
        if folder.reason == UnreadFolderReason::NotListed(HostError::NotADirectory) {
            problem.problem.hint = Some("give the folder that holds it".to_owned());
        }
        problem
    });
    let files = skills.hidden.iter().filter_map(|hidden| {
        let mut reasons = hidden.reasons.iter();
        let reason = reasons.find(|reason| matches!(reason, HiddenReason::Unreadable(_)))?;
        let name = way(&hidden.path, named);
        Some(FileProblem::unreadable(name, reason.to_string()))
    });
    folders.chain(files).collect()
}

/// Those that are offered, then those that are hidden. `knows` says whether the catalogue has an application.
fn answered(
    skills: Skills,
    named: &[(RootedPath, &Path)],
    knows: &dyn Fn(&str) -> bool,
) -> Vec<AnsweredSkill> {
    let folder = |file: &RootedPath| {
        let folder = file.parent();
        way(folder.as_ref().unwrap_or(file), named)
    };
    let offered = skills.offered.into_iter().map(|skill| AnsweredSkill {
        folder: folder(&skill.path),
        name: skill.name,
        shortened: skill.shortened,
        reasons: Vec::new(),
    });
    let hidden = skills.hidden.into_iter().map(|hidden| AnsweredSkill {
        folder: folder(&hidden.path),
        name: hidden.name,
        shortened: Vec::new(),
        reasons: hidden
            .reasons
            .into_iter()
            .map(|reason| WhyHidden {
                remedy: remedy(&reason, knows),
                reason,
            })
            .collect(),
    });
    offered.chain(hidden).collect()
}

fn remedy(reason: &HiddenReason, knows: &dyn Fn(&str) -> bool) -> String {
    let remedy = reason.what_would_show_it();
    match reason {
        HiddenReason::UnknownApp { app, .. } if knows(app) => {
            format!("{remedy}; the built-in catalogue declares it, but is not used with `--with`")
        }
        _ => remedy,
    }
}

/// A name in a folder.
fn shown(folder: &str, name: &str) -> String {
    Path::new(folder).join(name).display().to_string()
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
