//! What every command that asks a machine has in common: what it reads and the machine before, the end after.

use std::path::PathBuf;

use onhand::declaration::Parser;
use onhand::resolver::Resolvers;

use crate::answers::Answers;
use crate::args::{AskingArgs, FormatArgs};
use crate::exit::Exit;
use crate::json;
use crate::machine::Machine;
use crate::output::Output;
use crate::reading::Reading;
use crate::render;

/// Reads what is at the paths, under the grammar of what is plugged in.
pub(super) fn read(paths: &[PathBuf], resolvers: &Resolvers) -> Reading {
    Reading::of_paths(paths, Parser::new(resolvers.vocabulary()))
}

/// As [`read`]; where no path is named, the built-in catalogue.
pub(super) fn read_or_catalogue(paths: &[PathBuf], resolvers: &Resolvers) -> Reading {
    if paths.is_empty() {
        Reading::of_catalogue(Parser::new(resolvers.vocabulary()))
    } else {
        read(paths, resolvers)
    }
}

/// The machine that is asked.
///
/// # Errors
/// The whole output where there is no such machine: nothing is answered.
pub(super) fn machine(args: &AskingArgs) -> Result<Machine, Output> {
    Machine::open(args.machine.platform.as_deref()).map_err(|problems| {
        let (stdout, stderr) = if args.format.json {
            (json::refusal(&problems), String::new())
        } else {
            (String::new(), render::problems(&problems))
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
pub(super) fn answered<A>(
    answers: &Answers<A>,
    all_offerable: bool,
    format: &FormatArgs,
    document: impl FnOnce(&Answers<A>) -> String,
    text: impl FnOnce(&Answers<A>) -> String,
) -> Output {
    let (stdout, stderr) = if format.json {
        (document(answers), String::new())
    } else {
        (text(answers), render::problems(answers.problems.told()))
    };
    Output {
        stdout,
        stderr,
        exit: Exit::of(answers.problems.has_errors(), all_offerable),
    }
}
