//! Which command is run.

use super::{check, explain, inspect, lint, probe, schema, skills};
use crate::args::Command;
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
