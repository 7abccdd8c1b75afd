//! The names of a key's children, whole even while an installer is at work.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;

use windows_registry::Key;

use super::enumerate::child_name;
use super::watch::Watch;

/// How often a key is gone through that changes each time meanwhile.
const PASSES: usize = 8;

/// The names of the key's children, of at most the first `most`. A key that changes while its
/// children are read is gone through again; where it never rests, each name that was seen
/// counts: one whose key is gone can't be opened, and no harm is done.
pub(super) fn child_names(key: &Key, most: u32) -> io::Result<BTreeSet<String>> {
    let mut seen = BTreeSet::new();
    for _ in 0..PASSES {
        let watch = Watch::new(key)?;
        let names = one_pass(key, most)?;
        if !watch.has_changed()? {
            return Ok(names);
        }
        seen.extend(names);
    }
    tracing::debug!("the registry changes while it is read");
    Ok(seen)
}

fn one_pass(key: &Key, most: u32) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for index in 0.. {
        let Some(name) = child_name(key, index)? else {
            break;
        };
        if index == most {
            tracing::warn!(most, "too many registry keys: the rest is left out");
            break;
        }
        names.extend(usable(name));
    }
    Ok(names)
}

/// The name as a text. One with a NUL can be made by the kernel's own calls, and would open
/// another key than it names.
fn usable(name: OsString) -> Option<String> {
    match name.into_string() {
        Ok(name) if !name.contains('\0') => Some(name),
        Ok(name) => {
            tracing::debug!(name, "registry key left out: a NUL in its name");
            None
        }
        Err(name) => {
            tracing::debug!(?name, "registry key left out: its name is not Unicode");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::windows::ffi::OsStringExt;

    use super::*;

    #[test]
    fn a_name_that_would_open_another_key_is_left_out() {
        assert_eq!(usable("{A}".into()), Some("{A}".to_owned()));
        assert_eq!(usable("a\0b".into()), None);
        assert_eq!(usable(OsString::from_wide(&[0xD800])), None);
    }
}
