//! What the tests of this crate share: skills in memory, and applications that are declared in a line.

#![allow(dead_code, reason = "each test file takes what it needs")]

mod frontmatter;
pub(crate) mod snapshot;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use onhand_declaration::{Declaration, Node, Parser, Registry};
use onhand_gate_skill::{HiddenSkill, SkillGate, SkillIndex, Skills};
use onhand_platform::{InspectHost, LocateHost, Os, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, Resolvers};
use onhand_version::{PeResource, Plist, UninstallRegistry};

#[allow(unused_imports, reason = "each test file takes what it needs")]
pub(crate) use frontmatter::{parse, read, told};

pub(crate) fn rooted(path: &str) -> RootedPath {
    RootedPath::new(Os::Linux, path).expect("rooted")
}

pub(crate) fn resolvers() -> Resolvers {
    Resolvers::new()
        .with_version(PeResource)
        .with_version(Plist)
        .with_version(UninstallRegistry)
}

/// The declaration that YAML writes.
pub(crate) fn declaration(yaml: &str) -> Declaration {
    let node = Node::from_yaml(yaml.as_bytes()).expect("YAML");
    let parsed = Parser::new(resolvers().vocabulary()).declaration(&node);
    assert_eq!(parsed.problems, []);
    parsed.declaration.expect("valid")
}

/// Programs of Linux at `/opt/NAME`, each registered under its name.
pub(crate) fn programs<'n>(names: impl IntoIterator<Item = &'n str>) -> Registry {
    let registry = Registry::new();
    for name in names {
        let yaml = format!(
            "app: {{ linux: {{ presence: executable, location: /opt/{name} }} }}\nrequires: {{ app: true }}"
        );
        registry.register(name, Arc::new(declaration(&yaml)));
    }
    registry
}

/// A `SKILL.md` of that name, whose frontmatter has this too.
pub(crate) fn skill(name: &str, more: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}.\n{more}\n---\n# {name}\n")
}

/// Long before any test runs.
pub(crate) fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)
}

/// Skills at `/skills/NAME/SKILL.md` that were written long ago; of each its name and what its frontmatter
/// has beside.
pub(crate) fn machine(skills: &[(&str, &str)]) -> FakeHost {
    skills.iter().fold(
        FakeHost::new(Os::Linux).dir("/skills"),
        |machine, (name, more)| {
            let path = format!("/skills/{name}/SKILL.md");
            machine
                .file(&path, skill(name, more))
                .modified(&path, long_ago())
        },
    )
}

/// What is below `/skills` on one machine, with applications on another.
pub(crate) fn refresh(
    index: &SkillIndex<impl InspectHost>,
    registry: &Registry,
    machine: &dyn InspectHost,
) -> Skills {
    let resolvers = resolvers();
    let gate = SkillGate::new(registry, Evaluator::new(machine, &resolvers));
    index.refresh(&gate)
}

pub(crate) fn index<H: LocateHost + InspectHost>(host: H) -> SkillIndex<H> {
    SkillIndex::new(host, [rooted("/skills")])
}

/// The names of those that are offered.
pub(crate) fn offered(skills: &Skills) -> Vec<&str> {
    skills.offered.iter().map(|skill| &*skill.name).collect()
}

/// Of each that is hidden its name and the codes of its reasons.
pub(crate) fn hidden(skills: &Skills) -> Vec<String> {
    let told = |hidden: &HiddenSkill| format!("{}: {}", hidden.name, codes(hidden));
    skills.hidden.iter().map(told).collect()
}

pub(crate) fn codes(hidden: &HiddenSkill) -> String {
    let codes: Vec<&str> = hidden.reasons.iter().map(|reason| reason.code()).collect();
    codes.join("+")
}
