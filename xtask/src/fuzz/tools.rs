//! cargo-fuzz on a nightly toolchain.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::outcome::{Findings, Outcome, Tail};
use super::target::Target;

/// The longest that one text may take, in seconds. Far above any promise: the machine may be busy,
/// and the program is instrumented.
const TIMEOUT: u32 = 10;

/// The most that may be allocated at once, in MiB, as the readers promise. What is held in all is
/// left to libFuzzer's own bound: the instrumentation alone takes hundreds.
const MALLOC_LIMIT: u32 = 16;

/// Says what is missing and how to get it.
pub(super) fn check() -> Result<(), String> {
    for (arguments, missing) in [
        (
            &["rustc", "--version"][..],
            "fuzzing needs a nightly toolchain: rustup toolchain install nightly --profile minimal",
        ),
        (
            &["cargo", "fuzz", "--version"],
            "fuzzing needs cargo-fuzz: cargo install --locked cargo-fuzz",
        ),
    ] {
        let asked = nightly(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !asked.is_ok_and(|status| status.success()) {
            return Err(missing.to_owned());
        }
    }
    Ok(())
}

/// Builds a target, with this process's own output streams.
pub(super) fn build(root: &Path, target: Target) -> bool {
    nightly(&["cargo", "fuzz", "build", target.name()])
        .current_dir(root)
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a target that is built. What it prints is shown where it fails.
pub(super) fn fuzz(root: &Path, target: Target, seconds: u64) -> Outcome {
    let mut findings = Findings::default();
    let failure = match watch(root, target, seconds, &mut findings) {
        Ok(failure) => failure,
        Err(error) => Some(format!("cannot run: {error}")),
    };
    Outcome { findings, failure }
}

fn watch(
    root: &Path,
    target: Target,
    seconds: u64,
    findings: &mut Findings,
) -> std::io::Result<Option<String>> {
    let mut child = nightly(&["cargo", "fuzz", "run", target.name(), "--"])
        .args(options(target, seconds))
        .current_dir(root)
        .stderr(Stdio::piped())
        .spawn()?;
    let mut tail = Tail::default();
    let from = root.to_string_lossy();
    if let Some(output) = child.stderr.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            findings.note(&line, &from);
            tail.push(line);
        }
    }
    let status = child.wait()?;
    if status.success() {
        return Ok(None);
    }
    for line in tail.lines() {
        eprintln!("{line}");
    }
    Ok(Some(status.to_string()))
}

/// How libFuzzer is told to run.
fn options(target: Target, seconds: u64) -> Vec<String> {
    let mut options = vec![
        format!("-max_total_time={seconds}"),
        format!("-max_len={}", target.max_len()),
        format!("-timeout={TIMEOUT}"),
        format!("-malloc_limit_mb={MALLOC_LIMIT}"),
        "-print_final_stats=1".to_owned(),
    ];
    options.extend(target.dictionary().map(|path| format!("-dict={path}")));
    options
}

/// A program of the nightly toolchain. `cargo +nightly` would not do: the cargo that started this
/// is no proxy of rustup's.
fn nightly(arguments: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly"]).args(arguments);
    // What this process's own cargo said of itself is not true of the other.
    command.env_remove("CARGO").env_remove("RUSTC");
    // The panic says what is wrong; who wants the calls runs the artifact.
    command.env("RUST_BACKTRACE", "0");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_without_a_dictionary_is_run_without_one() {
        let told = |target| options(target, 5).join(" ");
        assert!(told(Target::Pe).starts_with("-max_total_time=5 -max_len=65536 "));
        assert!(!told(Target::Pe).contains("-dict"));
        assert!(told(Target::Plist).ends_with("-dict=fuzz/dictionaries/plist.dict"));
    }
}
