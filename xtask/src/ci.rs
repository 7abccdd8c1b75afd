//! `cargo xtask ci`: the same checks, in the same order, on every machine.

use std::process::ExitCode;

use clap::ValueEnum;

use crate::cargo::{Invocation, Runner};
use crate::steps::{self, Step as _};

/// Which of the steps to run.
pub(crate) type Selection = steps::Selection<Step>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Formatting, as rustfmt writes it
    Fmt,
    /// Every target of every crate without a warning
    Clippy,
    /// The example that is a workspace of its own, as a stranger's crate is
    ThirdParty,
    /// Unit and integration tests
    Test,
    /// The examples in the documentation
    Doctest,
    /// The documentation without a warning
    Doc,
}

/// `cargo generate-lockfile` with this manifest makes its lock file anew.
const THIRD_PARTY: &str = "examples/third-party-kinds/Cargo.toml";

impl steps::Step for Step {
    const CHORE: &'static str = "ci";
}

impl Step {
    fn invocation(self, find: impl FnOnce() -> Runner) -> Invocation {
        match self {
            Self::Fmt => Invocation::new("fmt --all --check"),
            Self::Clippy => {
                Invocation::new("clippy --workspace --all-targets --locked -- -D warnings")
            }
            Self::ThirdParty => Invocation::new(&format!(
                "test --manifest-path {THIRD_PARTY} --target-dir target --locked"
            )),
            Self::Test => Invocation::new(&format!("{} --workspace --locked", find().command())),
            Self::Doctest => Invocation::new("test --workspace --locked --doc"),
            Self::Doc => Invocation::new("doc --workspace --no-deps --locked")
                .with([("RUSTDOCFLAGS", "-Dwarnings".into())]),
        }
    }
}

/// Runs the chosen steps and ends with the status of the first that fails.
pub(crate) fn run(selection: &Selection) -> ExitCode {
    selection.run(|step| {
        let invocation = step.invocation(Runner::find);
        println!("\n==> {}: {invocation}", step.name());
        invocation.run()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_step_that_resolves_dependencies_may_change_the_lock_file() {
        for step in Step::value_variants()
            .iter()
            .filter(|step| **step != Step::Fmt)
        {
            for runner in [Runner::Nextest, Runner::CargoTest] {
                let line = step.invocation(|| runner).to_string();
                assert!(line.contains(" --locked"), "{line}");
            }
        }
    }

    #[test]
    fn a_warning_in_the_documentation_is_an_error() {
        let line = Step::Doc.invocation(|| Runner::Nextest).to_string();
        assert_eq!(
            line,
            "RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --locked"
        );
    }
}
