//! What Linux and macOS have beside files and folders: links, FIFOs, and users who are refused
//! something.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use onhand_testkit::program;

use super::folders::Folders;
use crate::PROGRAM;
use crate::case::Case;
use crate::machine::Fault;

const NOBODY: u32 = 65_534;

/// Links, FIFOs, and what is closed to its user until it is dropped.
#[derive(Default)]
pub(super) struct Special {
    closed: Vec<PathBuf>,
}

impl Special {
    pub(super) fn new(case: &Case, folders: &mut Folders<'_>) -> Self {
        let machine = case.machine();
        assert!(machine.uninstall.is_empty(), "only Windows has a registry");
        // As in a scenario, where a file says nothing of it.
        for path in machine.files.keys() {
            set_mode(Path::new(path), 0o755).expect("can be executed");
        }
        for (at, target) in &machine.symlinks {
            symlink(target, folders.make_room(at)).expect("links");
        }
        for (path, fault) in &machine.faults {
            if let Fault::Fifo = fault {
                let made = Command::new("mkfifo").arg(folders.make_room(path)).status();
                assert!(made.expect("mkfifo runs").success());
            }
        }
        // Last, since nothing can be put into a closed folder.
        let mut special = Special::default();
        for (path, fault) in &machine.faults {
            let path = Path::new(path);
            match fault {
                Fault::Fifo => {}
                Fault::Unreadable => special.close(path),
                Fault::PermissionDenied => special.close(path.parent().expect("a folder of ours")),
            }
        }
        special
    }

    fn close(&mut self, path: &Path) {
        // A file that can't be read can be executed all the same.
        let mode = if path.is_file() { 0o111 } else { 0 };
        set_mode(path, mode).expect("closes");
        self.closed.push(path.to_owned());
    }
}

impl Drop for Special {
    fn drop(&mut self) {
        for path in &self.closed {
            // Where this fails, so does the removal of its folder, which says so.
            let _ = set_mode(path, 0o755);
        }
    }
}

/// The program. Nothing is closed to root: there it runs as `nobody`, from a place that `nobody`
/// can reach.
pub(super) fn command(case: &Case, args: &[&str]) -> Command {
    let root = case.root();
    if fs::metadata(root).expect("it is ours").uid() != 0 {
        return program::command(Path::new(PROGRAM), &case.folder(), args);
    }
    set_mode(root, 0o755).expect("opens");
    let reachable = root.join("onhand");
    if !reachable.exists() {
        fs::copy(PROGRAM, &reachable).expect("copies");
    }
    let mut command = program::command(&reachable, &case.folder(), args);
    command.uid(NOBODY).gid(NOBODY);
    command
}

fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}
