//! `onhand check`: the availability of each declaration.

use onhand::declaration::Parser;
use onhand::platform::InspectHost;
use onhand::resolver::{Assessment, Evaluator, Resolvers};

use super::read;
use crate::args::CheckArgs;
use crate::declared::{Declared, Reading};
use crate::exit::Exit;
use crate::json;
use crate::machine::Machine;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &CheckArgs, resolvers: &Resolvers) -> Output {
    let machine = match Machine::open(args.machine.platform.as_deref()) {
        Ok(machine) => machine,
        Err(told) => return Output::refusal(told),
    };
    let reading = if args.paths.is_empty() {
        Reading::of_catalogue(Parser::new(resolvers.vocabulary()))
    } else {
        read(&args.paths, resolvers)
    };
    let answers = answer(machine.host(), resolvers, &reading.declared);
    let all_offerable = answers
        .iter()
        .all(|(_, assessment)| assessment.availability.offerable());
    let (stdout, stderr) = if args.format.json {
        let document = json::check(machine.host().os(), &answers, &reading.problems);
        (document, String::new())
    } else {
        let table = render::table(&machine, &reading, &answers);
        (table, render::problems(&reading.problems))
    };
    Output {
        stdout,
        stderr,
        exit: Exit::of(reading.has_errors(), all_offerable),
    }
}

/// Asks in one pass: what two declarations ask of the machine is asked once.
fn answer<'d>(
    host: &dyn InspectHost,
    resolvers: &Resolvers,
    declared: &'d [Declared],
) -> Vec<(&'d Declared, Assessment)> {
    let pass = Evaluator::new(host, resolvers).pass();
    declared
        .iter()
        .map(|declared| {
            let assess = || pass.assess(&declared.declaration);
            (declared, declared.span().in_scope(assess))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use onhand::declaration::Node;
    use onhand::platform::{Operation, Os, Recorded};
    use onhand::platform_fake::FakeHost;

    use super::*;

    #[test]
    fn what_two_declarations_ask_is_asked_once() {
        let resolvers = onhand::resolvers();
        let node = Node::from_yaml(
            b"app: { linux: { presence: executable, location: $HOME/app } }\nrequires: { app: true }",
        )
        .expect("it is YAML");
        let parser = Parser::new(resolvers.vocabulary());
        let declared: Vec<Declared> = ["one", "two"]
            .map(|name| Declared {
                name: name.to_owned(),
                source: "<stdin>".to_owned(),
                declaration: parser.declaration(&node).declaration.expect("valid"),
            })
            .into();
        let host = Recorded::new(FakeHost::new(Os::Linux).env("HOME", "/home/me"));
        assert_eq!(answer(&host, &resolvers, &declared).len(), 2);
        assert_eq!(host.count(Operation::Env), 1);
        assert_eq!(host.count(Operation::Stat), 1);
    }
}
