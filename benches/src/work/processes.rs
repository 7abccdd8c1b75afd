//! The program `onhand`, from its start to its end, against a process that does nothing.

use std::env::{self, consts::EXE_SUFFIX};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::Piece;
use crate::stage::Stage;

/// The applications that onhand knows itself.
pub(super) fn check(_: &Stage) -> Piece {
    let mut check = program("onhand");
    check.arg("check");
    // Whatever is on this machine: all of it is offerable, or something isn't.
    until_it_ends(check, &[0, 1])
}

/// One declaration of one's own.
pub(super) fn check_one(stage: &Stage) -> Piece {
    stage.file("vendor/app", "");
    let location = stage.location("vendor/app");
    let os = crate::stage::here();
    let file = stage.file(
        "one.yaml",
        format!("app: {{ {os}: {{ presence: executable, location: '{location}' }} }}\n"),
    );
    let mut check = program("onhand");
    check.arg("check").arg(file);
    until_it_ends(check, &[0])
}

pub(super) fn bare(_: &Stage) -> Piece {
    until_it_ends(program("onhand-bench-bare"), &[0])
}

/// A program that was built beside this one.
fn program(name: &str) -> Command {
    let this: PathBuf = env::current_exe().expect("this program has a place");
    Command::new(this.with_file_name(format!("{name}{EXE_SUFFIX}")))
}

fn until_it_ends(mut command: Command, codes: &'static [i32]) -> Piece {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Box::new(move || {
        let ended = command.status();
        let ended = ended.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let code = ended.code().unwrap_or(-1);
        assert!(codes.contains(&code), "{command:?}: {ended}");
    })
}
