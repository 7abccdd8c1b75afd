//! The values of one entry, within its own room and that of its root.

use onhand_platform::{HostError, UninstallValue, UnreadReason};
use windows_registry::Key;
use windows_sys::Win32::Foundation::ERROR_KEY_DELETED;

use super::bounds::Bounds;
use super::enumerate::ValueBuffer;
use super::value::decode;
use crate::windows::os_error::is;

/// How many bytes may yet be kept.
#[derive(Debug)]
pub(super) struct Room {
    of_entry: usize,
    of_root: usize,
    used: usize,
    is_all_used: bool,
}

/// Whether something is kept.
enum Fit {
    Fits,
    /// The entry has no room left for it.
    NotInEntry,
    /// The whole root hasn't.
    NotInRoot,
}

impl Room {
    pub(super) fn new(of_entry: usize, of_root: usize) -> Self {
        Room {
            of_entry,
            of_root,
            used: 0,
            is_all_used: false,
        }
    }

    /// How many bytes the entry takes.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// Whether the root has no room for all of the entry that would have been kept.
    pub(super) fn is_all_used(&self) -> bool {
        self.is_all_used
    }

    fn take(&mut self, bytes: usize) -> Fit {
        let used = self.used.saturating_add(bytes);
        if used > self.of_entry {
            return Fit::NotInEntry;
        }
        if used > self.of_root {
            self.is_all_used = true;
            return Fit::NotInRoot;
        }
        self.used = used;
        Fit::Fits
    }
}

/// The values of an entry, as far as they could be read.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Sorted by name.
    pub(super) values: Vec<(String, UninstallValue)>,
    /// Why others are not among them: the first reason of several.
    pub(super) unread: Option<UnreadReason>,
}

/// Reads the key's values. One that can't be read, or that there is no room for, is left out and
/// hides no other.
pub(super) fn read_values(
    key: &Key,
    buffer: &mut ValueBuffer,
    bounds: &Bounds,
    room: &mut Room,
) -> Values {
    let mut values = Values::default();
    let mut failures = 0;
    for index in 0..=bounds.values {
        let raw = match buffer.read(key, index) {
            Ok(None) => break,
            Err(error) if is(&error, ERROR_KEY_DELETED) => break,
            _ if index == bounds.values => {
                values.lacks(UnreadReason::TooMany(bounds.values));
                break;
            }
            Ok(Some(raw)) => raw,
            Err(error) => {
                failures += 1;
                values.lacks(UnreadReason::Failed(error.into()));
                if failures == bounds.failures {
                    break;
                }
                continue;
            }
        };
        match room.take(raw.name.len() + raw.data.map_or(0, <[u8]>::len)) {
            Fit::Fits => {}
            Fit::NotInEntry => {
                values.lacks(UnreadReason::TooLarge(bounds.entry_bytes));
                continue;
            }
            Fit::NotInRoot => break,
        }
        let value = match raw.data {
            Some(data) => decode(raw.type_code, data),
            None => UninstallValue::Other {
                type_code: raw.type_code,
            },
        };
        match raw.name.into_string() {
            Ok(name) => values.values.push((name, value)),
            Err(_) => values.lacks(UnreadReason::Failed(HostError::NotUnicode)),
        }
    }
    values.values.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    // A value that came or went meanwhile moves the others: one may have been seen twice.
    values.values.dedup_by(|(a, _), (b, _)| a == b);
    values
}

impl Values {
    fn lacks(&mut self, reason: UnreadReason) {
        self.unread.get_or_insert(reason);
    }
}
