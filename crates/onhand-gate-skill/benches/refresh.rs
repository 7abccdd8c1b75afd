//! What a look at many skills costs beyond the disk's own calls: a machine in memory answers at once.
//!
//! `cargo bench -p onhand-gate-skill`

#![allow(missing_docs, reason = "the macro makes items of its own")]

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use divan::{Bencher, black_box};
use onhand_declaration::{Os, Registry};
use onhand_gate_skill::{Frontmatter, SkillGate, SkillIndex};
use onhand_platform::{MemoryStore, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, Resolvers};
use onhand_testkit::catalogue::Entry;

fn main() {
    divan::main();
}

const SKILLS: usize = 10_000;
const APPLICATIONS: usize = 100;

fn skill(index: usize) -> String {
    format!(
        "---\nname: skill{index}\ndescription: Does what skill {index} does, when it is of use.\n\
         requires_apps: [app{}]\n---\n# Skill\n",
        index % APPLICATIONS
    )
}

/// As many skills, and of the applications that they name every other one.
fn machine() -> FakeHost {
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let applications = (0..APPLICATIONS)
        .step_by(2)
        .fold(FakeHost::new(Os::Linux), |host, index| {
            host.file(&format!("/opt/app{index}"), b"")
        });
    (0..SKILLS).fold(applications, |host, index| {
        let path = format!("/skills/skill{index}/SKILL.md");
        host.file(&path, skill(index)).modified(&path, long_ago)
    })
}

fn registry() -> Registry {
    let registry = Registry::new();
    for index in 0..APPLICATIONS {
        let name = format!("app{index}");
        let program = Entry::program(Os::Linux, &format!("/opt/{name}"));
        registry.register(name, Arc::new(program));
    }
    registry
}

/// Looks at 10,000 skills that name 100 applications; `store` makes the store of each look.
fn refresh(bencher: Bencher<'_, '_>, store: impl Fn() -> Arc<MemoryStore>) {
    let (machine, registry, resolvers) = (machine(), registry(), Resolvers::new());
    let root = RootedPath::new(Os::Linux, "/skills").expect("rooted");
    let gate = SkillGate::new(&registry, Evaluator::new(&machine, &resolvers));
    let index = |store| SkillIndex::new(&machine, [root.clone()]).with_snapshot(store);
    let _ = index(store()).refresh(&gate);
    bencher.bench_local(|| {
        let skills = index(store()).refresh(&gate);
        assert_eq!(skills.offered.len(), SKILLS / 2);
    });
}

#[divan::bench(sample_count = 10)]
fn ten_thousand_skills_by_a_warm_snapshot(bencher: Bencher<'_, '_>) {
    let store = Arc::new(MemoryStore::new());
    refresh(bencher, || store.clone());
}

#[divan::bench(sample_count = 10)]
fn ten_thousand_skills_that_nobody_has_read(bencher: Bencher<'_, '_>) {
    refresh(bencher, Arc::default);
}

#[divan::bench]
fn a_frontmatter(bencher: Bencher<'_, '_>) {
    let text = skill(0);
    bencher.bench_local(|| Frontmatter::parse(black_box(text.as_bytes())));
}

#[divan::bench]
fn an_alias_bomb_of_385_bytes(bencher: Bencher<'_, '_>) {
    let bomb = include_bytes!("../../../fixtures/skills/tree/malformed/alias-bomb/SKILL.md");
    bencher.bench_local(|| Frontmatter::parse(black_box(bomb)));
}
