//! When a skill is remembered, and when it is read anew.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use onhand_declaration::Registry;
use onhand_gate_skill::{MAX_SNAPSHOT_BYTES, SNAPSHOT_VERSION, SkillIndex};
use onhand_platform::{HostResult, MemoryStore, Os, SnapshotStore};
use onhand_platform_fake::{FakeHost, Fault};
use serde_json::json;

mod support;
use support::snapshot::{kept, look, paths, store};
use support::{hidden, index, long_ago, machine, offered, programs, refresh, rooted, skill};

#[test]
fn what_is_kept_is_the_version_and_of_each_skill_what_the_gate_needs() {
    let host = machine(&[("a", "requires_apps: [x, y]\nlicense: MIT"), ("b", "")]);
    let store = store();
    look(&host, &Registry::new(), &store);
    let size = |name: &str, more: &str| skill(name, more).len();
    assert_eq!(SNAPSHOT_VERSION, 4);
    assert_eq!(
        kept(&store),
        json!({ "version": 4, "skills": {
            "/skills/a/SKILL.md": {
                "size": size("a", "requires_apps: [x, y]\nlicense: MIT"),
                "modified_ns": 1_700_000_000_000_000_000_i64,
                "name": "a", "description": "Does a.", "requires_apps": ["x", "y"],
            },
            "/skills/b/SKILL.md": {
                "size": size("b", ""),
                "modified_ns": 1_700_000_000_000_000_000_i64,
                "name": "b", "description": "Does b.", "requires_apps": [],
            },
        } })
    );
}

#[test]
fn what_is_remembered_is_not_opened_and_answered_the_same() {
    let host = machine(&[
        ("a", ""),
        ("b", "requires_apps: here"),
        ("c", "requires_apps: gone"),
    ])
    .file("/opt/here", b"");
    let (registry, store) = (programs(["here", "gone"]), store());
    let (first, opened) = look(&host, &registry, &store);
    assert_eq!(opened, 3);
    let before = kept(&store);
    let (second, opened) = look(&host, &registry, &store);
    assert_eq!((second, opened), (first, 0));
    assert_eq!(kept(&store), before);
}

#[test]
fn applications_are_asked_for_anew_on_every_fast_path() {
    let (registry, store) = (programs(["app"]), store());
    let without = machine(&[("a", "requires_apps: app")]);
    let with = without.clone().file("/opt/app", b"");
    let (skills, opened) = look(&without, &registry, &store);
    assert_eq!(
        (hidden(&skills), opened),
        (vec!["a: missing_app".to_owned()], 1)
    );
    for _ in 0..2 {
        let (skills, opened) = look(&with, &registry, &store);
        assert_eq!((offered(&skills), opened), (vec!["a"], 0));
        let (skills, opened) = look(&without, &registry, &store);
        assert_eq!(
            (hidden(&skills), opened),
            (vec!["a: missing_app".to_owned()], 0)
        );
    }
    registry.clear();
    let (skills, opened) = look(&with, &registry, &store);
    assert_eq!(
        (hidden(&skills), opened),
        (vec!["a: unknown_app".to_owned()], 0)
    );
}

#[test]
fn another_size_time_or_path_is_read_anew() {
    let path = "/skills/a/SKILL.md";
    let original = machine(&[("a", "")]);
    let later = long_ago() + Duration::from_nanos(100);
    let gated = skill("a", "requires_apps: nobody");
    // As long as the original is, and another text.
    let same_size = skill("a", "").replace("Does a.", "Does b.");
    for (changed, what) in [
        (
            original
                .clone()
                .file(path, gated)
                .modified(path, long_ago()),
            "size",
        ),
        (original.clone().modified(path, later), "time"),
        (
            original
                .clone()
                .modified(path, long_ago() - Duration::from_secs(1)),
            "an earlier time",
        ),
        (
            original.clone().file(path, same_size).modified(path, later),
            "time and text",
        ),
        (original.clone().file(path, skill("a", "")), "no time"),
        (
            original
                .clone()
                .remove("/skills/a")
                .symlink("/skills/z", "/elsewhere")
                .file("/elsewhere/SKILL.md", skill("a", ""))
                .modified("/elsewhere/SKILL.md", long_ago()),
            "path",
        ),
    ] {
        let store = store();
        assert_eq!(look(&original, &Registry::new(), &store).1, 1);
        assert_eq!(look(&original, &Registry::new(), &store).1, 0);
        let (skills, opened) = look(&changed, &Registry::new(), &store);
        assert_eq!(opened, 1, "{what}");
        assert_eq!(
            skills,
            look(&changed, &Registry::new(), &Arc::default()).0,
            "{what}"
        );
    }
}

#[test]
fn a_skill_that_was_just_written_or_has_a_future_is_not_trusted() {
    let path = "/skills/a/SKILL.md";
    let now = SystemTime::now();
    let hour = Duration::from_secs(3600);
    for modified in [
        Some(now),
        Some(now - Duration::from_millis(500)),
        Some(now + hour),
        None,
    ] {
        let at = |host: FakeHost| match modified {
            Some(time) => host.modified(path, time),
            None => host,
        };
        let before = at(FakeHost::new(Os::Linux).file(path, skill("a", "# requires_apps: no")));
        // Rewritten within the same moment: neither size nor time tell.
        let after = at(before.clone().file(path, skill("a", "requires_apps:   no")));
        let store = store();
        assert_eq!(offered(&look(&before, &Registry::new(), &store).0), ["a"]);
        assert_eq!(store.load(MAX_SNAPSHOT_BYTES), Ok(None));
        let (skills, opened) = look(&after, &Registry::new(), &store);
        assert_eq!(
            (hidden(&skills), opened),
            (vec!["a: unknown_app".to_owned()], 1)
        );
    }
    let settled = FakeHost::new(Os::Linux)
        .file(path, skill("a", ""))
        .modified(path, now - hour);
    let store = store();
    look(&settled, &Registry::new(), &store);
    assert_eq!(look(&settled, &Registry::new(), &store).1, 0);
}

