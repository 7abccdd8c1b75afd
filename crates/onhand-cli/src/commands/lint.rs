//! `onhand lint`: every mistake in declarations. No machine is asked.

use onhand::resolver::Resolvers;

use super::asking;
use crate::answers::Linted;
use crate::args::LintArgs;
use crate::exit::Exit;
use crate::json;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &LintArgs, resolvers: &Resolvers) -> Output {
    let reading = asking::read(&args.declarations.paths, resolvers);
    let linted = Linted {
        files: reading.files,
        problems: reading.problems,
    };
    let stdout = if args.format.json {
        json::lint(&linted)
    } else {
        render::lint(&linted)
    };
    Output {
        stdout,
        stderr: String::new(),
        exit: Exit::of(linted.problems.has_errors(), true),
    }
}
