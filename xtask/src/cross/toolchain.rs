//! Whose compiler is taken, and for which targets.

use std::ffi::OsString;

use clap::ValueEnum;

use crate::cargo::Invocation;

use super::cache::Cache;
use super::{debian, rustup};

/// The target whose tests run: mingw-w64 links it, Wine runs it.
pub(super) const TESTED: &str = "x86_64-pc-windows-gnu";

/// The targets that clippy reads. Nothing here links them, so no dependency may compile C.
pub(super) const LINTED: [&str; 3] = [
    "x86_64-pc-windows-msvc",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
];

pub(super) fn targets() -> impl Iterator<Item = &'static str> {
    [TESTED].into_iter().chain(LINTED)
}

/// In the order of preference: rustup's is the very compiler of the ordinary checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Source {
    /// The toolchain in use, with the targets added
    Rustup,
    /// Debian's packages, with the standard library built from their source
    Debian,
}

impl Source {
    /// The toolchain, if it is set up.
    pub(super) fn find(self, cache: &Cache) -> Result<Toolchain, String> {
        match self {
            Self::Rustup => rustup::find(),
            Self::Debian => debian::find(cache),
        }
    }

    /// Adds what the toolchain lacks.
    pub(super) fn set_up(self, cache: &Cache) -> Result<Toolchain, String> {
        match self {
            Self::Rustup => rustup::set_up(),
            Self::Debian => debian::set_up(cache),
        }
    }
}

/// A compiler that has the standard library of every target.
#[derive(Debug)]
pub(super) struct Toolchain {
    pub(super) name: &'static str,
    pub(super) cargo: OsString,
    pub(super) variables: Vec<(&'static str, OsString)>,
}

impl Toolchain {
    pub(super) fn invocation(&self, line: &str) -> Invocation {
        Invocation::new(line)
            .of(self.cargo.clone())
            .with(self.variables.clone())
    }
}

/// The first source that `attempt` gets a toolchain of, or that of `choice` alone.
pub(super) fn first<T>(
    choice: Option<Source>,
    mut attempt: impl FnMut(Source) -> Result<T, String>,
) -> Result<T, String> {
    let mut problems = Vec::new();
    for &source in Source::value_variants() {
        if choice.is_some_and(|choice| choice != source) {
            continue;
        }
        match attempt(source) {
            Ok(found) => return Ok(found),
            Err(problem) => problems.push(problem),
        }
    }
    Err(problems.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was asked for, and what came of it.
    fn asked(choice: Option<Source>, has: &[Source]) -> (Vec<Source>, Result<Source, String>) {
        let mut asked = Vec::new();
        let found = first(choice, |source| {
            asked.push(source);
            let problem = || format!("no {source:?}");
            has.contains(&source).then_some(source).ok_or_else(problem)
        });
        (asked, found)
    }

    #[test]
    fn rustup_comes_first_and_debian_where_it_cannot() {
        use Source::{Debian, Rustup};
        assert_eq!(asked(None, &[Rustup, Debian]), (vec![Rustup], Ok(Rustup)));
        assert_eq!(asked(None, &[Debian]), (vec![Rustup, Debian], Ok(Debian)));
        let (_, nothing) = asked(None, &[]);
        assert_eq!(nothing, Err("no Rustup; no Debian".to_owned()));
    }

    #[test]
    fn a_chosen_source_is_the_only_one_asked() {
        use Source::{Debian, Rustup};
        assert_eq!(
            asked(Some(Debian), &[Rustup, Debian]),
            (vec![Debian], Ok(Debian))
        );
        let (asked, found) = asked(Some(Rustup), &[Debian]);
        assert_eq!((asked, found), (vec![Rustup], Err("no Rustup".to_owned())));
    }
}
