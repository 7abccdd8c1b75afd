//! What becomes of a snapshot that is none, and of a store that fails.

use std::sync::Arc;

use mockall::mock;
use onhand_declaration::Registry;
use onhand_gate_skill::{MAX_SNAPSHOT_BYTES, Skills};
use onhand_platform::{HostError, HostResult, InspectHost, MemoryStore, Recorded, SnapshotStore};
use proptest::prelude::*;
use serde_json::{Value, json};

mod support;
use support::snapshot::{look, paths, store};
use support::{hidden, index, machine, offered, refresh, skill};

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
