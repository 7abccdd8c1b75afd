//! What every command that asks a machine has in common: the machine before, the end after.

use crate::args::{FormatArgs, MachineArgs};
use crate::declared::Reading;
use crate::exit::Exit;
use crate::json;
use crate::machine::Machine;
use crate::output::Output;
use crate::render;

/// The machine that is asked.
///
/// # Errors
/// The whole output where there is no such machine: nothing is answered.
pub(super) fn machine(args: &MachineArgs, format: &FormatArgs) -> Result<Machine, Output> {
    Machine::open(args.platform.as_deref()).map_err(|problem| {
        let (stdout, stderr) = if format.json {
            (json::refusal(&problem), String::new())
        } else {
            (String::new(), render::problem(&problem))
        };
        Output {
            stdout,
            stderr,
            exit: Exit::Invalid,
        }
    })
}

/// The output of a run that was answered: the document for programs, or the text for people
/// with what is wrong beside it.
pub(super) fn answered(
    reading: &Reading,
    all_offerable: bool,
    format: &FormatArgs,
    document: impl FnOnce() -> String,
    text: impl FnOnce() -> String,
) -> Output {
    let (stdout, stderr) = if format.json {
        (document(), String::new())
    } else {
        (text(), render::problems(reading.problems.told()))
    };
    Output {
        stdout,
        stderr,
        exit: Exit::of(reading.has_errors(), all_offerable),
    }
}
