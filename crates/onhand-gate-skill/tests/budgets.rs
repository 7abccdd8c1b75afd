//! What skills that are made to cost much cost.

use std::sync::Arc;
use std::time::Duration;

use onhand_declaration::Registry;
use onhand_gate_skill::{
    MAX_DESCRIPTION, MAX_NAME, PassedOverReason, SkillIndex, UnreadFolderReason,
};
use onhand_platform::{MemoryStore, Operation, Os, Recorded, SearchLimit, SnapshotStore};
use onhand_platform_fake::FakeHost;

mod support;
use support::{index, long_ago, machine, offered, refresh, rooted, skill};

#[test]
fn a_file_of_many_names_is_read_once() {
    let text = format!("---\nname: one\ndescription: {}\n---\n", "x".repeat(60_000));
    let host = (0..500).fold(
        FakeHost::new(Os::Linux).file("/skills/s000/SKILL.md", text),
        |host, i| match i {
            0 => host,
            _ => host.hard_link(
                &format!("/skills/s{i:03}/SKILL.md"),
                "/skills/s000/SKILL.md",
            ),
        },
    );
    let host = Recorded::new(host.modified("/skills/s000/SKILL.md", long_ago()));
    let store = Arc::new(MemoryStore::new());
    let index = index(&host).with_snapshot(store.clone());
    for opened in [1, 1] {
        let skills = refresh(&index, &Registry::new(), host.inner());
        assert_eq!(offered(&skills).len(), 500);
        assert_eq!(host.count(Operation::Open), opened);
        assert!(host.count(Operation::Read) <= 5);
        let _ = host.take_calls();
    }
}

#[test]
fn longer_texts_than_the_format_allows_are_cut_and_said() {
    let name = "n".repeat(MAX_NAME);
    let description = "ä".repeat(MAX_DESCRIPTION);
    let text = |name: &str, description: &str| {
        format!("---\nname: {name}\ndescription: {description}\n---\n")
    };
    let host = FakeHost::new(Os::Linux)
        .file("/skills/fits/SKILL.md", text(&name, &description))
        .file(
            "/skills/over/SKILL.md",
            text(&format!("{name}n"), &format!("{description}ä")),
        );
    let skills = refresh(&index(&host), &Registry::new(), &host);
    let [fits, over] = &skills.offered[..] else {
        panic!("{skills:?}");
    };
    assert_eq!((&fits.name, &fits.description), (&name, &description));
    assert_eq!(fits.shortened, [""; 0]);
    assert_eq!(over.shortened, ["name", "description"]);
    assert_eq!(over.name.chars().count(), MAX_NAME);
    assert_eq!(over.description.chars().count(), MAX_DESCRIPTION);
    assert!(over.name.ends_with("n…") && over.description.ends_with("ä…"));
}

#[test]
fn a_look_that_is_out_of_time_says_so_and_asks_nothing() {
    let host = Recorded::new(machine(&[("a", ""), ("b", "")]));
    let index = index(&host).with_patience(Duration::ZERO);
    let skills = refresh(&index, &Registry::new(), host.inner());
    assert_eq!((skills.offered.len(), skills.unread.len()), (0, 1));
    assert_eq!(
        skills.unread[0].reason,
        UnreadFolderReason::SearchLimit(SearchLimit::Time(Duration::ZERO))
    );
    assert_eq!(host.calls(), []);
}

#[test]
fn what_a_checkout_leaves_in_place_of_a_link_is_told() {
    let host = FakeHost::new(Os::Linux)
        .file("/repo/skills/plan/SKILL.md", skill("plan", ""))
        .file("/skills/plans", "../repo/skills")
        .file("/skills/ended", "../repo/skills\n")
        .file("/skills/nowhere", "../repo/gone")
        .file("/skills/LICENSE", "x".repeat(10_000))
        .file("/skills/word", "skills")
        .file("/skills/NOTICE", "Some text/other.\nAnd more.\n");
    let host = Recorded::new(host);
    let skills = refresh(&index(&host), &Registry::new(), host.inner());
    let told: Vec<&str> = skills.passed_over.iter().map(|it| &*it.name).collect();
    assert_eq!(told, ["ended", "plans"]);
    assert!(
        skills
            .passed_over
            .iter()
            .all(|it| it.reason == PassedOverReason::LinkAsText)
    );
    let opened = |call: &onhand_platform::Call| call.operation == Operation::Open;
    let calls = host.calls();
    assert!(
        !calls
            .iter()
            .any(|call| opened(call) && call.target.ends_with("LICENSE"))
    );
}

#[test]
fn a_snapshot_keeps_as_many_as_fit_and_not_none_of_too_many() {
    // Each takes some 8 KiB, and six times that where JSON escapes it.
    let description = "\\u0001x".repeat(3_000);
    let host = (0..2_000).fold(FakeHost::new(Os::Linux), |host, i| {
        let path = format!("/skills/s{i:04}/SKILL.md");
        let text = format!("---\nname: s{i}\ndescription: \"x{description}x\"\n---\n");
        host.file(&path, text).modified(&path, long_ago())
    });
    let host = Recorded::new(host);
    let store = Arc::new(MemoryStore::new());
    let index = SkillIndex::new(&host, [rooted("/skills")]).with_snapshot(store.clone());
    let cold = refresh(&index, &Registry::new(), host.inner());
    assert_eq!(host.count(Operation::Open), 2_000);
    let kept = store
        .load(u64::MAX)
        .expect("loads")
        .expect("it keeps something");
    assert!(kept.len() as u64 <= onhand_gate_skill::MAX_SNAPSHOT_BYTES);
    let _ = host.take_calls();
    let warm = refresh(&index, &Registry::new(), host.inner());
    assert_eq!(warm, cold);
    assert!(host.count(Operation::Open) < 1_500, "some are remembered");
}
