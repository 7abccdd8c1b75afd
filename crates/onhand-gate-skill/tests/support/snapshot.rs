//! A snapshot that a look at skills keeps.

use std::sync::Arc;

use onhand_declaration::Registry;
use onhand_gate_skill::{MAX_SNAPSHOT_BYTES, Skills};
use onhand_platform::{MemoryStore, Operation, Recorded, SnapshotStore as _};
use onhand_platform_fake::FakeHost;
use serde_json::Value;

use super::{index, refresh};

/// One refresh of what is below `/skills`, with programs on the same machine; and how many files it opened.
pub(crate) fn look(
    host: &FakeHost,
    registry: &Registry,
    store: &Arc<MemoryStore>,
) -> (Skills, usize) {
    let recorded = Recorded::new(host);
    let index = index(&recorded).with_snapshot(store.clone());
    let skills = refresh(&index, registry, host);
    (skills, recorded.count(Operation::Open))
}

/// The document that the store keeps.
pub(crate) fn kept(store: &MemoryStore) -> Value {
    let bytes = store.load(MAX_SNAPSHOT_BYTES).expect("it can be loaded");
    serde_json::from_slice(&bytes.expect("something is kept")).expect("JSON")
}

pub(crate) fn paths(store: &MemoryStore) -> Vec<String> {
    let document = kept(store);
    let skills = document["skills"].as_object().expect("a mapping");
    skills.keys().cloned().collect()
}

pub(crate) fn store() -> Arc<MemoryStore> {
    Arc::new(MemoryStore::new())
}
