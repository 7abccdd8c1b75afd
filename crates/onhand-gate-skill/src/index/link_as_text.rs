//! What a checkout without symbolic links leaves in place of one: a small file that holds the path of a folder.

use onhand_platform::{FileKind, InspectHost, RootedPath, read_bounded};

/// The longest path that is taken for one, in bytes: what Linux allows.
const MAX_BYTES: u64 = 4096;

/// Whether the file holds nothing but the path of a folder, from the folder that holds it. Costs a `stat`, and for
/// a small file an `open`, a read and a `stat`.
pub(super) fn names_a_folder(host: &dyn InspectHost, folder: &RootedPath, name: &str) -> bool {
    let Ok(path) = folder.join(name) else {
        return false;
    };
    let is_small = |len: u64| (1..=MAX_BYTES).contains(&len);
    if !host.stat(&path).is_ok_and(|file| is_small(file.len)) {
        return false;
    }
    let text = read_bounded(host, &path, MAX_BYTES).ok();
    let text = text.and_then(|text| String::from_utf8(text).ok());
    text.and_then(|text| followed(folder, text.trim_end_matches(['\r', '\n'])))
        .and_then(|target| host.stat(&target).ok())
        .is_some_and(|target| target.kind == FileKind::Directory)
}

/// Where a relative path leads from the folder. Only what has a `/` in it is one: a word is none.
fn followed(folder: &RootedPath, text: &str) -> Option<RootedPath> {
    if !text.contains('/') || text.starts_with('/') || text.contains(char::is_control) {
        return None;
    }
    let mut at = folder.clone();
    for name in text.split('/').filter(|name| !matches!(*name, "" | ".")) {
        at = match name {
            ".." => at.parent()?,
            name => at.join(name).ok()?,
        };
    }
    Some(at)
}
