//! Measures what onhand's answers cost. `cargo xtask bench` and `cargo xtask syscalls` build this program and run it.
//!
//! | command | what |
//! |---|---|
//! | `table` | each piece of work beside what it can't do without, in time |
//! | `instructions` | the instructions of the hot ones under valgrind, against those that the repository keeps |
//! | `syscalls` | the system calls of looks at this machine, against the host calls that `Recorded` keeps |
//!
//! [`work`] holds the pieces of work, each a function that prepares it once and gives what is repeated. The rest measures.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it measures the real machine, and starts programs"
)]

mod goal;
mod instructions;
mod interleaved;
mod repeated;
mod stage;
mod syscalls;
mod table;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::stage::Stage;

#[derive(Debug, Parser)]
#[command(name = "onhand-bench", about = "What onhand's answers cost")]
struct Arguments {
    #[command(subcommand)]
    measure: Measure,
}

#[derive(Debug, Subcommand)]
enum Measure {
    /// Time of each piece of work, beside what it can't do without
    Table(table::Options),
    /// Instructions of the hot pieces, against those that were kept
    Instructions(instructions::Options),
    /// System calls of looks at this machine, against the host calls
    Syscalls(syscalls::Options),
    /// Repeats one piece of work: what other programs watch
    #[command(hide = true)]
    Repeat(repeated::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match Stage::enter() {
        Ok(stage) => match &arguments.measure {
            Measure::Table(options) => table::run(options, &stage),
            Measure::Instructions(options) => instructions::run(options),
            Measure::Syscalls(options) => syscalls::run(options, &stage),
            Measure::Repeat(options) => repeated::run(options, &stage),
        },
        Err(stage::Elsewhere::Ended(code)) => return code,
        Err(stage::Elsewhere::Failed(problem)) => Err(problem),
    };
    outcome.unwrap_or_else(|problem| {
        eprintln!("{problem}");
        ExitCode::from(2)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }
}
