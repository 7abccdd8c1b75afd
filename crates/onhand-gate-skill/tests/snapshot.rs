//! When a skill is remembered, when it is read anew, and what becomes of a snapshot that is none.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use mockall::mock;
use onhand_declaration::Registry;
use onhand_gate_skill::{MAX_SNAPSHOT_BYTES, SNAPSHOT_VERSION, SkillIndex, Skills};
use onhand_platform::{
    HostError, HostResult, InspectHost, MemoryStore, Operation, Os, Recorded, SnapshotStore,
};
use onhand_platform_fake::{FakeHost, Fault};
use proptest::prelude::*;
use serde_json::{Value, json};

mod support;
use support::{hidden, index, long_ago, machine, offered, programs, refresh, rooted, skill};

/// One refresh of what is below `/skills`, with programs on the same machine; and how many files it opened.
fn look(host: &FakeHost, registry: &Registry, store: &Arc<MemoryStore>) -> (Skills, usize) {
    let recorded = Recorded::new(host);
    let index = index(&recorded).with_snapshot(store.clone());
    let skills = refresh(&index, registry, host);
    (skills, recorded.count(Operation::Open))
}

/// The document that the store keeps.
fn kept(store: &MemoryStore) -> Value {
    let bytes = store.load(MAX_SNAPSHOT_BYTES).expect("it can be loaded");
    serde_json::from_slice(&bytes.expect("something is kept")).expect("JSON")
}

fn paths(store: &MemoryStore) -> Vec<String> {
    let document = kept(store);
    let skills = document["skills"].as_object().expect("a mapping");
    skills.keys().cloned().collect()
}

fn store() -> Arc<MemoryStore> {
    Arc::new(MemoryStore::new())
}

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

/// A sound snapshot of the skill `a`, with another frontmatter than its file has.
fn lying() -> Value {
    let file = skill("a", "");
    json!({ "version": 4, "skills": { "/skills/a/SKILL.md": {
        "size": file.len(), "modified_ns": 1_700_000_000_000_000_000_i64,
        "name": "remembered", "description": "x", "requires_apps": [],
    } } })
}

#[test]
fn a_snapshot_of_another_version_torn_foreign_or_hostile_is_rebuilt() {
    let host = machine(&[("a", "")]);
    let entry = |field: &str, value: Value| {
        let mut document = lying();
        document["skills"]["/skills/a/SKILL.md"][field] = value;
        document.to_string().into_bytes()
    };
    let top = |field: &str, value: Value| {
        let mut document = lying();
        document[field] = value;
        document.to_string().into_bytes()
    };
    let sound = lying().to_string().into_bytes();
    let mut too_large = sound.clone();
    too_large.resize(MAX_SNAPSHOT_BYTES as usize + 1, b' ');
    let mut snapshots = vec![
        b"".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{}".to_vec(),
        b"{\"version\":4}".to_vec(),
        b"not JSON".to_vec(),
        b"\xFF\xFE".to_vec(),
        "[".repeat(1_000_000).into_bytes(),
        format!("{{\"version\":4,\"skills\":{}", "{\"a\":".repeat(100_000)).into_bytes(),
        [&sound[..], b"x"].concat(),
        sound[..sound.len() - 1].to_vec(),
        sound[..sound.len() / 2].to_vec(),
        too_large,
        top("version", json!(2)),
        top("version", json!(3)),
        top("version", json!(5)),
        top("version", json!("4")),
        top("version", json!(-4)),
        top("version", json!(4.0)),
        top("version", json!(null)),
        top("skills", json!([])),
        top("skills", json!({ "x": null })),
        top("more", json!(1)),
        entry("size", json!(-1)),
        entry("size", json!("1")),
        entry("size", json!(1e300)),
        entry("modified_ns", json!("long ago")),
        entry("modified_ns", json!(u64::MAX)),
        entry("name", json!("")),
        entry("name", json!(" x")),
        entry("name", json!(null)),
        entry("description", json!("\n")),
        entry("description", json!("x".repeat(20_000))),
        entry("requires_apps", json!("nobody")),
        entry("requires_apps", json!([""])),
        entry("requires_apps", json!([5])),
        entry("requires_apps", json!(null)),
        entry("more", json!(1)),
    ];
    for field in [
        "size",
        "modified_ns",
        "name",
        "description",
        "requires_apps",
    ] {
        let mut document = lying();
        let entry = document["skills"]["/skills/a/SKILL.md"].as_object_mut();
        entry.expect("a mapping").remove(field);
        snapshots.push(document.to_string().into_bytes());
    }
    for snapshot in snapshots {
        let shown = String::from_utf8_lossy(&snapshot[..snapshot.len().min(300)]).into_owned();
        let store = Arc::new(MemoryStore::from(snapshot));
        let (skills, opened) = look(&host, &Registry::new(), &store);
        assert_eq!((offered(&skills), opened), (vec!["a"], 1), "{shown}");
        assert_eq!(paths(&store), ["/skills/a/SKILL.md"], "{shown}");
        assert_eq!(look(&host, &Registry::new(), &store).1, 0, "{shown}");
    }
    // The one that all of these were made of is taken at its word, as it is of that file.
    let store = Arc::new(MemoryStore::from(sound));
    assert_eq!(
        offered(&look(&host, &Registry::new(), &store).0),
        ["remembered"]
    );
}

