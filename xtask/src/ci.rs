//! `cargo xtask ci`: the same checks, in the same order, on every machine.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

/// Which of the steps to run.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Run this step alone (may be repeated)
    #[arg(long, value_name = "STEP", value_delimiter = ',')]
    only: Vec<Step>,
}

impl Selection {
    /// The chosen steps, always in the order of [`Step`].
    fn steps(&self) -> Vec<Step> {
        let every = Step::value_variants().iter().copied();
        every
            .filter(|step| self.only.is_empty() || self.only.contains(step))
            .collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// Formatting, as rustfmt writes it
    Fmt,
    /// Every target of every crate without a warning
    Clippy,
    /// Unit and integration tests
    Test,
    /// The examples in the documentation
    Doctest,
    /// The documentation without a warning
    Doc,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Test => "test",
            Self::Doctest => "doctest",
            Self::Doc => "doc",
        }
    }

    fn invocation(self, runner: Runner) -> Invocation {
        let line = match (self, runner) {
            (Self::Fmt, _) => "fmt --all --check",
            (Self::Clippy, _) => "clippy --workspace --all-targets --locked -- -D warnings",
            (Self::Test, Runner::Nextest) => "nextest run --workspace --locked",
            (Self::Test, Runner::CargoTest) => {
                "test --workspace --locked --lib --bins --tests --examples"
            }
            (Self::Doctest, _) => "test --workspace --locked --doc",
            (Self::Doc, _) => "doc --workspace --no-deps --locked",
        };
        Invocation {
            arguments: line.split(' ').collect(),
            variable: (self == Self::Doc).then_some(("RUSTDOCFLAGS", "-Dwarnings")),
        }
    }
}

/// What runs the tests: nextest where it is installed, else cargo itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    Nextest,
    CargoTest,
}

impl Runner {
    fn find() -> Self {
        let asked = Command::new(cargo())
            .args(["nextest", "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        match asked {
            Ok(status) if status.success() => Self::Nextest,
            _ => Self::CargoTest,
        }
    }
}

/// One call of cargo.
#[derive(Debug)]
struct Invocation {
    arguments: Vec<&'static str>,
    variable: Option<(&'static str, &'static str)>,
}

impl Invocation {
    /// Runs it at the workspace's root with this process's own output streams.
    fn run(&self) -> Outcome {
        let mut command = Command::new(cargo());
        command
            .args(&self.arguments)
            .envs(self.variable)
            .current_dir(root());
        match command.status() {
            Ok(status) if status.success() => Outcome::Passed,
            Ok(status) => Outcome::Failed {
                code: status.code(),
                what: status.to_string(),
            },
            Err(error) => Outcome::Failed {
                code: None,
                what: format!("cannot start: {error}"),
            },
        }
    }
}

impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, value)) = self.variable {
            write!(f, "{name}={value} ")?;
        }
        write!(f, "cargo {}", self.arguments.join(" "))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    /// `code` is what the step ended with, if it ended by itself.
    Failed {
        code: Option<i32>,
        what: String,
    },
    /// A step before it failed.
    NotRun,
}

#[derive(Debug)]
struct Record {
    step: Step,
    outcome: Outcome,
    took: Duration,
}

/// Runs the chosen steps and ends with the status of the first that fails.
pub(crate) fn run(selection: &Selection) -> ExitCode {
    let steps = selection.steps();
    let runner = if steps.contains(&Step::Test) {
        Runner::find()
    } else {
        Runner::CargoTest
    };
    let records = run_steps(&steps, |step| {
        let invocation = step.invocation(runner);
        println!("\n==> {}: {invocation}", step.name());
        if (step, runner) == (Step::Test, Runner::CargoTest) {
            println!("    (faster with nextest: cargo install --locked cargo-nextest)");
        }
        invocation.run()
    });
    println!("\n{}", summary(&records));
    exit_code(&records)
}

