//! What was read of skills before, as it is kept on a disk.
//!
//! A snapshot is a JSON document of one version. A program of another version, older or newer, takes it
//! for nothing, reads the skills anew and writes its own. It is a memory and no authority: a skill is found
//! in its folder or not at all, and an entry counts only for a file of that path, size and time. Whether that
//! file really says what the entry says, only opening it would tell.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

use onhand_platform::{Metadata, RootedPath};
use serde::{Deserialize, Serialize};

use crate::Frontmatter;

/// The version of the format that is read and written.
pub const SNAPSHOT_VERSION: u32 = 4;

/// The largest snapshot that is read and written, in bytes: about 100,000 skills.
pub const MAX_SNAPSHOT_BYTES: u64 = 32 * 1024 * 1024;

/// The longest texts of one skill that are kept, in bytes: twice what the format gives a description, in letters
/// of four bytes. A longer skill is read each time, so that a few such leave room for the others.
const MAX_ENTRY_BYTES: usize = 8 * 1024;

/// What was read of one skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The size of its file, in bytes.
    size: u64,
    /// When its file was last written, in nanoseconds since 1970.
    modified_ns: i64,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) requires_apps: Vec<String>,
}

/// Entries by the path of the skill's file.
pub(super) type Entries = BTreeMap<String, Entry>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    skills: Entries,
}

impl Entry {
    /// What a file of that metadata says; `None` where nobody knows when it was written, or it says too much.
    pub(super) fn new(metadata: &Metadata, frontmatter: &Frontmatter) -> Option<Self> {
        let entry = Entry {
            size: metadata.len,
            modified_ns: nanoseconds(metadata.modified?)?,
            name: frontmatter.name.clone(),
            description: frontmatter.description.clone(),
            requires_apps: frontmatter.requires_apps.clone(),
        };
        Some(entry).filter(Entry::is_sound)
    }

    /// Whether it is of a file of that metadata.
    pub(super) fn is_of(&self, metadata: &Metadata) -> bool {
        self.size == metadata.len
            && metadata.modified.and_then(nanoseconds) == Some(self.modified_ns)
    }

    /// How many bytes its texts take up in a snapshot.
    pub(super) fn encoded_len(&self) -> usize {
        let texts = [&self.name, &self.description]
            .into_iter()
            .chain(&self.requires_apps);
        // What JSON escapes: quotes, backslashes and controls, of which most take six bytes.
        let len = |text: &String| {
            let escaped = text
                .bytes()
                .filter(|b| matches!(b, b'"' | b'\\' | 0..=0x1F));
            3 + text.len() + 5 * escaped.count()
        };
        texts.map(len).sum()
    }

    /// Whether it is one that we would keep.
    fn is_sound(&self) -> bool {
        let mut texts = [&self.name, &self.description]
            .into_iter()
            .chain(&self.requires_apps);
        let bytes: usize = texts.clone().map(String::len).sum();
        bytes <= MAX_ENTRY_BYTES && texts.all(|text| !text.is_empty() && text == text.trim())
    }
}

/// The entries of a snapshot.
///
/// # Errors
/// Why it is none of ours.
pub(super) fn decode(bytes: &[u8]) -> Result<Entries, String> {
    let document: Document = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if document.version != SNAPSHOT_VERSION {
        return Err(format!("it is of version {}", document.version));
    }
    if !document.skills.values().all(Entry::is_sound) {
        return Err("it holds what is never kept".to_owned());
    }
    Ok(document.skills)
}

fn encode(skills: Entries) -> Vec<u8> {
    let document = Document {
        version: SNAPSHOT_VERSION,
        skills,
    };
    serde_json::to_vec(&document).expect("every key is a text, and no value fails to serialize")
}

/// What one walk adds to a snapshot and takes out of it.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// What holds of the skills that were found.
    pub(super) found: Entries,
    /// The paths that had an entry and have none any more.
    pub(super) gone: BTreeSet<String>,
}

impl Changes {
    /// What comes of `kept` by them, encoded: what others put there meanwhile stays, as far as there
    /// is room.
    pub(super) fn apply(&self, kept: Option<&[u8]>) -> Vec<u8> {
        let mut entries = kept
            .and_then(|bytes| decode(bytes).ok())
            .unwrap_or_default();
        entries.retain(|path, _| !self.gone.contains(path));
        entries.extend(self.found.clone());
        [entries, self.found.clone()]
            .into_iter()
            .map(encode)
            .find(|bytes| bytes.len() as u64 <= MAX_SNAPSHOT_BYTES)
            .unwrap_or_else(|| encode(Entries::new()))
    }
}

/// How coarsely a file system may keep time: FAT does by two seconds.
const GRANULARITY: Duration = Duration::from_secs(2);

/// Whether a file that was last written then, and is read after `now`, would have another time if it
/// were written once more. One that was written a moment ago, or in the future, might keep its time.
pub(super) fn is_settled(metadata: &Metadata, now: SystemTime) -> bool {
    metadata
        .modified
        .and_then(|modified| modified.checked_add(GRANULARITY))
        .is_some_and(|settled| settled <= now)
}

/// Whether the path is below the folder. What is not a path is below every folder.
pub(super) fn is_below(path: &str, folder: &RootedPath) -> bool {
    RootedPath::new(folder.os(), path).map_or(true, |path| path.starts_with(folder))
}

fn nanoseconds(time: SystemTime) -> Option<i64> {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => after.as_nanos().try_into().ok(),
        Err(before) => {
            let before: i64 = before.duration().as_nanos().try_into().ok()?;
            Some(-before)
        }
    }
}

#[cfg(test)]
mod tests {
    use onhand_platform::Os;

    use super::*;

    #[test]
    fn what_is_below_a_folder_goes_by_the_case_of_its_os() {
        for (os, folder, path, expected) in [
            (Os::Darwin, "/Skills", "/skills/pdf/SKILL.md", true),
            (Os::Win32, r"C:\Skills", r"c:\skills\pdf\SKILL.md", true),
            (Os::Linux, "/Skills", "/skills/pdf/SKILL.md", false),
            (Os::Linux, "/skills", "/skills-old/SKILL.md", false),
            (Os::Linux, "/skills", "no path", true),
        ] {
            let folder = RootedPath::new(os, folder).expect("rooted");
            assert_eq!(is_below(path, &folder), expected, "{path} in {folder}");
        }
    }
}
