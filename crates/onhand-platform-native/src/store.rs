//! A file in which a program keeps what it would otherwise have to find out again.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use onhand_platform::{HostError, HostResult, RootedPath, SnapshotStore, read_bounded};

use crate::native;
use crate::native_host::{NativeHost, ours};

/// A [`SnapshotStore`] in a file of this machine. Costs nothing until it is used.
///
/// Updates take turns by a lock on an empty file beside it (`NAME.lock`, which stays). A new
/// content is written to another file (`NAME.new`), brought to the disk, and put in place by a rename, so
/// that whoever reads finds the old or the new one, whole, even after a power cut. The folder is
/// made where it isn't there.
///
/// The file should stand in a folder that is this user's own: what is read from it is believed as far
/// as its reader believes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStore {
    file: RootedPath,
    patience: Duration,
}

/// How long an update waits for others. One takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it sleeps before it tries again.
const PAUSE: Duration = Duration::from_millis(5);

impl FileStore {
    /// A store in that file, which needn't be there yet.
    #[must_use]
    pub fn new(file: RootedPath) -> Self {
        FileStore {
            file,
            patience: PATIENCE,
        }
    }
}

impl SnapshotStore for FileStore {
    fn load(&self, limit: u64) -> HostResult<Option<Vec<u8>>> {
        match read_bounded(&NativeHost::new(), &self.file, limit) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(HostError::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn update(
        &self,
        limit: u64,
        renew: &mut dyn FnMut(Option<Vec<u8>>) -> Vec<u8>,
    ) -> HostResult<()> {
        let file = ours(&self.file)?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Closing it lets go of the lock; so does the end of the process, however it ends.
        let deadline = Instant::now() + self.patience;
        let _turn = lock(&beside(file, ".lock"), deadline)?;
        let kept = self.load(limit).unwrap_or_default();
        Ok(replace(file, &renew(kept), deadline)?)
    }
}

/// The file of that ending beside it.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}

/// Waits for the lock on that file, which is made where it isn't there. It is opened as a file to
/// read is: a FIFO of that name can't make us hang.
fn lock(path: &Path, deadline: Instant) -> HostResult<File> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error.into()),
        _ => {}
    }
    let (file, _) = native::open(path)?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Err(HostError::TimedOut),
        }
    }
}