fn run_steps(steps: &[Step], mut execute: impl FnMut(Step) -> Outcome) -> Vec<Record> {
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

fn summary(records: &[Record]) -> String {
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
                advice = format!("==> run it alone: cargo xtask ci --only {name}\n");
                format!("    {name:<8} {seconds:>7.1} s  FAILED ({what})\n")
            }
            Outcome::NotRun => format!("    {name:<8}          -  not run\n"),
        };
    }
    text + &advice
}

/// The failed step's own status, or 1 where it has none that this OS can hand on.
fn exit_code(records: &[Record]) -> ExitCode {
    let failure = records.iter().find_map(|record| match record.outcome {
        Outcome::Failed { code, .. } => Some(code.and_then(|code| u8::try_from(code).ok())),
        Outcome::Passed | Outcome::NotRun => None,
    });
    match failure {
        None => ExitCode::SUCCESS,
        Some(code) => ExitCode::from(code.unwrap_or(1)),
    }
}

/// The cargo that started this program, so that every step runs on the same toolchain.
fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask stands in the workspace's root")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(code: Option<i32>) -> Outcome {
        Outcome::Failed {
            code,
            what: "exit status: 101".to_owned(),
        }
    }

    #[test]
    fn without_a_choice_every_step_runs() {
        let selection = Selection { only: Vec::new() };
        assert_eq!(selection.steps(), Step::value_variants());
    }

    #[test]
    fn chosen_steps_keep_the_order_of_the_list() {
        let selection = Selection {
            only: vec![Step::Doc, Step::Fmt],
        };
        assert_eq!(selection.steps(), [Step::Fmt, Step::Doc]);
    }

    #[test]
    fn a_step_is_chosen_by_the_name_that_the_summary_prints() {
        for step in Step::value_variants() {
            let value = step.to_possible_value().expect("no step is hidden");
            assert_eq!(value.get_name(), step.name());
        }
    }

    #[test]
    fn no_step_that_resolves_dependencies_may_change_the_lock_file() {
        for step in Step::value_variants()
            .iter()
            .filter(|step| **step != Step::Fmt)
        {
            for runner in [Runner::Nextest, Runner::CargoTest] {
                let invocation = step.invocation(runner);
                assert!(invocation.arguments.contains(&"--locked"), "{invocation}");
            }
        }
    }

    #[test]
    fn a_warning_in_the_documentation_is_an_error() {
        let line = Step::Doc.invocation(Runner::Nextest).to_string();
        assert_eq!(
            line,
            "RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --locked"
        );
    }

    #[test]
    fn a_failure_ends_the_run_and_names_the_command_that_repeats_it() {
        let mut started = Vec::new();
        let records = run_steps(&[Step::Fmt, Step::Clippy, Step::Test, Step::Doc], |step| {
            started.push(step);
            if step == Step::Clippy {
                failure(Some(101))
            } else {
                Outcome::Passed
            }
        });
        assert_eq!(started, [Step::Fmt, Step::Clippy]);
        assert_eq!(
            records.last().expect("four records").outcome,
            Outcome::NotRun
        );

        let text = summary(&records);
        assert!(text.contains("FAILED (exit status: 101)"), "{text}");
        assert!(text.ends_with("cargo xtask ci --only clippy\n"), "{text}");
    }

    #[test]
    fn the_run_ends_with_the_status_of_the_step_that_failed() {
        let ends = |outcome| exit_code(&run_steps(&[Step::Fmt], |_| Outcome::clone(&outcome)));
        assert_eq!(ends(Outcome::Passed), ExitCode::SUCCESS);
        assert_eq!(ends(failure(Some(101))), ExitCode::from(101));
        // Ended by a signal, or by a Windows status that is no exit code elsewhere.
        assert_eq!(ends(failure(None)), ExitCode::from(1));
        assert_eq!(ends(failure(Some(0x4000_0015))), ExitCode::from(1));
    }
}
