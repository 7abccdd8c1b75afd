//! A chore of several steps: which of them to run, what became of each, and how the program ends.

use std::io;
use std::process::{ExitCode, ExitStatus};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

/// A step of a chore. The order of the variants is that in which they run.
pub(crate) trait Step: ValueEnum + Copy + PartialEq + Send + Sync + 'static {
    /// What `cargo xtask` calls the chore.
    const CHORE: &'static str;

    /// What `--only` and the summary call the step.
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no step is hidden");
        value.get_name().to_owned()
    }
}

/// Which of the steps to run.
#[derive(Debug, Args)]
pub(crate) struct Selection<S: Step> {
    /// Run this step alone (may be repeated)
    #[arg(long, value_name = "STEP", value_delimiter = ',')]
    only: Vec<S>,
}

impl<S: Step> Selection<S> {
    /// Runs the chosen steps up to the first that fails, whose status is the program's.
    pub(crate) fn run(&self, execute: impl FnMut(S) -> Outcome) -> ExitCode {
        let records = run_steps(&self.steps(), execute);
        println!("\n{}", summary(&records));
        exit_code(&records)
    }

    /// The chosen steps, always in the order of the variants.
    pub(crate) fn steps(&self) -> Vec<S> {
        let every = S::value_variants().iter().copied();
        every
            .filter(|step| self.only.is_empty() || self.only.contains(step))
            .collect()
    }
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// `code` is what the step ended with, if it ended by itself.
    Failed {
        code: Option<i32>,
        what: String,
    },
    /// A step before it failed.
    NotRun,
}

impl From<io::Result<ExitStatus>> for Outcome {
    fn from(ended: io::Result<ExitStatus>) -> Self {
        match ended {
            Ok(status) if status.success() => Self::Passed,
            Ok(status) => Self::Failed {
                code: status.code(),
                what: status.to_string(),
            },
            Err(error) => format!("cannot start: {error}").into(),
        }
    }
}

/// A failure that no program ended with.
impl From<String> for Outcome {
    fn from(what: String) -> Self {
        Self::Failed { code: None, what }
    }
}

#[derive(Debug)]
struct Record<S> {
    step: S,
    outcome: Outcome,
    took: Duration,
}

fn run_steps<S: Step>(steps: &[S], mut execute: impl FnMut(S) -> Outcome) -> Vec<Record<S>> {
    let mut failed = false;
    let mut records = Vec::with_capacity(steps.len());
    for &step in steps {
        let start = Instant::now();
        let outcome = if failed {
            Outcome::NotRun
        } else {
            execute(step)
        };
        failed = outcome != Outcome::Passed;
        records.push(Record {
            step,
            outcome,
            took: start.elapsed(),
        });
    }
    records
}

fn summary<S: Step>(records: &[Record<S>]) -> String {
    let mut text = String::from("==> summary\n");
    let mut advice = String::new();
    for Record {
        step,
        outcome,
        took,
    } in records
    {
        let seconds = took.as_secs_f64();
        let name = step.name();
        text += &match outcome {
            Outcome::Passed => format!("    {name:<8} {seconds:>7.1} s  passed\n"),
            Outcome::Failed { what, .. } => {
                advice = format!("==> run it alone: cargo xtask {} --only {name}\n", S::CHORE);
                format!("    {name:<8} {seconds:>7.1} s  FAILED ({what})\n")
            }
            Outcome::NotRun => format!("    {name:<8}          -  not run\n"),
        };
    }
    text + &advice
}

/// The failed step's own status, or 1 where it has none that this OS can hand on.
fn exit_code<S>(records: &[Record<S>]) -> ExitCode {
    let failure = records.iter().find_map(|record| match record.outcome {
        Outcome::Failed { code, .. } => Some(code.and_then(|code| u8::try_from(code).ok())),
        Outcome::Passed | Outcome::NotRun => None,
    });
    match failure {
        None => ExitCode::SUCCESS,
        Some(code) => ExitCode::from(code.unwrap_or(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum Errand {
        Bread,
        FreshMilk,
        Tea,
    }

    impl Step for Errand {
        const CHORE: &'static str = "shopping";
    }

    fn failure(code: Option<i32>) -> Outcome {
        Outcome::Failed {
            code,
            what: "exit status: 101".to_owned(),
        }
    }

    #[test]
    fn without_a_choice_every_step_runs() {
        let selection = Selection::<Errand> { only: Vec::new() };
        assert_eq!(selection.steps(), Errand::value_variants());
    }

    #[test]
    fn chosen_steps_keep_the_order_of_the_list() {
        let selection = Selection {
            only: vec![Errand::Tea, Errand::Bread],
        };
        assert_eq!(selection.steps(), [Errand::Bread, Errand::Tea]);
    }

    #[test]
    fn a_failure_ends_the_run_and_names_the_command_that_repeats_it() {
        let mut started = Vec::new();
        let records = run_steps(Errand::value_variants(), |step| {
            started.push(step);
            if step == Errand::FreshMilk {
                failure(Some(101))
            } else {
                Outcome::Passed
            }
        });
        assert_eq!(started, [Errand::Bread, Errand::FreshMilk]);
        assert_eq!(
            records.last().expect("three records").outcome,
            Outcome::NotRun
        );

        let text = summary(&records);
        assert!(text.contains("FAILED (exit status: 101)"), "{text}");
        assert!(
            text.ends_with("cargo xtask shopping --only fresh-milk\n"),
            "{text}"
        );
    }

    #[test]
    fn the_run_ends_with_the_status_of_the_step_that_failed() {
        let ends = |outcome| exit_code(&run_steps(&[Errand::Tea], |_| Outcome::clone(&outcome)));
        assert_eq!(ends(Outcome::Passed), ExitCode::SUCCESS);
        assert_eq!(ends(failure(Some(101))), ExitCode::from(101));
        // Ended by a signal, or by a Windows status that is no exit code elsewhere.
        assert_eq!(ends(failure(None)), ExitCode::from(1));
        assert_eq!(ends(failure(Some(0x4000_0015))), ExitCode::from(1));
        assert_eq!(ends("no compiler".to_owned().into()), ExitCode::from(1));
    }
}
