//! `cargo xtask fuzz`: every fuzz target for a while, one after the other.
//!
//! The targets are in `fuzz/`, a workspace of its own, since libFuzzer needs a nightly toolchain.
//! They build on stable as well, without libFuzzer: the tests here run them over their seeds.

mod corpus;
mod outcome;
mod target;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use outcome::{Findings, Outcome};
use target::Target;

/// Which targets to run, and for how long.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// How long each target runs, once it is built
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// The targets to run; all, where none is named
    #[arg(value_name = "TARGET")]
    targets: Vec<Target>,
}

impl Selection {
    /// The chosen targets, always in the order of [`Target`].
    fn targets(&self) -> Vec<Target> {
        let every = Target::ALL.iter().copied();
        every
            .filter(|target| self.targets.is_empty() || self.targets.contains(target))
            .collect()
    }
}

#[derive(Debug)]
struct Record {
    target: Target,
    outcome: Outcome,
    took: Duration,
}

/// Runs the chosen targets, a crash of one being no reason to leave the next out.
pub(crate) fn run(selection: &Selection) -> ExitCode {
    let targets = selection.targets();
    if let Err(problem) = tools::check() {
        eprintln!("{problem}");
        return ExitCode::FAILURE;
    }
    let root = root();
    let mut records = Vec::new();
    for target in targets {
        let name = target.name();
        match corpus::fill(&root, target) {
            Ok(seeds) => println!("==> {name}: {seeds} seeds"),
            Err(error) => {
                eprintln!("{name}: the seeds can't be written: {error}");
                return ExitCode::FAILURE;
            }
        }
        if !tools::build(&root, target) {
            eprintln!("{name} does not build");
            return ExitCode::FAILURE;
        }
        let start = Instant::now();
        let outcome = tools::fuzz(&root, target, selection.seconds);
        records.push(Record {
            target,
            outcome,
            took: start.elapsed(),
        });
    }
    println!("\n{}", summary(&records));
    if records.iter().all(|record| record.outcome.has_passed()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A line for each target, then how each failure is seen again.
fn summary(records: &[Record]) -> String {
    let mut text = String::from("==> summary          executions   new units\n");
    let mut advice = String::new();
    for Record {
        target,
        outcome,
        took,
    } in records
    {
        let name = target.name();
        let seconds = took.as_secs_f64();
        let Findings {
            executions,
            new_units,
            artifact,
        } = &outcome.findings;
        let [executions, new_units] =
            [executions, new_units].map(|count| count.map_or("-".to_owned(), |n| n.to_string()));
        let end = match &outcome.failure {
            None => "passed".to_owned(),
            Some(what) => format!("FAILED ({what})"),
        };
        text +=
            &format!("    {name:<15} {executions:>11} {new_units:>11} {seconds:>7.1} s  {end}\n");
        if outcome.has_passed() {
            continue;
        }
        advice += &match artifact {
            Some(artifact) => format!(
                "==> {name} failed on {artifact}\n    see it again: cargo +nightly fuzz run {name} {artifact}\n"
            ),
            None => format!("==> {name} failed and left no artifact\n"),
        };
    }
    text + &advice
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask stands in the workspace's root")
        .to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_choice_every_target_runs() {
        let selection = |targets: &[Target]| Selection {
            seconds: 1,
            targets: targets.to_vec(),
        };
        assert_eq!(selection(&[]).targets(), Target::ALL);
        assert_eq!(
            selection(&[Target::Expansion, Target::Pe]).targets(),
            [Target::Pe, Target::Expansion]
        );
    }

    #[test]
    fn a_failure_names_the_artifact_and_the_command_that_shows_it_again() {
        let record = |target, failure: Option<&str>| Record {
            target,
            outcome: Outcome {
                findings: Findings {
                    executions: Some(1234),
                    new_units: Some(5),
                    artifact: Some("fuzz/artifacts/pe/crash-0a".to_owned()),
                },
                failure: failure.map(str::to_owned),
            },
            took: Duration::from_millis(1500),
        };
        let text = summary(&[
            record(Target::Pe, Some("exit status: 77")),
            record(Target::Plist, None),
        ]);
        assert_eq!(
            text,
            "==> summary          executions   new units\n    \
             pe                     1234           5     1.5 s  FAILED (exit status: 77)\n    \
             plist                  1234           5     1.5 s  passed\n\
             ==> pe failed on fuzz/artifacts/pe/crash-0a\n    \
             see it again: cargo +nightly fuzz run pe fuzz/artifacts/pe/crash-0a\n"
        );
    }
}
