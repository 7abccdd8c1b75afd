//! Which lock files stand in the folder.

use std::cmp::Reverse;
use std::num::NonZeroU16;
use std::time::SystemTime;

use onhand_platform::{FileKind, ProbeHost, RootedPath};

use crate::known::{Known, Unknown};

/// A folder with more names is not looked at: each instance has one.
const MAX_NAMES: usize = 512;

/// A lock file, as its name and its metadata tell of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lock {
    pub(super) port: NonZeroU16,
    pub(super) file: RootedPath,
    written: Option<SystemTime>,
}

impl Lock {
    /// Its name in the folder: digits, and `.lock`.
    pub(super) fn name(&self) -> String {
        format!("{}.lock", self.port)
    }
}

/// The lock files, the newest first; where two are as new, or nobody knows, the lower port. One `list`, and one `stat`
/// for each.
pub(super) fn locks(host: &dyn ProbeHost, folder: &RootedPath) -> Known<Vec<Lock>> {
    let entries = host
        .list(folder, MAX_NAMES)
        .map_err(|error| Unknown::from(error).about(folder))?;
    let mut locks: Vec<Lock> = entries
        .iter()
        .filter(|entry| matches!(entry.kind, FileKind::File | FileKind::Symlink))
        .filter_map(|entry| {
            let port = port(&entry.name)?;
            let file = folder.join(&entry.name).ok()?;
            // One that is gone by now, or leads nowhere, is none.
            let metadata = host.stat(&file).ok()?;
            metadata.ensure_file().ok()?;
            Some(Lock {
                port,
                file,
                written: metadata.modified,
            })
        })
        .collect();
    locks.sort_by_key(|lock| (Reverse(lock.written), lock.port));
    if locks.is_empty() {
        let reason = "no file in it is named `PORT.lock`".to_owned();
        return Err(Unknown::Absent(reason.into()).about(folder));
    }
    Ok(locks)
}

/// The port that a file is named by, spelled as numbers are.
fn port(name: &str) -> Option<NonZeroU16> {
    let digits = name.strip_suffix(".lock")?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_lock_file_is_named_by_its_port() {
        assert_eq!(port("7777.lock").map(NonZeroU16::get), Some(7777));
        assert_eq!(port("65535.lock").map(NonZeroU16::get), Some(65535));
        for name in [
            "",
            ".lock",
            "0.lock",
            "07777.lock",
            "65536.lock",
            "+80.lock",
            "-1.lock",
            "7777",
            "7777.LOCK",
            "7777.lock~",
            "a.lock",
            "77 77.lock",
            "٧.lock",
        ] {
            assert_eq!(port(name), None, "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn no_name_panics(name in "\\PC{0,12}(\\.lock)?") {
            if let Some(port) = port(&name) {
                prop_assert_eq!(format!("{port}.lock"), name);
            }
        }
    }
}