/// Puts the bytes in place of the file's content, whole or not at all. Only who holds the lock
/// calls it, so that one name for the new file is enough, and what an update that was cut short has left
/// there is nobody's.
fn replace(file: &Path, bytes: &[u8], deadline: Instant) -> io::Result<()> {
    let new = beside(file, ".new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let written = write(&new, bytes).and_then(|()| rename(&new, file, deadline));
    if written.is_err() {
        // It would only take up room.
        let _ = fs::remove_file(&new);
    }
    written
}

/// A Windows may refuse to replace a file for as long as somebody has it open, as who loads it has for a moment.
fn rename(new: &Path, file: &Path, deadline: Instant) -> io::Result<()> {
    loop {
        match fs::rename(new, file) {
            Err(error)
                if cfg!(windows)
                    && error.kind() == ErrorKind::PermissionDenied
                    && Instant::now() < deadline =>
            {
                thread::sleep(PAUSE);
            }
            renamed => return renamed,
        }
    }
}

/// Writes a file that isn't there. Nothing that stands at the path meanwhile is written through.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use onhand_platform::LocateHost;
    use tempfile::TempDir;

    use super::*;

    fn store(folder: &TempDir, name: &str) -> FileStore {
        let path = folder.path().join(name);
        let text = path.to_str().expect("Unicode");
        FileStore::new(RootedPath::new(NativeHost::new().os(), text).expect("rooted"))
    }

    /// The names in the folder, in order.
    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).expect("lists");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("lists").file_name())
            .map(|name| name.into_string().expect("Unicode"))
            .collect();
        names.sort();
        names
    }

    fn put(store: &FileStore, bytes: &[u8]) -> HostResult<()> {
        store.update(100, &mut |_| bytes.to_vec())
    }

    #[test]
    fn what_is_put_there_is_kept_and_nothing_but_an_empty_file_stands_beside_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = store(&folder, "kept");
        assert_eq!(store.load(100), Ok(None));
        for bytes in [&b"one"[..], b"", b"three"] {
            assert_eq!(put(&store, bytes), Ok(()));
            assert_eq!(store.load(100), Ok(Some(bytes.to_vec())));
        }
        assert_eq!(names(&folder), ["kept", "kept.lock"]);
    }

    #[test]
    fn folders_that_are_not_there_are_made_by_an_update_and_not_by_a_load() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = store(&folder, "a/b/kept");
        assert_eq!(store.load(100), Ok(None));
        assert_eq!(names(&folder), Vec::<String>::new());
        assert_eq!(put(&store, b"one"), Ok(()));
        assert_eq!(store.load(100), Ok(Some(b"one".to_vec())));
    }

    #[test]
    fn what_is_too_large_or_no_file_is_not_loaded_and_only_a_file_is_replaced() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let large = store(&folder, "large");
        fs::write(folder.path().join("large"), [7; 101]).expect("writes");
        assert_eq!(large.load(100), Err(HostError::TooLarge { limit: 100 }));
        let mut given = Vec::new();
        let updated = large.update(100, &mut |kept| {
            given.push(kept);
            b"small".to_vec()
        });
        assert_eq!((updated, given), (Ok(()), vec![None]));
        assert_eq!(large.load(100), Ok(Some(b"small".to_vec())));

        fs::create_dir_all(folder.path().join("folder/full")).expect("creates");
        let mut taken = store(&folder, "folder");
        taken.patience = Duration::from_millis(20);
        assert_eq!(taken.load(100), Err(HostError::NotAFile));
        assert!(put(&taken, b"x").is_err());
        assert!(!names(&folder).contains(&"folder.new".to_owned()));
    }

    #[test]
    fn what_an_update_that_was_cut_short_has_left_is_in_nobodys_way() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("kept.new"), "torn").expect("writes");
        fs::write(folder.path().join("kept.lock"), "").expect("writes");
        let store = store(&folder, "kept");
        assert_eq!(put(&store, b"whole"), Ok(()));
        assert_eq!(store.load(100), Ok(Some(b"whole".to_vec())));
        assert_eq!(names(&folder), ["kept", "kept.lock"]);
    }

    #[test]
    fn who_never_gets_a_turn_gives_up_and_leaves_what_is_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut store = store(&folder, "kept");
        assert_eq!(put(&store, b"one"), Ok(()));
        store.patience = Duration::from_millis(20);
        let turn = lock(&folder.path().join("kept.lock"), Instant::now()).expect("nobody holds it");
        assert_eq!(put(&store, b"two"), Err(HostError::TimedOut));
        assert_eq!(store.load(100), Ok(Some(b"one".to_vec())));
        drop(turn);
        assert_eq!(put(&store, b"two"), Ok(()));
    }

    #[test]
    fn a_path_of_another_os_is_no_place_here() {
        let os = NativeHost::new().os();
        let (other, path) = match os {
            onhand_platform::Os::Win32 => (onhand_platform::Os::Linux, "/kept"),
            _ => (onhand_platform::Os::Win32, r"C:\kept"),
        };
        let store = FileStore::new(RootedPath::new(other, path).expect("rooted"));
        let refused = HostError::Unsupported("a path of another OS");
        assert_eq!(store.load(100), Err(refused.clone()));
        assert_eq!(put(&store, b"x"), Err(refused));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_and_a_fifo_makes_nobody_wait() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), "precious").expect("writes");
        for name in ["kept", "kept.new"] {
            std::os::unix::fs::symlink(at("precious"), at(name)).expect("links");
        }
        let kept = store(&folder, "kept");
        assert_eq!(put(&kept, b"one"), Ok(()));
        assert_eq!(kept.load(100), Ok(Some(b"one".to_vec())));
        assert_eq!(fs::read(at("precious")).expect("reads"), b"precious");

        let made = std::process::Command::new("mkfifo")
            .args([at("fifo"), at("other.lock")])
            .status();
        assert!(made.expect("mkfifo runs").success());
        assert_eq!(store(&folder, "fifo").load(100), Err(HostError::NotAFile));
        assert_eq!(
            put(&store(&folder, "other"), b"x"),
            Err(HostError::NotAFile)
        );
    }
}
