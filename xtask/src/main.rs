//! The workspace's own chores: `cargo xtask ci` is what every machine runs before a change counts,
//! `cargo xtask cross` is what a Linux machine can say of Windows and macOS beyond it, and
//! `cargo xtask fixtures` writes the test files that are made rather than written. `cargo xtask bench` and
//! `cargo xtask syscalls` measure what answers cost.
//!
//! The tests in `rules` hold what no compiler checks: which crate may lean on which, what the
//! inner crates must stay free of, and who may switch a lint off. They are unit tests, not files in
//! `tests/`, because cargo rebuilds a package's binary for those, and Windows cannot replace the
//! `xtask.exe` that is running.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "xtask runs cargo and reads the workspace's own files"
)]

mod bench;
mod cargo;
mod ci;
mod cross;
mod fixtures;
mod fuzz;
#[cfg(test)]
mod rules;
mod steps;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "The workspace's own chores")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Measure what answers cost: the time beside what nobody can do without, or the instructions
    Bench(bench::Options),
    /// Run every check in order and stop at the first that fails
    Ci(ci::Selection),
    /// Test for Windows under Wine, and lint for Windows and macOS, on Linux
    Cross(cross::Options),
    /// Fuzz what reads somebody else's bytes (needs nightly and cargo-fuzz)
    Fuzz(fuzz::Selection),
    /// Write the files that versions are read of, with the machines that hold them
    Fixtures(fixtures::Mode),
    /// Count the system calls of looks at this machine, against their host calls (needs strace)
    Syscalls(bench::Looks),
}

fn main() -> ExitCode {
    match Arguments::parse().chore {
        Chore::Bench(options) => bench::run(&options),
        Chore::Ci(selection) => ci::run(&selection),
        Chore::Cross(options) => cross::run(&options),
        Chore::Fuzz(selection) => fuzz::run(&selection),
        Chore::Fixtures(mode) => fixtures::run(&mode),
        Chore::Syscalls(looks) => bench::syscalls(&looks),
    }
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
