//! `onhand explain`: how each answer came to be.

use onhand::declaration::Requirements;
use onhand::platform::{InspectHost, Recorded};
use onhand::resolver::{Evaluator, Resolvers};

use super::asking;
use crate::answers::{Answers, Declared, Explained};
use crate::args::ExplainArgs;
use crate::json;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &ExplainArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.asking) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    let reading = asking::read(&args.declarations.paths, resolvers);
    let declared = reading.declared.iter();
    let answers = Answers {
        machine: machine.asked(),
        results: declared
            .map(|declared| explain(machine.host(), resolvers, declared))
            .collect(),
        problems: reading.problems,
    };
    let offerable = |explained: &Explained<'_>| explained.assessment.availability.offerable();
    let all_offerable = answers.results.iter().all(offerable);
    asking::answered(
        &answers,
        all_offerable,
        &args.asking.format,
        json::explain,
        render::explain,
    )
}

/// Asks for one declaration alone, so that every call that it costs is seen.
fn explain<'d>(
    host: &dyn InspectHost,
    resolvers: &Resolvers,
    declared: &'d Declared,
) -> Explained<'d> {
    let recorded = Recorded::new(host);
    let assess = || Evaluator::new(&recorded, resolvers).assess(&declared.declaration);
    let assessment = declared.span().in_scope(assess);
    Explained {
        declared,
        app: declared.declaration.app_for(host.os()),
        scheme: resolvers.scheme_for(&declared.declaration),
        calls: recorded.take_calls(),
        assessment,
    }
}
