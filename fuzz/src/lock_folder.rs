//! The target `lock_folder`.

use onhand_liveness::LockFolder;
use onhand_platform::RootedPath;

use super::application::{FOLDERS, hold, kind, machine, written};

/// At most so many files are put into the folder.
const MAX_FILES: usize = 20;

/// Takes the files of a folder, a blank line between two: a line with the name, then what the file holds.
///
/// ```text
/// 7777.lock
/// {"pid":4242,"authToken":"t"}
///
/// notes.txt
/// anything
/// ```
///
/// It is held to what [`hold`](super::application::hold) says, and at most 16 of the files are read.
pub fn lock_folder(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let files: Vec<(&str, &str)> = text
        .split("\n\n")
        .map(|file| file.split_once('\n').unwrap_or((file, "")))
        .filter(|(name, _)| is_name(name))
        .take(MAX_FILES)
        .collect();
    for (os, folder) in FOLDERS {
        let mut host = machine(os).dir(folder);
        for (name, content) in &files {
            let path = format!("{folder}{name}");
            if RootedPath::new(os, &path).is_ok() {
                host = written(host, &path, content.as_bytes());
            }
        }
        let liveness = hold(&LockFolder, host, &kind("lock_folder", os, folder), 16);
        assert!(liveness.remarks.len() <= 6, "{:?}", liveness.remarks);
    }
}

/// Whether it can name a file in the folder itself, on every OS.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+' | ' ' | '~');
    name.len() < 40 && name.contains(char::is_alphanumeric) && name.chars().all(is_plain)
}
