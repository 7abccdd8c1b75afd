//! Calls of cargo at the workspace's root.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::steps::Outcome;

/// One call of cargo.
#[derive(Debug)]
pub(crate) struct Invocation {
    cargo: OsString,
    arguments: Vec<String>,
    variables: Vec<(&'static str, OsString)>,
}

impl Invocation {
    /// The arguments of `line` are parted by single spaces.
    pub(crate) fn new(line: &str) -> Self {
        Self {
            cargo: cargo(),
            arguments: line.split(' ').map(str::to_owned).collect(),
            variables: Vec::new(),
        }
    }

    /// With variables beside this process's own.
    pub(crate) fn with(
        mut self,
        variables: impl IntoIterator<Item = (&'static str, OsString)>,
    ) -> Self {
        self.variables.extend(variables);
        self
    }

    /// Runs it at the workspace's root with this process's own output streams.
    pub(crate) fn run(&self) -> Outcome {
        let mut command = Command::new(&self.cargo);
        command
            .args(&self.arguments)
            .envs(self.variables.iter().cloned())
            .current_dir(root());
        command.status().into()
    }
}

/// As a shell would take it.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            let value = value.to_string_lossy();
            if value.contains([' ', ';']) {
                write!(f, "{name}='{value}' ")?;
            } else {
                write!(f, "{name}={value} ")?;
            }
        }
        write!(f, "cargo {}", self.arguments.join(" "))
    }
}

/// What runs the tests: nextest where it is installed, else cargo itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    Nextest,
    CargoTest,
}

impl Runner {
    pub(crate) fn find() -> Self {
        let asked = Command::new(cargo())
            .args(["nextest", "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        match asked {
            Ok(status) if status.success() => Self::Nextest,
            _ => {
                println!(
                    "\n==> tests run faster with nextest: cargo install --locked cargo-nextest"
                );
                Self::CargoTest
            }
        }
    }

    /// How cargo is told to run tests, those in documentation aside.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Self::Nextest => "nextest run",
            Self::CargoTest => "test --lib --bins --tests --examples",
        }
    }
}

/// The cargo that started this program, so that every step runs on the same toolchain.
pub(crate) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask stands in the workspace's root")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_shown_as_a_shell_would_take_it() {
        let variables = [("A", "plain".into()), ("B", "two words".into())];
        let call = Invocation::new("test --locked").with(variables);
        assert_eq!(
            call.to_string(),
            "A=plain B='two words' cargo test --locked"
        );
    }
}
