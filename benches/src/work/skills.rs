//! Skills on this machine's disk, against reading their folders and a stat of each.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use onhand_declaration::Registry;
use onhand_gate_skill::{Frontmatter, SkillGate, SkillIndex};
use onhand_platform::{MemoryStore, RootedPath};
use onhand_platform_native::NativeHost;
use onhand_resolver::{Evaluator, Resolvers};
use onhand_testkit::catalogue::Entry;
use onhand_testkit::fixtures;

use super::Piece;
use crate::stage::{Stage, here};

const APPLICATIONS: usize = 100;

fn skill(index: usize) -> String {
    format!(
        "---\nname: skill{index}\ndescription: Does what skill {index} does, when it is of use.\n\
         requires_apps: [app{}]\n---\n# Skill\n",
        index % APPLICATIONS
    )
}

/// The folder of as many skills.
pub(super) fn folder<const SKILLS: usize>(stage: &Stage) -> RootedPath {
    let root = format!("skills-{SKILLS}");
    if !stage.path(&root).exists() {
        for index in 0..SKILLS {
            stage.file(&format!("{root}/skill{index}/SKILL.md"), skill(index));
        }
    }
    stage.rooted(&root)
}

/// The applications that skills name. Every other one is there.
pub(super) fn registry(stage: &Stage) -> Registry {
    let registry = Registry::new();
    for index in 0..APPLICATIONS {
        let name = format!("app{index}");
        let at = format!("applications/{name}");
        if index % 2 == 0 {
            stage.file(&at, "");
        }
        let program = Entry::program(here(), &stage.location(&at));
        registry.register(name, Arc::new(program));
    }
    registry
}

/// A look that knows what the skills said when they were read.
pub(super) fn warm<const SKILLS: usize>(stage: &Stage) -> Piece {
    let store = Arc::new(MemoryStore::new());
    refresh::<SKILLS>(stage, move || store.clone())
}

/// A look that reads them all.
pub(super) fn cold<const SKILLS: usize>(stage: &Stage) -> Piece {
    refresh::<SKILLS>(stage, Arc::default)
}

/// `store` makes the store of each look.
fn refresh<const SKILLS: usize>(
    stage: &Stage,
    store: impl Fn() -> Arc<MemoryStore> + 'static,
) -> Piece {
    let (host, resolvers) = (NativeHost::new(), Resolvers::new());
    let (root, registry) = (folder::<SKILLS>(stage), registry(stage));
    let look = move || {
        let gate = SkillGate::new(&registry, Evaluator::new(&host, &resolvers));
        let index = SkillIndex::new(&host, [root.clone()]).with_snapshot(store());
        let skills = index.refresh(&gate);
        assert_eq!(skills.offered.len(), SKILLS / 2);
    };
    look();
    Box::new(look)
}

/// The least that tells whether a skill changed: one folder is read, each skill's folder and file are looked at.
pub(super) fn stats<const SKILLS: usize>(stage: &Stage) -> Piece {
    let root = folder::<SKILLS>(stage);
    Box::new(move || {
        let there = names(Path::new(root.as_str())).filter(|entry| {
            let folder = entry.as_ref().expect("it can be listed").path();
            fs::metadata(&folder).is_ok() && fs::metadata(folder.join("SKILL.md")).is_ok()
        });
        assert_eq!(there.count(), SKILLS);
    })
}

/// By hand: each skill's folder is read, since there may be more in it, and its file is looked at.
pub(super) fn by_hand<const SKILLS: usize>(stage: &Stage) -> Piece {
    let root = folder::<SKILLS>(stage);
    Box::new(move || {
        let there = names(Path::new(root.as_str())).filter(|entry| {
            let folder = entry.as_ref().expect("it can be listed").path();
            names(&folder).count() == 1 && fs::metadata(folder.join("SKILL.md")).is_ok()
        });
        assert_eq!(there.count(), SKILLS);
    })
}

fn names(folder: &Path) -> fs::ReadDir {
    fs::read_dir(folder).expect("it can be listed")
}

pub(super) fn frontmatter(_: &Stage) -> Piece {
    let text = skill(0);
    Box::new(move || assert!(Frontmatter::parse(black_box(text.as_bytes())).is_ok()))
}

/// Aliases that would grow to millions of values.
pub(super) fn frontmatter_bomb(_: &Stage) -> Piece {
    let bomb = fixtures::root().join("skills/tree/malformed/alias-bomb/SKILL.md");
    let text = fs::read(bomb).expect("it is part of the repository");
    Box::new(move || assert!(Frontmatter::parse(black_box(&text)).is_err()))
}
