//! The folder of what is made once, and how it is known to be whole.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Names the cache folder in place of the user's own one.
const VARIABLE: &str = "ONHAND_CROSS_CACHE";

/// Held for as long as this value lives: two runs in one Wine prefix would end each other's server.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    _lock: File,
}

impl Cache {
    /// Waits for another run to end.
    pub(super) fn open() -> Result<Self, String> {
        let folder = folder(|name| env::var_os(name))?;
        let failed = |error: io::Error| format!("{} can't be used: {error}", folder.display());
        // Wine wants the whole path.
        let folder = std::path::absolute(&folder).map_err(failed)?;
        fs::create_dir_all(&folder).map_err(failed)?;
        let lock = File::create(folder.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                println!("==> waiting for another run to end");
                lock.lock().map_err(failed)?;
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// By the XDG base directory specification, in which a relative path counts as none.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf, String> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let whole = |name| {
        set(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    set(VARIABLE)
        .map(PathBuf::from)
        .or_else(|| Some(whole("XDG_CACHE_HOME")?.join("onhand-cross")))
        .or_else(|| Some(whole("HOME")?.join(".cache/onhand-cross")))
        .ok_or_else(|| format!("there is no place for a cache: set HOME or {VARIABLE}"))
}

/// Whether `folder` was made to the end, from what `stamp` tells of.
pub(super) fn is_made(folder: &Path, stamp: &str) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|found| found == stamp)
}

/// Makes a folder anew, unless it is made. The stamp is written last: what was interrupted has none.
pub(super) fn make(
    folder: &Path,
    stamp: &str,
    fill: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    if is_made(folder, stamp) {
        return Ok(());
    }
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    fs::create_dir_all(folder).map_err(failed)?;
    fill()?;
    fs::write(folder.join(STAMP), stamp).map_err(failed)
}

const STAMP: &str = "stamp";

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_where(set: &[(&str, &str)]) -> Result<PathBuf, String> {
        folder(|name| {
            let found = set.iter().find(|(own, _)| *own == name);
            found.map(|(_, value)| value.into())
        })
    }

    #[test]
    fn the_cache_is_where_the_user_keeps_caches_unless_a_variable_names_it() {
        let root = env::temp_dir();
        let [home, xdg, own] = ["home", "xdg", "own"].map(|name| root.join(name));
        let [home_text, xdg_text, own_text] =
            [&home, &xdg, &own].map(|path| path.to_str().expect("it is text"));
        let mut set = vec![("HOME", home_text)];
        assert_eq!(folder_where(&set), Ok(home.join(".cache/onhand-cross")));
        set.push(("XDG_CACHE_HOME", xdg_text));
        assert_eq!(folder_where(&set), Ok(xdg.join("onhand-cross")));
        set.push((VARIABLE, own_text));
        assert_eq!(folder_where(&set), Ok(own));
    }

    #[test]
    fn an_empty_variable_and_a_relative_base_count_as_unset() {
        let set = [(VARIABLE, ""), ("XDG_CACHE_HOME", "cache"), ("HOME", "")];
        let problem = folder_where(&set).expect_err("nothing is left");
        assert!(problem.contains(VARIABLE), "{problem}");
    }

    #[test]
    fn a_folder_is_made_once_for_each_stamp() {
        let place = tempfile::tempdir().expect("it can be made");
        let folder = place.path().join("made");
        let mut times = 0;
        for (stamp, expected) in [("a", 1), ("a", 1), ("b", 2), ("a", 3)] {
            make(&folder, stamp, || {
                times += 1;
                Ok(())
            })
            .expect("it can be made");
            assert_eq!(times, expected);
            assert!(is_made(&folder, stamp));
        }
        assert!(!is_made(&folder, "b"));
    }

    #[test]
    fn what_was_interrupted_is_made_from_nothing() {
        let place = tempfile::tempdir().expect("it can be made");
        let folder = place.path().join("made");
        make(&folder, "old", || Ok(())).expect("it can be made");
        let half = folder.join("half");
        let problem = make(&folder, "new", || {
            fs::write(&half, "").expect("it can be written");
            Err("no network".to_owned())
        });
        assert_eq!(problem, Err("no network".to_owned()));
        assert!(!is_made(&folder, "old") && !is_made(&folder, "new"));

        make(&folder, "new", || {
            assert!(!half.exists());
            Ok(())
        })
        .expect("it can be made");
    }
}