#[test]
fn times_before_1970_and_beyond_nanoseconds_are_no_trouble() {
    let path = "/skills/a/SKILL.md";
    for (modified, opened_again) in [
        (SystemTime::UNIX_EPOCH - Duration::from_nanos(100), 0),
        (SystemTime::UNIX_EPOCH, 0),
        (
            SystemTime::UNIX_EPOCH - Duration::from_secs(300 * 365 * 86_400),
            1,
        ),
    ] {
        let host = FakeHost::new(Os::Linux)
            .file(path, skill("a", ""))
            .modified(path, modified);
        let store = store();
        look(&host, &Registry::new(), &store);
        let (skills, opened) = look(&host, &Registry::new(), &store);
        assert_eq!(
            (offered(&skills), opened),
            (vec!["a"], opened_again),
            "{modified:?}"
        );
    }
}

#[test]
fn a_malformed_or_unreadable_skill_is_asked_again_each_time() {
    let store = store();
    let host = machine(&[("a", "requires_apps: 5"), ("b", ""), ("c", "")])
        .fault("/skills/c/SKILL.md", Fault::Unreadable);
    for opened_at_all in [3, 2] {
        let (skills, opened) = look(&host, &Registry::new(), &store);
        assert_eq!(hidden(&skills), ["a: malformed", "c: unreadable"]);
        assert_eq!((offered(&skills), opened), (vec!["b"], opened_at_all));
    }
    assert_eq!(paths(&store), ["/skills/b/SKILL.md"]);
}

#[test]
fn skills_with_endless_texts_leave_room_for_what_is_known_of_the_others() {
    let endless = "x".repeat(60_000);
    let mut host = machine(&[("a", ""), ("b", &format!("requires_apps: {endless}"))]);
    let hostile = format!("---\nname: h\ndescription: {endless}\n---\n");
    // Kept as they are, they would fill the whole snapshot.
    let count = MAX_SNAPSHOT_BYTES as usize / endless.len() + 1;
    for index in 0..count {
        let path = format!("/skills/h{index}/SKILL.md");
        host = host.file(&path, &*hostile).modified(&path, long_ago());
    }
    let store = store();
    look(&host, &Registry::new(), &store);
    assert_eq!(paths(&store), ["/skills/a/SKILL.md"]);
    let (skills, opened) = look(&host, &Registry::new(), &store);
    assert_eq!((skills.offered.len(), opened), (1 + count, 1 + count));
    assert_eq!(hidden(&skills), ["b: unknown_app"]);
}

#[test]
fn what_is_remembered_of_a_file_is_nothing_once_it_is_none() {
    let store = store();
    look(&machine(&[("a", "")]), &Registry::new(), &store);
    // As a folder has no size, so does this entry.
    let mut document = kept(&store);
    document["skills"]["/skills/a/SKILL.md"]["size"] = json!(0);
    let store = Arc::new(MemoryStore::from(document.to_string().into_bytes()));
    let host = FakeHost::new(Os::Linux).dir("/skills/a/SKILL.md");
    let (skills, opened) = look(&host, &Registry::new(), &store);
    assert_eq!(
        (hidden(&skills), opened),
        (vec!["a: unreadable".to_owned()], 0)
    );
}

#[test]
fn what_is_gone_is_taken_out_and_what_others_keep_there_stays() {
    let host = machine(&[("a", ""), ("b", "")])
        .file("/other/c/SKILL.md", skill("c", ""))
        .modified("/other/c/SKILL.md", long_ago());
    let store = store();
    let other = SkillIndex::new(&host, [rooted("/other")]).with_snapshot(store.clone());
    refresh(&other, &Registry::new(), &host);
    look(&host, &Registry::new(), &store);
    let all = [
        "/other/c/SKILL.md",
        "/skills/a/SKILL.md",
        "/skills/b/SKILL.md",
    ];
    assert_eq!(paths(&store), all);
    look(&host.clone().remove("/skills/a"), &Registry::new(), &store);
    assert_eq!(paths(&store), [all[0], all[2]]);
    look(&host.clone().remove("/skills"), &Registry::new(), &store);
    assert_eq!(paths(&store), [all[0]]);
}

#[test]
fn of_two_that_look_at_once_neither_loses_what_the_other_read() {
    /// A store in which somebody else keeps a skill between our load and our update.
    struct Between(Arc<MemoryStore>);
    impl SnapshotStore for Between {
        fn load(&self, limit: u64) -> HostResult<Option<Vec<u8>>> {
            self.0.load(limit)
        }
        fn update(
            &self,
            limit: u64,
            renew: &mut dyn FnMut(Option<Vec<u8>>) -> Vec<u8>,
        ) -> HostResult<()> {
            look(
                &machine(&[("a", ""), ("new", "")]),
                &Registry::new(),
                &self.0,
            );
            self.0.update(limit, renew)
        }
    }
    let store = store();
    let host = machine(&[("a", ""), ("b", "")]);
    let index = index(&host).with_snapshot(Arc::new(Between(store.clone())));
    refresh(&index, &Registry::new(), &host);
    let all = [
        "/skills/a/SKILL.md",
        "/skills/b/SKILL.md",
        "/skills/new/SKILL.md",
    ];
    assert_eq!(paths(&store), all);
}
