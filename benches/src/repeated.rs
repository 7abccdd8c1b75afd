//! One piece of work, repeated: what valgrind and strace watch. Whatever happens around the repetitions is the same for any
//! number of them, so the difference between two numbers is the work alone.

use std::env;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::stage::{self, Stage};
use crate::work;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Which piece
    name: String,
    /// How often
    times: u32,
}

pub(crate) fn run(options: &Options, stage: &Stage) -> Result<ExitCode, String> {
    let mut piece = work::prepared(&options.name, stage)?;
    for _ in 0..options.times {
        piece();
    }
    Ok(ExitCode::SUCCESS)
}

/// `watcher`, which is told to watch so many repetitions by this very program. It runs on the same stage.
pub(crate) fn watched(mut watcher: Command, name: &str, times: u32) -> Result<Command, String> {
    let program = env::current_exe().map_err(|error| format!("this program: {error}"))?;
    // To look a variable up is to go through all of them: let there be as many everywhere.
    let kept = ["PATH", "HOME", stage::VARIABLE];
    let kept = kept.map(|name| (name, env::var_os(name).unwrap_or_default()));
    watcher
        .env_clear()
        .envs(kept)
        .arg(program)
        .args(["repeat", name])
        .arg(times.to_string());
    Ok(watcher)
}
