//! `cargo xtask bench` and `cargo xtask syscalls`: build what measures, with optimisations, and run it.
//!
//! What is measured stands in `benches/`. The program is built without the command line beside it, whose runtime would
//! take minutes more and is of use to the whole table alone.

use std::process::ExitCode;

use clap::Args;

use crate::cargo::Invocation;
use crate::steps::Outcome;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Rows of the table to measure (all, if none is named)
    #[arg(conflicts_with = "instructions")]
    rows: Vec<String>,
    /// Print the table as JSON
    #[arg(long, conflicts_with = "instructions")]
    json: bool,
    /// How long to measure each row (default: 2)
    #[arg(long, value_name = "SECONDS", conflicts_with = "instructions")]
    seconds: Option<String>,
    /// Compare instructions with the figures in benches/instructions.toml; beyond 5 % it fails (needs valgrind)
    #[arg(long)]
    instructions: bool,
    /// Write these figures anew
    #[arg(long, requires = "instructions")]
    bless: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Looks {
    /// Looks to count (all, if none is named)
    looks: Vec<String>,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    run_all(&options.invocations())
}

pub(crate) fn syscalls(looks: &Looks) -> ExitCode {
    let mut arguments = vec!["syscalls"];
    arguments.extend(looks.looks.iter().map(String::as_str));
    run_all(&[measuring(&arguments)])
}

impl Options {
    fn invocations(&self) -> Vec<Invocation> {
        if self.instructions {
            let bless = self.bless.then_some("--bless");
            return vec![measuring(
                &["instructions"]
                    .into_iter()
                    .chain(bless)
                    .collect::<Vec<_>>(),
            )];
        }
        let mut arguments = vec!["table"];
        arguments.extend(self.rows.iter().map(String::as_str));
        if self.json {
            arguments.push("--json");
        }
        if let Some(seconds) = &self.seconds {
            arguments.extend(["--seconds", seconds]);
        }
        // A build each: together, the features that the program needs would be built for what is measured, too.
        vec![
            comparable("build --profile measured --locked --package onhand-cli"),
            comparable("build --profile measured --locked --package onhand-bench"),
            measuring(&arguments),
        ]
    }
}

fn measuring(arguments: &[&str]) -> Invocation {
    let run = "run --profile measured --locked --quiet --package onhand-bench --";
    comparable(&format!("{run} {}", arguments.join(" ")))
}

/// Built as everywhere, whatever whoever starts it has set to build faster.
fn comparable(line: &str) -> Invocation {
    let variables = [("CARGO_INCREMENTAL", "0"), ("RUSTFLAGS", "")];
    Invocation::new(line).with(variables.map(|(name, value)| (name, value.into())))
}

/// Runs them up to the first that fails, whose status is this program's. Nothing is said on stdout but what is measured.
fn run_all(invocations: &[Invocation]) -> ExitCode {
    for invocation in invocations {
        if let Outcome::Failed { code, .. } = invocation.run() {
            let code = code.and_then(|code| u8::try_from(code).ok());
            return ExitCode::from(code.unwrap_or(1));
        }
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(options: &Options) -> Vec<String> {
        let invocations = options.invocations();
        let line = |invocation: &Invocation| {
            let line = invocation.to_string();
            let built_as_everywhere = line.strip_prefix("CARGO_INCREMENTAL=0 RUSTFLAGS= ");
            built_as_everywhere.expect("it is").to_owned()
        };
        invocations.iter().map(line).collect()
    }

    fn options() -> Options {
        Options {
            rows: vec!["present".to_owned()],
            json: true,
            seconds: None,
            instructions: false,
            bless: false,
        }
    }

    #[test]
    fn the_table_is_measured_beside_the_program_that_it_starts() {
        assert_eq!(
            lines(&options()),
            [
                "cargo build --profile measured --locked --package onhand-cli",
                "cargo build --profile measured --locked --package onhand-bench",
                "cargo run --profile measured --locked --quiet --package onhand-bench -- table present --json",
            ]
        );
    }

    #[test]
    fn instructions_are_counted_without_the_command_line() {
        let options = Options {
            instructions: true,
            bless: true,
            ..options()
        };
        assert_eq!(
            lines(&options),
            [
                "cargo run --profile measured --locked --quiet --package onhand-bench -- instructions --bless"
            ]
        );
    }
}
