//! Instructions of the hot pieces under valgrind, against the figures that the repository keeps. Unlike times, they are
//! nearly the same in every run, so that a test can fail by them.

mod figures;
mod valgrind;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use figures::{Change, Figures, MadeWith};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Write the figures, in place of comparing with them
    #[arg(long)]
    bless: bool,
}

/// The pieces, each with how often it is repeated, and repeated once more: enough that what a run differs by is little
/// beside it, and few enough that a run takes seconds.
const CASES: &[(&str, u32)] = &[
    ("metadata", 1_000),
    ("present", 1_000),
    ("missing", 1_000),
    ("bundle", 1_000),
    ("home", 1_000),
    ("variable", 1_000),
    ("no-requirements", 1_000),
    ("pass-1k", 6),
    ("pass-again", 12),
    ("uninstall-entries", 10),
    ("uninstall-found", 1),
    ("uninstall-not-found", 1),
    ("check-fn-unregistered", 1_000),
    ("check-fn-registered", 1_000),
    ("skills-100-warm", 3),
    ("skills-100-cold", 3),
    ("frontmatter", 100),
    ("frontmatter-bomb", 20),
    ("yaml-1", 50),
    ("json-1", 100),
    ("plist-xml", 50),
    ("plist-binary", 100),
    ("pe", 100),
];

pub(crate) fn run(options: &Options) -> Result<ExitCode, String> {
    let made_with = MadeWith::here()?;
    let mut found = Figures::new(made_with);
    let kept = if options.bless {
        None
    } else {
        Some(Figures::read(&file())?)
    };
    let mut worse = Vec::new();
    for &(name, times) in CASES {
        let instructions = valgrind::instructions(name, times)?;
        found.set(name, instructions);
        match &kept {
            None => println!("{name:<22} {instructions:>12}"),
            Some(kept) => {
                let change = Change::between(kept.of(name), instructions);
                println!("{name:<22} {instructions:>12}  {change}");
                if !change.is_within_bounds() {
                    worse.push(name);
                }
            }
        }
    }
    let Some(kept) = kept else {
        found.write(&file())?;
        println!("written to {}", file().display());
        return Ok(ExitCode::SUCCESS);
    };
    if worse.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("beyond the bounds: {}", worse.join(", "));
    if let Some(difference) = kept.made_otherwise(&found) {
        println!("{difference}: this is a report, and fails nothing");
        return Ok(ExitCode::SUCCESS);
    }
    println!("if it is meant: cargo xtask bench --instructions --bless");
    Ok(ExitCode::FAILURE)
}

/// Where the figures are kept.
fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.toml")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::work;

    #[test]
    fn a_figure_is_kept_for_each_case_and_each_case_is_a_piece() {
        let kept = Figures::read(&file()).expect("it is part of the repository");
        let cases: BTreeSet<_> = CASES.iter().map(|(name, _)| *name).collect();
        assert_eq!(cases, kept.names().collect());
        for name in cases {
            assert!(work::names().any(|other| other == name), "{name}");
        }
    }
}
