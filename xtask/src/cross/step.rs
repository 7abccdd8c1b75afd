//! The steps, and what cargo is told in each.

use std::env;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cargo::{Invocation, Runner, root};
use crate::steps::{self, Outcome};

use super::cache::Cache;
use super::packages::LINKER;
use super::session::Session;
use super::toolchain::{self, LINTED, TESTED};
use super::wine::Wine;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Step {
    /// What the others need, as far as it is missing
    Setup,
    /// Every crate's tests as programs of Windows, under Wine
    Test,
    /// The examples in the documentation, likewise
    Doctest,
    /// Every target of every crate, for Windows and for macOS, without a warning
    Clippy,
}

impl steps::Step for Step {
    const CHORE: &'static str = "cross";
}

impl Step {
    pub(super) fn execute(self, cache: &Cache) -> Outcome {
        let ended = match self {
            Self::Setup => set_up(cache),
            Self::Test => under_wine(cache, &test_line(Runner::find())),
            Self::Doctest => under_wine(cache, &doctest_line()),
            Self::Clippy => clippy(),
        };
        ended.unwrap_or_else(Outcome::from)
    }
}

fn set_up(cache: &Cache) -> Result<Outcome, String> {
    toolchain::set_up()?;
    let wine = Wine::set_up(cache)?;
    println!("    {wine}");
    Ok(Outcome::Passed)
}

fn under_wine(cache: &Cache, line: &str) -> Result<Outcome, String> {
    set_up_before(toolchain::check())?;
    let wine = set_up_before(Wine::find(cache))?;
    let invocation = wine_invocation(&wine, line);
    println!("    {invocation}");
    let _session = Session::start(&wine)?;
    Ok(invocation.run())
}

fn clippy() -> Result<Outcome, String> {
    set_up_before(toolchain::check())?;
    let invocation = invocation(&clippy_line());
    println!("    {invocation}");
    Ok(invocation.run())
}

fn set_up_before<T>(found: Result<T, String>) -> Result<T, String> {
    found.map_err(|problem| format!("{problem}: first comes the step `setup`"))
}

/// Without the chores' own tests: they ask this machine's cargo.
fn test_line(runner: Runner) -> String {
    let command = runner.command();
    let profile = match runner {
        Runner::Nextest => " --profile wine",
        Runner::CargoTest => "",
    };
    format!("{command}{profile} --workspace --exclude xtask --locked --target {TESTED}")
}

fn doctest_line() -> String {
    format!("test --workspace --exclude xtask --locked --doc --target {TESTED}")
}

fn clippy_line() -> String {
    let targets = LINTED.map(|target| format!("--target {target}")).join(" ");
    format!("clippy --workspace --all-targets --locked {targets} -- -D warnings")
}

fn wine_invocation(wine: &Wine, line: &str) -> Invocation {
    let programs = [
        ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", LINKER.into()),
        ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine.runner()),
    ];
    invocation(line).with(programs).with(wine.variables())
}

/// With a target folder of its own, so that the ordinary builds don't wait for it.
fn invocation(line: &str) -> Invocation {
    let ordinary = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let own = root().join(ordinary).join("cross");
    let variables = [("CARGO_TARGET_DIR", own.into())];
    Invocation::new(line).with(variables)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::steps::Step as _;

    use super::*;

    #[test]
    fn what_is_needed_is_there_before_it_is_used() {
        let first = Step::value_variants().first();
        assert_eq!(first.map(|step| step.name()), Some("setup".to_owned()));
    }

    #[test]
    fn every_crate_is_tested_for_windows() {
        let lines = [
            test_line(Runner::Nextest),
            test_line(Runner::CargoTest),
            doctest_line(),
        ];
        for line in lines {
            assert!(
                line.contains(" --workspace --exclude xtask --locked "),
                "{line}"
            );
            assert!(line.ends_with(" --target x86_64-pc-windows-gnu"), "{line}");
        }
    }

    #[test]
    fn the_profile_that_nextest_is_given_is_configured() {
        let line = test_line(Runner::Nextest);
        let (_, rest) = line.split_once("--profile ").expect("one is given");
        let name = rest.split(' ').next().expect("it has a name");
        let path = root().join(".config/nextest.toml");
        let text = fs::read_to_string(path).expect("it is there");
        let configuration: toml::Table = text.parse().expect("it is TOML");
        assert!(configuration["profile"].get(name).is_some(), "{name}");
    }

    #[test]
    fn windows_and_both_macs_are_linted_with_warnings_as_errors() {
        assert_eq!(
            clippy_line(),
            "clippy --workspace --all-targets --locked \
             --target x86_64-pc-windows-msvc --target aarch64-apple-darwin \
             --target x86_64-apple-darwin -- -D warnings"
        );
    }

    #[test]
    fn a_program_of_windows_is_linked_by_mingw_and_run_by_wine() {
        let line = wine_invocation(&Wine::sample(), "test --doc").to_string();
        for variable in [
            "_GNU_LINKER=x86_64-w64-mingw32-gcc ",
            "_GNU_RUNNER='timeout ",
            "WINEPREFIX=",
        ] {
            assert!(line.contains(variable), "{line}");
        }
        assert!(line.ends_with(" cargo test --doc"), "{line}");
    }

    #[test]
    fn the_builds_have_a_target_folder_of_their_own() {
        let line = invocation("check").to_string();
        let (_, rest) = line.split_once("CARGO_TARGET_DIR=").expect("it is named");
        let (folder, _) = rest.split_once(" cargo ").expect("cargo follows");
        let folder = Path::new(folder.trim_matches('\''));
        assert!(folder.is_absolute() && folder.ends_with("cross"));
    }
}
