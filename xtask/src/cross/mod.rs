//! `cargo xtask cross`: what a Linux machine can prove of Windows and macOS. The tests run as Windows
//! programs under Wine, and clippy reads the code of Windows and macOS as it reads Linux's.
//!
//! Everything it makes lies in one cache folder ([`cache`]). The compiler is rustup's; `xtask/cross/debian.sh` runs this by
//! Debian's ([`toolchain`]).

mod cache;
mod packages;
mod session;
mod step;
mod toolchain;
mod wine;

use std::env::consts::{ARCH, OS};
use std::process::ExitCode;

use clap::Args;

use crate::steps::{Selection, Step as _};

use cache::Cache;
use step::Step;

/// Which of the steps to run.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    selection: Selection<Step>,
}

/// Runs the chosen steps and ends with the status of the first that fails.
pub(crate) fn run(options: &Options) -> ExitCode {
    let cache = match check_machine(OS, ARCH).and_then(|()| Cache::open()) {
        Ok(cache) => cache,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    options.selection.run(|step| {
        println!("\n==> {}", step.name());
        step.execute(&cache)
    })
}

/// Wine runs programs for the processor that it runs on, and ours are for x86-64.
fn check_machine(os: &str, arch: &str) -> Result<(), String> {
    if (os, arch) == ("linux", "x86_64") {
        return Ok(());
    }
    Err(format!(
        "`cargo xtask cross` needs Linux on x86_64, and this is {os} on {arch}. What holds on this machine \
         is checked by `cargo xtask ci`, which CI runs on Linux, macOS and Windows."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_cannot_is_told_what_covers_it() {
        assert_eq!(check_machine("linux", "x86_64"), Ok(()));
        for (os, arch) in [
            ("macos", "aarch64"),
            ("windows", "x86_64"),
            ("linux", "aarch64"),
        ] {
            let problem = check_machine(os, arch).expect_err("it can't");
            assert!(problem.contains(os) && problem.contains(arch), "{problem}");
            assert!(problem.contains("`cargo xtask ci`"), "{problem}");
        }
    }
}
