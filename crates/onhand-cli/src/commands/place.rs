//! From what the user named to a path of this machine.

use std::io;
use std::path::{Component, Path, PathBuf};

use onhand::platform::{Os, RootedPath};

use crate::files::in_words;

/// The path as the host takes it: absolute, by the current folder.
///
/// # Errors
/// Why it can't be one, for people.
pub(super) fn rooted(os: Os, path: &Path) -> Result<RootedPath, String> {
    // std leaves such a path as it is, and a host takes none.
    if cfg!(windows) && path.as_os_str().as_encoded_bytes().starts_with(br"\\?\") {
        return Err(r"a verbatim path is not read: write it as `C:\…`, without `\\?\`".to_owned());
    }
    let absolute = absolute(path).map_err(|error| in_words(&error))?;
    let text = absolute.to_str().ok_or("the path is not valid Unicode")?;
    RootedPath::new(os, text).map_err(|violation| violation.to_string())
}

/// An absolute path without `..`. Windows has already dropped those by the text; elsewhere each
/// leads to where the folder before it really stands.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let climbs = absolute
        .components()
        .any(|part| part == Component::ParentDir);
    if climbs {
        absolute.canonicalize()
    } else {
        Ok(absolute)
    }
}
