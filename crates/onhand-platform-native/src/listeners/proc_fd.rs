//! Which processes hold a socket: those that have a link to it in `/proc/PID/fd`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use onhand_platform::{HostResult, Pid};

use super::budget::Budget;

/// The holders of each of these sockets, which are named by their inodes.
///
/// Every process is looked at, since a socket may have come to several: to stop at the first
/// would miss the others. A process that is another user's, or that keeps its descriptors to itself, shows
/// none; to list it in vain is one system call. What this user's processes have open costs one
/// system call a descriptor, some microseconds.
///
/// # Errors
/// As [`Budget::spend`] says.
pub(super) fn holders(
    proc: &Path,
    inodes: &BTreeSet<u64>,
    mut budget: Budget,
) -> HostResult<BTreeMap<u64, BTreeSet<Pid>>> {
    let mut holders: BTreeMap<u64, BTreeSet<Pid>> = BTreeMap::new();
    for process in fs::read_dir(proc)? {
        budget.in_time()?;
        let process = process?;
        let pid = process
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        let Some(pid) = pid.and_then(Pid::new) else {
            continue;
        };
        for descriptor in open_files(&process.path()) {
            budget.spend()?;
            let target = fs::read_link(descriptor).ok();
            let inode = target.as_deref().and_then(socket_inode);
            if let Some(inode) = inode.filter(|inode| inodes.contains(inode)) {
                holders.entry(inode).or_default().insert(pid);
            }
        }
    }
    Ok(holders)
}

/// What a process has open, or nothing where it doesn't show that or has ended meanwhile.
///
/// Its first thread speaks for it. Where that one has ended and others go on, what they have open
/// shows in their own folders.
fn open_files(process: &Path) -> Box<dyn Iterator<Item = PathBuf>> {
    let Ok(files) = paths(&process.join("fd")) else {
        return Box::new(iter::empty());
    };
    let mut files = files.peekable();
    if files.peek().is_some() {
        return Box::new(files);
    }
    let threads = paths(&process.join("task")).into_iter().flatten();
    Box::new(threads.flat_map(|thread| paths(&thread.join("fd")).into_iter().flatten()))
}

/// What is in a folder, as long as it can be read.
fn paths(folder: &Path) -> io::Result<impl Iterator<Item = PathBuf> + use<>> {
    let entries = fs::read_dir(folder)?.map_while(Result::ok);
    Ok(entries.map(|entry| entry.path()))
}

/// The number in `socket:[23456]`.
fn socket_inode(target: &Path) -> Option<u64> {
    let number = target.to_str()?.strip_prefix("socket:[")?;
    number.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::time::{Duration, Instant};

    use onhand_platform::HostError;

    use super::*;

    fn budget(files: usize) -> Budget {
        Budget::new(files, Instant::now() + Duration::from_secs(3600))
    }

    #[test]
    fn a_link_to_a_socket_says_its_number() {
        assert_eq!(socket_inode(Path::new("socket:[23456]")), Some(23456));
        for none in [
            "socket:[]",
            "socket:[1",
            "pipe:[1]",
            "/socket:[1]",
            "socket:[x]",
        ] {
            assert_eq!(socket_inode(Path::new(none)), None, "{none}");
        }
    }

    #[test]
    fn a_process_whose_first_thread_has_ended_still_holds_what_it_has_open() {
        let proc = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(proc.path().join("20/fd")).expect("creates");
        for (thread, target) in [("20", None), ("21", Some("socket:[7]")), ("22", None)] {
            let descriptors = proc.path().join(format!("20/task/{thread}/fd"));
            fs::create_dir_all(&descriptors).expect("creates");
            if let Some(target) = target {
                symlink(target, descriptors.join("3")).expect("links");
            }
        }
        let holders = holders(proc.path(), &BTreeSet::from([7]), budget(9)).expect("is shown");
        assert_eq!(holders[&7], BTreeSet::from_iter(Pid::new(20)));
    }

    #[test]
    fn what_could_not_be_looked_through_is_not_said_to_be_without_holders() {
        let proc = tempfile::tempdir().expect("a temporary folder");
        let descriptors = proc.path().join("1/fd");
        fs::create_dir_all(&descriptors).expect("creates");
        for number in 0..3 {
            let link = descriptors.join(number.to_string());
            symlink("socket:[7]", link).expect("links");
        }
        let inodes = BTreeSet::from([7]);
        let held = holders(proc.path(), &inodes, budget(3)).expect("three are within the bound");
        assert_eq!(held[&7].len(), 1);
        let error = holders(proc.path(), &inodes, budget(2)).expect_err("one more than the bound");
        let text = "too many open files to look through";
        assert_eq!(error, HostError::Io(text.to_owned()));
        let over = Budget::new(3, Instant::now());
        let error = holders(proc.path(), &inodes, over).expect_err("the deadline is over");
        assert_eq!(error, HostError::TimedOut);
    }
}