#[test]
fn no_entry_makes_a_skill_that_no_walk_finds() {
    let host = machine(&[("a", "")]);
    let mut document = lying();
    let entry = document["skills"]["/skills/a/SKILL.md"].clone();
    for path in [
        "/etc/passwd",
        "/skills/../x/SKILL.md",
        "",
        "relative",
        "/skills/b/SKILL.md",
        "\u{0}",
    ] {
        document["skills"][path] = entry.clone();
    }
    let store = Arc::new(MemoryStore::from(document.to_string().into_bytes()));
    let recorded = Recorded::new(&host);
    let index = index(&recorded).with_snapshot(store.clone());
    let skills = refresh(&index, &Registry::new(), &host);
    assert_eq!(offered(&skills), ["remembered"]);
    assert_eq!((skills.hidden.len(), skills.unread.len()), (0, 0));
    // `/skills` twice, once as a skill, and the one skill twice.
    assert_eq!(recorded.take_calls().len(), 4);
    // What is no path, and what is gone below `/skills`, is no longer kept.
    assert_eq!(paths(&store), ["/etc/passwd", "/skills/a/SKILL.md"]);
}

mock! {
    Store {}
    impl SnapshotStore for Store {
        fn load(&self, limit: u64) -> HostResult<Option<Vec<u8>>>;
        fn update(
            &self,
            limit: u64,
            renew: &mut dyn FnMut(Option<Vec<u8>>) -> Vec<u8>,
        ) -> HostResult<()>;
    }
}

fn with_store(host: &dyn InspectHost, store: MockStore) -> Skills {
    let index = index(host).with_snapshot(Arc::new(store));
    refresh(&index, &Registry::new(), &host)
}

#[test]
fn a_store_that_fails_costs_time_and_no_answer() {
    let host = machine(&[("a", ""), ("b", "requires_apps: nobody")]);
    for error in [
        HostError::PermissionDenied,
        HostError::Io("the disk is full".to_owned()),
    ] {
        let mut store = MockStore::new();
        let (load, update) = (error.clone(), error);
        store.expect_load().once().return_once(|_| Err(load));
        store.expect_update().once().return_once(|_, _| Err(update));
        let skills = with_store(&host, store);
        assert_eq!(
            (offered(&skills), hidden(&skills)),
            (vec!["a"], vec!["b: unknown_app".to_owned()])
        );
    }
}

#[test]
fn a_snapshot_that_still_holds_is_loaded_once_and_not_written() {
    let host = machine(&[("a", "")]);
    let mut store = MockStore::new();
    let bytes = lying().to_string().into_bytes();
    store.expect_load().once().return_once(|_| Ok(Some(bytes)));
    store.expect_update().never();
    assert_eq!(offered(&with_store(&host, store)), ["remembered"]);
}

#[test]
fn what_is_written_is_made_of_what_is_kept_by_then_and_fits_the_bound() {
    let host = machine(&[("a", "")]);
    let foreign = |paths: &[&str]| {
        let mut document = lying();
        let entry = document["skills"]["/skills/a/SKILL.md"].take();
        document["skills"] = paths
            .iter()
            .map(|path| ((*path).to_owned(), entry.clone()))
            .collect();
        document
    };
    let small = foreign(&["/other/SKILL.md"]);
    // So full that one more entry takes it over the bound.
    let room = MAX_SNAPSHOT_BYTES as usize - foreign(&["/other/SKILL.md", "/"]).to_string().len();
    let full = foreign(&["/other/SKILL.md", &format!("/{}", "y".repeat(room))]);
    assert_eq!(full.to_string().len() as u64, MAX_SNAPSHOT_BYTES);
    for (kept, is_kept) in [(small, true), (full, false)] {
        let mut store = MockStore::new();
        store.expect_load().once().return_once(|_| Ok(None));
        store
            .expect_update()
            .once()
            .return_once(move |limit, renew| {
                assert_eq!(limit, MAX_SNAPSHOT_BYTES);
                let bytes = renew(Some(kept.to_string().into_bytes()));
                assert!(bytes.len() as u64 <= MAX_SNAPSHOT_BYTES);
                let document: Value = serde_json::from_slice(&bytes).expect("JSON");
                assert_eq!(document["skills"]["/skills/a/SKILL.md"]["name"], "a");
                assert_eq!(document["skills"]["/other/SKILL.md"].is_object(), is_kept);
                Ok(())
            });
        with_store(&host, store);
    }
}

proptest! {
    #[test]
    fn no_snapshot_panics_or_changes_what_is_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let host = machine(&[("a", "")]);
        let store = Arc::new(MemoryStore::from(bytes));
        let (skills, _) = look(&host, &Registry::new(), &store);
        prop_assert_eq!(offered(&skills), ["a"]);
    }

    #[test]
    fn a_damaged_snapshot_is_ours_or_nothing(
        at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let host = machine(&[("a", ""), ("b", "requires_apps: nobody")]);
        let store = store();
        look(&host, &Registry::new(), &store);
        let bytes = store.load(MAX_SNAPSHOT_BYTES).expect("it can be loaded");
        let mut bytes = bytes.expect("something is kept");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(if cut { at } else { bytes.len() });
        let store = Arc::new(MemoryStore::from(bytes));
        let (skills, _) = look(&host, &Registry::new(), &store);
        // A letter of a name may have changed; no skill comes or goes.
        prop_assert_eq!(skills.offered.len() + skills.hidden.len(), 2);
        prop_assert!(skills.unread.is_empty());
    }
}
