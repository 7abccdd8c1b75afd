//! The figures that the repository keeps, what they were made with, and how far another may be from them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::stage::Stage;

/// What is said to who opens the file.
const HEAD: &str = "# Instructions of one piece of work each. Written by `cargo xtask bench --instructions --bless`,\n\
                    # compared by `cargo xtask bench --instructions`.\n\n";

/// How far a figure may be from the one that is kept, in percent.
const BOUND: f64 = 5.0;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Figures {
    made_with: MadeWith,
    instructions: BTreeMap<String, u64>,
}

/// What decides how many instructions the same source takes.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MadeWith {
    compiler: String,
    architecture: String,
    c_library: String,
    valgrind: String,
}

impl MadeWith {
    /// The tools of this machine.
    pub(super) fn here() -> Result<Self, String> {
        Ok(MadeWith {
            compiler: said_by("rustc", "--version")?,
            architecture: std::env::consts::ARCH.to_owned(),
            c_library: said_by("getconf", "GNU_LIBC_VERSION")?,
            valgrind: said_by("valgrind", "--version")?,
        })
    }
}

fn said_by(program: &str, argument: &str) -> Result<String, String> {
    let output = Stage::off_stage(program).arg(argument).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program} {argument}: {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Figures {
    pub(super) fn new(made_with: MadeWith) -> Self {
        Figures {
            made_with,
            instructions: BTreeMap::new(),
        }
    }

    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let said = |error: &dyn fmt::Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| said(&error))?;
        toml::from_str(&text).map_err(|error| said(&error))
    }

    pub(super) fn write(&self, file: &Path) -> Result<(), String> {
        let said = |error: &dyn fmt::Display| format!("{}: {error}", file.display());
        let text = toml::to_string(self).map_err(|error| said(&error))?;
        fs::write(file, format!("{HEAD}{text}")).map_err(|error| said(&error))
    }

    pub(super) fn set(&mut self, name: &str, instructions: u64) {
        self.instructions.insert(name.to_owned(), instructions);
    }

    pub(super) fn of(&self, name: &str) -> Option<u64> {
        self.instructions.get(name).copied()
    }

    #[cfg(test)]
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.instructions.keys().map(String::as_str)
    }

    /// Why these figures say nothing of those; `None` where both were made with the same.
    pub(super) fn made_otherwise(&self, other: &Figures) -> Option<String> {
        let (kept, here) = (&self.made_with, &other.made_with);
        let different: Vec<String> = [
            (&kept.compiler, &here.compiler),
            (&kept.architecture, &here.architecture),
            (&kept.c_library, &here.c_library),
            (&kept.valgrind, &here.valgrind),
        ]
        .into_iter()
        .filter(|(kept, here)| kept != here)
        .map(|(kept, here)| format!("{kept}, and here is {here}"))
        .collect();
        (!different.is_empty())
            .then(|| format!("the figures were made with {}", different.join("; ")))
    }
}

/// What became of a figure.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    /// None was kept.
    New,
    /// By so many percent.
    Percent(f64),
}

impl Change {
    pub(super) fn between(kept: Option<u64>, found: u64) -> Self {
        let Some(kept) = kept else {
            return Change::New;
        };
        #[expect(clippy::cast_precision_loss, reason = "percent are wanted")]
        let (kept, found) = (kept as f64, found as f64);
        Change::Percent((found - kept) / kept * 100.0)
    }

    /// A figure that fell is beyond the bound, too: what is kept must stay true, or the next rise goes unseen.
    pub(super) fn is_within_bounds(&self) -> bool {
        matches!(self, Change::Percent(percent) if percent.abs() <= BOUND)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::New => f.write_str("no figure is kept"),
            Change::Percent(percent) => write!(f, "{percent:+.1} %"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(compiler: &str) -> Figures {
        let mut figures = Figures::new(MadeWith {
            compiler: compiler.to_owned(),
            architecture: "x86_64".to_owned(),
            c_library: "glibc 2.36".to_owned(),
            valgrind: "valgrind-3.19.0".to_owned(),
        });
        figures.set("present", 1_000);
        figures
    }

    #[test]
    fn five_percent_is_within_the_bounds_and_more_is_not_in_either_direction() {
        let within = |found| Change::between(Some(1_000), found).is_within_bounds();
        assert!(within(1_050) && within(950));
        assert!(!within(1_051) && !within(949));
        assert!(!Change::between(None, 1).is_within_bounds());
        assert_eq!(Change::between(Some(1_000), 1_073).to_string(), "+7.3 %");
    }

    #[test]
    fn another_compiler_is_named() {
        assert_eq!(
            figures("rustc 1.95.0").made_otherwise(&figures("rustc 1.95.0")),
            None
        );
        assert_eq!(
            figures("rustc 1.95.0")
                .made_otherwise(&figures("rustc 1.96.0"))
                .as_deref(),
            Some("the figures were made with rustc 1.95.0, and here is rustc 1.96.0")
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("figures.toml");
        figures("rustc 1.95.0").write(&file).expect("it is written");
        let read = Figures::read(&file).expect("it is read");
        assert_eq!(read.of("present"), Some(1_000));
        assert_eq!(read.made_otherwise(&figures("rustc 1.95.0")), None);
    }
}
