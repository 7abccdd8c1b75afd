//! The program, started as a user would.

use std::path::{Path, PathBuf};
use std::process::Command;

use onhand_testkit::program;
pub(crate) use onhand_testkit::program::{Run, folder, run};

/// The program in that folder, with nothing from outside that changes its output.
pub(crate) fn command(folder: &Path, args: &[&str]) -> Command {
    program::command(Path::new(env!("CARGO_BIN_EXE_onhand")), folder, args)
}

pub(crate) fn onhand(folder: &Path, args: &[&str]) -> Run {
    run(command(folder, args).output().expect("it starts"))
}

/// The program with that on its stdin.
pub(crate) fn piped(folder: &Path, args: &[&str], stdin: &[u8]) -> Run {
    program::piped(command(folder, args), stdin)
}

/// The folder of input files of these tests.
pub(crate) fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}
