//! `onhand check`: the availability of each declaration.

use onhand::declaration::InvalidDeclaration;
use onhand::platform::{InspectHost, Recorded};
use onhand::resolver::{Evaluator, Resolvers};

use super::asking;
use crate::answers::{Answers, Checked, Declared, Invalid};
use crate::args::CheckArgs;
use crate::json;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &CheckArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.asking) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    let reading = asking::read_or_catalogue(&args.paths, resolvers);
    // Each call is an event: that is what `-vv` shows.
    let host = Recorded::new(machine.host());
    let answers = Answers {
        machine: machine.asked(),
        results: check(&host, resolvers, &reading.declared, &reading.invalid),
        problems: reading.problems,
    };
    let offerable = |checked: &Checked<'_>| checked.assessment.availability.offerable();
    let all_offerable = answers.results.iter().all(offerable);
    asking::answered(
        &answers,
        all_offerable,
        &args.asking.format,
        json::check,
        render::check,
    )
}

/// Asks in one pass: what two declarations ask of the machine is asked once. Those with errors cost nothing, and come last.
fn check<'d>(
    host: &dyn InspectHost,
    resolvers: &Resolvers,
    declared: &'d [Declared],
    invalid: &'d [Invalid],
) -> Vec<Checked<'d>> {
    let pass = Evaluator::new(host, resolvers).pass();
    let valid = declared.iter().map(|declared| Checked {
        name: &declared.name,
        source: &declared.source,
        declaration: Some(&declared.declaration),
        assessment: declared
            .span()
            .in_scope(|| pass.assess(&declared.declaration)),
    });
    let invalid = invalid.iter().map(|invalid| Checked {
        name: &invalid.name,
        source: &invalid.source,
        declaration: None,
        assessment: pass.assess(&InvalidDeclaration),
    });
    valid.chain(invalid).collect()
}

#[cfg(test)]
mod tests {
    use onhand::declaration::{Node, Parser};
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
        assert_eq!(check(&host, &resolvers, &declared, &[]).len(), 2);
        assert_eq!(host.count(Operation::Env), 1);
        assert_eq!(host.count(Operation::Stat), 1);
    }
}
