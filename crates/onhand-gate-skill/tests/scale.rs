//! What many skills cost once they are known.

use std::sync::Arc;

use onhand_gate_skill::SkillIndex;
use onhand_platform::{MemoryStore, Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;

mod support;
use support::{long_ago, programs, refresh, rooted, skill};

const SKILLS: usize = 10_000;
const APPLICATIONS: usize = 100;

#[test]
fn ten_thousand_known_skills_open_nothing_and_ask_for_each_of_their_hundred_applications_once() {
    let apps: Vec<String> = (0..APPLICATIONS).map(|app| format!("app{app}")).collect();
    let registry = programs(apps.iter().map(String::as_str));
    // Every other application is there.
    let applications = apps
        .iter()
        .step_by(2)
        .fold(FakeHost::new(Os::Linux), |host, app| {
            host.file(&format!("/opt/{app}"), b"")
        });
    let skills = (0..SKILLS).fold(FakeHost::new(Os::Linux), |host, index| {
        let path = format!("/skills/skill{index:04}/SKILL.md");
        let text = skill(
            "x",
            &format!("requires_apps: {}", apps[index % APPLICATIONS]),
        );
        host.file(&path, text).modified(&path, long_ago())
    });
    let (skills, applications) = (Recorded::new(skills), Recorded::new(applications));
    let store = Arc::new(MemoryStore::new());
    let index = SkillIndex::new(&skills, [rooted("/skills")]).with_snapshot(store);

    let cold = refresh(&index, &registry, &applications);
    assert_eq!(skills.count(Operation::Open), SKILLS);
    assert_eq!(
        (cold.offered.len(), cold.hidden.len()),
        (SKILLS / 2, SKILLS / 2)
    );
    let _ = (skills.take_calls(), applications.take_calls());

    let warm = refresh(&index, &registry, &applications);
    assert_eq!(warm, cold);
    // The folder, first as a skill, and each skill: looked at, for what is below it too, and none opened.
    assert_eq!(skills.count(Operation::Stat), 1 + SKILLS);
    assert_eq!(skills.count(Operation::List), 1 + SKILLS);
    assert_eq!(skills.take_calls().len(), 2 * (1 + SKILLS));
    assert_eq!(applications.count(Operation::Stat), APPLICATIONS);
    assert_eq!(applications.take_calls().len(), APPLICATIONS);
}
