//! How the program ends. The numbers are a promise to scripts.

use std::process::ExitCode;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: everything is offerable, or answers, or is without error.
    Fine,
    /// 1: something is not offerable, or doesn't answer.
    NotOfferable,
    /// 2: a declaration or the machine file is invalid, a file can't be read, or the command
    /// line makes no sense. What could be answered was answered.
    Invalid,
}

impl Exit {
    /// The end of a run that asks a machine. An error outweighs an answer.
    pub(crate) fn of(errors: bool, all_offerable: bool) -> Self {
        match (errors, all_offerable) {
            (true, _) => Exit::Invalid,
            (false, false) => Exit::NotOfferable,
            (false, true) => Exit::Fine,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::NotOfferable => 1,
            Exit::Invalid => 2,
        })
    }
}
