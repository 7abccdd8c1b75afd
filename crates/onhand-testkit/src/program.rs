//! A program, started as a user would.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a run said, and how it ended.
#[derive(Debug)]
pub struct Run {
    /// How it ended; `None` where a signal ended it.
    pub code: Option<i32>,
    /// What it said to others.
    pub stdout: String,
    /// What it said of itself.
    pub stderr: String,
}

/// The program in that folder, with nothing from outside that changes its output.
#[must_use]
pub fn command(program: &Path, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

/// What came of a run.
///
/// # Panics
/// Where the output is not a text.
#[must_use]
pub fn run(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Runs it with that on its stdin.
///
/// # Panics
/// Where it can't be started.
#[must_use]
pub fn piped(mut command: Command, stdin: &[u8]) -> Run {
    let mut child = command
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

impl Run {
    /// The JSON on stdout.
    ///
    /// # Panics
    /// Where it is none.
    #[must_use]
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!("{error} in {:?}, beside {:?}", self.stdout, self.stderr)
        })
    }
}

/// A folder with these files.
///
/// # Panics
/// Where it can't be made.
#[must_use]
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}
