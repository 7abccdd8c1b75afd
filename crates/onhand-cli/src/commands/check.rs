//! `onhand check`: the availability of each declaration.

use onhand::declaration::Parser;
use onhand::platform::{InspectHost, LocateHost as _, Recorded};
use onhand::resolver::{Assessment, Evaluator, Resolvers};

use super::{asking, read};
use crate::args::CheckArgs;
use crate::declared::{Declared, Reading};
use crate::json;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &CheckArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.machine, &args.format) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    let reading = if args.paths.is_empty() {
        Reading::of_catalogue(Parser::new(resolvers.vocabulary()))
    } else {
        read(&args.paths, resolvers)
    };
    // Each call is an event: that is what `-vv` shows.
    let host = Recorded::new(machine.host());
    let answers = answer(&host, resolvers, &reading.declared);
    let all_offerable = answers
        .iter()
        .all(|(_, assessment)| assessment.availability.offerable());
    asking::answered(
        &reading,
        all_offerable,
        &args.format,
        || json::check(host.os(), &answers, &reading.problems),
        || render::table(&machine, &reading, &answers),
    )
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
    use onhand::platform::{Operation, Os};
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
