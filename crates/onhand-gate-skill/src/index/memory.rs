//! What one look at the skills remembers of earlier ones, and adds for later ones.

use std::collections::BTreeSet;
use std::time::SystemTime;

use onhand_platform::{Metadata, RootedPath, SnapshotStore};

use super::snapshot::{Changes, Entries, Entry, MAX_SNAPSHOT_BYTES, decode};
use super::snapshot::{is_below, is_settled};
use crate::Frontmatter;

/// A snapshot while it is used: what was kept, and what of it and beside it holds now.
pub(super) struct Memory {
    /// When the look began. Whatever is written later has a later time.
    began: SystemTime,
    kept: Entries,
    found: Entries,
    /// How many bytes more may be kept of what was found.
    room: usize,
}

/// What an entry takes up beside its texts, in bytes: keys, numbers and punctuation.
const ENTRY_FRAME: usize = 160;

impl Memory {
    /// What the store holds; nothing where it holds nothing of ours. `began` is before any file was looked at.
    pub(super) fn load(store: Option<&dyn SnapshotStore>, began: SystemTime) -> Self {
        let kept = store
            .map_or(Ok(None), |store| store.load(MAX_SNAPSHOT_BYTES))
            .map_err(|error| error.to_string())
            .and_then(|bytes| bytes.map_or(Ok(Entries::new()), |bytes| decode(&bytes)));
        Memory {
            began,
            kept: kept.unwrap_or_else(|reason| {
                tracing::debug!(reason, "snapshot rebuilt");
                Entries::new()
            }),
            found: Entries::new(),
            room: usize::try_from(MAX_SNAPSHOT_BYTES).unwrap_or(usize::MAX),
        }
    }

    /// What was read of a file of that path, size and time.
    pub(super) fn recall(&mut self, path: &RootedPath, metadata: &Metadata) -> Option<Entry> {
        let entry = self.kept.get(path.as_str())?;
        if !entry.is_of(metadata) {
            return None;
        }
        let entry = entry.clone();
        self.add(path, entry.clone());
        Some(entry)
    }

    /// Remembers what was read of a file, unless it might change and look the same.
    pub(super) fn keep(
        &mut self,
        path: &RootedPath,
        metadata: &Metadata,
        frontmatter: &Frontmatter,
    ) {
        if is_settled(metadata, self.began)
            && let Some(entry) = Entry::new(metadata, frontmatter)
        {
            self.add(path, entry);
        }
    }

    /// Remembers it, as long as all of it fits into a snapshot: those that don't are read each time.
    fn add(&mut self, path: &RootedPath, entry: Entry) {
        // A path, as a text of an entry, is at most this long in JSON.
        let taken = ENTRY_FRAME + 6 * path.as_str().len() + entry.encoded_len();
        if let Some(room) = self.room.checked_sub(taken) {
            self.room = room;
            self.found.insert(path.as_str().to_owned(), entry);
        }
    }

    /// Writes the snapshot, if something in it changes. `roots` are the folders that were looked below: what is
    /// kept of others is not ours to judge.
    pub(super) fn save(self, store: &dyn SnapshotStore, roots: &[RootedPath]) {
        let Memory { kept, found, .. } = self;
        let is_ours = |path: &str| roots.iter().any(|root| is_below(path, root));
        let gone: BTreeSet<String> = kept
            .keys()
            .filter(|path| !found.contains_key(*path) && is_ours(path))
            .cloned()
            .collect();
        let is_known = |(path, entry): (&String, &Entry)| kept.get(path) == Some(entry);
        if gone.is_empty() && found.iter().all(is_known) {
            return;
        }
        let changes = Changes { found, gone };
        let updated = store.update(MAX_SNAPSHOT_BYTES, &mut |kept| {
            changes.apply(kept.as_deref())
        });
        if let Err(error) = updated {
            // Nothing is lost but time: the next look reads the same again.
            tracing::warn!(%error, "snapshot not kept");
        }
    }
}
