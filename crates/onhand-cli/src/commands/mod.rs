//! The commands, each from its arguments to its output.

mod asking;
mod check;
pub(crate) mod explain;
pub(crate) mod inspect;
mod lint;
mod place;
pub(crate) mod probe;
mod schema;
pub(crate) mod skills;

use std::path::PathBuf;

use onhand::declaration::Parser;
use onhand::resolver::Resolvers;

use crate::args::Command;
use crate::declared::Reading;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(command: &Command) -> Output {
    let resolvers = match command.version_scheme() {
        Some(scheme) => onhand::resolvers().with_version_scheme(scheme),
        None => onhand::resolvers(),
    };
    match command {
        Command::Check(args) => check::run(args, &resolvers),
        Command::Explain(args) => explain::run(args, &resolvers),
        Command::Inspect(args) => inspect::run(args),
        Command::Lint(args) => lint::run(args, &resolvers),
        Command::Probe(args) => probe::run(args, &resolvers),
        Command::Schema => schema::run(&resolvers),
        Command::Skills(args) => skills::run(args, &resolvers),
    }
}

/// Reads what is at the paths, under the grammar of what is plugged in.
fn read(paths: &[PathBuf], resolvers: &Resolvers) -> Reading {
    Reading::of_paths(paths, Parser::new(resolvers.vocabulary()))
}
