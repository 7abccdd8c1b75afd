//! What a look reads and keeps, counted.

use onhand_declaration::Registry;
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, Resolvers};

use super::*;

/// Ten skills, each of which names ten applications that nobody declares.
fn skills() -> FakeHost {
    let apps: Vec<String> = (0..10).map(|app| format!("app{app}")).collect();
    let apps = apps.join(", ");
    (0..10).fold(FakeHost::new(Os::Linux), |host, i| {
        let text = format!(
            "---\nname: s{i}\ndescription: Does.\nrequires_apps: [{apps}]\n---\n{}",
            "x".repeat(3_000)
        );
        host.file(&format!("/s/{i}/SKILL.md"), text)
    })
}

/// How many skills were answered and opened, and what is told of the others.
fn look(limits: Limits) -> (usize, usize, Vec<String>) {
    let host = Recorded::new(skills());
    let (registry, resolvers) = (Registry::new(), Resolvers::new());
    let root = RootedPath::new(Os::Linux, "/s").expect("rooted");
    let index = SkillIndex::new(&host, [root]);
    let gate = SkillGate::new(&registry, Evaluator::new(host.inner(), &resolvers));
    let skills = index.refresh_within(&gate, limits);
    let told = skills.unread.iter();
    let told = told.map(|folder| format!("{}: {}", folder.path, folder.reason));
    let opened = host.count(Operation::Open);
    (skills.hidden.len(), opened, told.collect())
}

#[test]
fn the_bytes_of_all_skills_together_are_bounded_and_the_rest_is_counted() {
    let all = LIMITS;
    assert_eq!(look(all), (10, 10, Vec::new()));
    let (answered, opened, told) = look(Limits {
        bytes: 6_000,
        ..all
    });
    assert_eq!((answered, opened), (2, 2));
    assert_eq!(
        told,
        ["/s/2: from here on 8 skills were not read: no more than 6000 bytes are read"]
    );
}

#[test]
fn what_is_kept_of_all_skills_together_is_bounded_too() {
    // Ten reasons a skill.
    let limits = Limits {
        kept: 10_000,
        ..LIMITS
    };
    let (answered, opened, told) = look(limits);
    assert!((2..6).contains(&answered), "{answered}");
    assert_eq!(opened, answered);
    let rest = format!("from here on {} skills were not read", 10 - answered);
    assert!(told[0].contains(&rest), "{told:?}");
}
