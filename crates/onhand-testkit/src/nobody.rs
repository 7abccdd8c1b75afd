//! A test that runs once more as the user `nobody`: to root nothing is closed.

use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::rerun::rerun;

/// A program that is started as nobody, from a folder that is open to everybody.
pub fn as_nobody(program: &mut Command) -> &mut Command {
    const NOBODY: u32 = 65_534;
    program.uid(NOBODY).gid(NOBODY).current_dir("/")
}

/// As [`rerun`], as nobody. Fails where root can't: where there is no such user, and where the way to this
/// program is closed to it.
pub fn rerun_as_nobody(test: &str, prepare: impl FnOnce(&mut Command)) {
    let started = rerun(test, |child| prepare(as_nobody(child)));
    started.expect("root can start this program as the user 65534");
}
