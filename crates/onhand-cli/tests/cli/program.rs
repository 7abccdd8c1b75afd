//! The program, started as a user would.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a run said, and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_onhand");

/// The program in that folder, with nothing from outside that changes its output.
pub(crate) fn command(folder: &Path, args: &[&str]) -> Command {
    command_of(Path::new(PROGRAM), folder, args)
}

/// The same, with the program at another place.
pub(crate) fn command_of(program: &Path, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn onhand(folder: &Path, args: &[&str]) -> Run {
    run(command(folder, args).output().expect("it starts"))
}

/// The program with that on its stdin.
pub(crate) fn piped(folder: &Path, args: &[&str], stdin: &[u8]) -> Run {
    let mut child = command(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut pipe = child.stdin.take().expect("it is piped");
    // Who reads no stdin, or only the beginning of it, closes the pipe.
    let _ = pipe.write_all(stdin);
    drop(pipe);
    run(child.wait_with_output().expect("it ends"))
}

pub(crate) fn run(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

impl Run {
    /// The JSON on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!("{error} in {:?}, beside {:?}", self.stdout, self.stderr)
        })
    }
}

/// The folder of input files of these tests.
pub(crate) fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}
