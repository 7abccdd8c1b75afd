//! The names of a key's children, whole even while an installer is at work.

use std::collections::BTreeSet;
use std::ffi::OsString;

use onhand_platform::{HostError, UnreadPart, UnreadReason};
use windows_registry::Key;
use windows_sys::Win32::Foundation::ERROR_KEY_DELETED;

use super::bounds::Bounds;
use super::enumerate::NameBuffer;
use super::unread::Unread;
use super::watch::Watch;
use crate::windows::os_error::is;

/// How often a key is gone through that changes each time meanwhile.
const PASSES: usize = 8;

/// A key's children, as far as their names could be read.
#[derive(Debug, Default)]
pub(super) struct Children {
    pub(super) names: BTreeSet<String>,
    pub(super) unread: Vec<Unread>,
}

impl Children {
    /// The children of a key, of which at most the first [`Bounds::entries`] are looked at. A key that
    /// changes meanwhile is gone through again; where it never rests, each name that was seen
    /// counts: one whose key is gone can't be opened, and no harm is done.
    pub(super) fn of(key: &Key, bounds: &Bounds) -> Self {
        let mut seen = BTreeSet::new();
        let mut children = Children::default();
        for _ in 0..PASSES {
            let watch = Watch::new(key);
            children = Children::one_pass(key, bounds);
            match watch.and_then(|watch| watch.has_changed()) {
                Ok(false) => return children,
                Ok(true) => seen.append(&mut children.names),
                Err(error) => {
                    // What was read is read all the same.
                    tracing::debug!(%error, "the registry can't be watched while it is read");
                    break;
                }
            }
        }
        children.names.append(&mut seen);
        // What came and went in each pass is more than one pass looks at.
        while children.names.len() > bounds.entries as usize {
            children.names.pop_last();
            children.cut(UnreadReason::TooMany(bounds.entries));
        }
        children
    }

    fn one_pass(key: &Key, bounds: &Bounds) -> Self {
        let mut buffer = NameBuffer::of_keys();
        let mut children = Children::default();
        // Failures since the last name that could be read.
        let mut failed = Vec::new();
        for index in 0..=bounds.entries {
            let name = match buffer.child(key, index) {
                Ok(None) => break,
                // All of it is gone.
                Err(error) if is(&error, ERROR_KEY_DELETED) => return Children::default(),
                _ if index == bounds.entries => {
                    children.cut(UnreadReason::TooMany(bounds.entries));
                    break;
                }
                Ok(Some(name)) => name,
                Err(error) => {
                    let reason = UnreadReason::Failed(error.into());
                    if failed.len() == bounds.failures {
                        failed.clear();
                        children.cut(reason);
                        break;
                    }
                    failed.push((UnreadPart::Entry { key: None }, reason));
                    continue;
                }
            };
            children.unread.append(&mut failed);
            children.add(name);
        }
        children.unread.append(&mut failed);
        children
    }

    /// Notes, once, that the rest is left out.
    fn cut(&mut self, reason: UnreadReason) {
        let is_cut = |(part, _): &Unread| *part == UnreadPart::Rest;
        if !self.unread.iter().any(is_cut) {
            self.unread.push((UnreadPart::Rest, reason));
        }
    }

    fn add(&mut self, name: OsString) {
        match usable(name) {
            Ok(name) => {
                self.names.insert(name);
            }
            Err(unread) => self.unread.push(unread),
        }
    }
}

/// The name as a text. One with a NUL can be made by the kernel's own calls, and would open
/// another key than it names.
fn usable(name: OsString) -> Result<String, Unread> {
    let unread = |key, reason| (UnreadPart::Entry { key: Some(key) }, reason);
    match name.into_string() {
        Ok(name) if !name.contains('\0') => Ok(name),
        Ok(name) => Err(unread(name, UnreadReason::NulInName)),
        Err(name) => {
            let name = name.to_string_lossy().into_owned();
            Err(unread(name, UnreadReason::Failed(HostError::NotUnicode)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::windows::ffi::OsStringExt;

    use super::*;

    #[test]
    fn a_name_that_would_open_another_key_is_told_and_left_out() {
        assert_eq!(usable("{A}".into()), Ok("{A}".to_owned()));
        let unread = |key: &str, reason| {
            let key = Some(key.to_owned());
            Err((UnreadPart::Entry { key }, reason))
        };
        assert_eq!(
            usable("a\0b".into()),
            unread("a\0b", UnreadReason::NulInName)
        );
        assert_eq!(
            usable(OsString::from_wide(&[0x41, 0xD800])),
            unread("A\u{FFFD}", UnreadReason::Failed(HostError::NotUnicode))
        );
    }
}
