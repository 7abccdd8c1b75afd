//! `onhand lint`: every mistake in declarations. No machine is asked.

use onhand::resolver::Resolvers;

use super::read;
use crate::args::LintArgs;
use crate::exit::Exit;
use crate::json;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &LintArgs, resolvers: &Resolvers) -> Output {
    let reading = read(&args.paths, resolvers);
    let stdout = if args.format.json {
        json::lint(&reading.problems)
    } else {
        render::problems(reading.problems.told()) + &render::sum(&reading)
    };
    Output {
        stdout,
        stderr: String::new(),
        exit: Exit::of(reading.has_errors(), true),
    }
}
