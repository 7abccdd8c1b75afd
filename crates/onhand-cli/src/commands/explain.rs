//! `onhand explain`: how each answer came to be.

use onhand::declaration::{AppDef, Requirements};
use onhand::platform::{Call, InspectHost, Recorded};
use onhand::resolver::{Assessment, Evaluator, Resolvers};

use super::read;
use crate::args::ExplainArgs;
use crate::declared::Declared;
use crate::exit::Exit;
use crate::json;
use crate::machine::Machine;
use crate::output::Output;
use crate::render;

/// One answer, with all that led to it.
pub(crate) struct Explained<'d> {
    /// What was asked.
    pub(crate) declared: &'d Declared,
    /// What is declared for the machine's OS.
    pub(crate) app: Option<&'d AppDef>,
    /// Every call to the machine, in order.
    pub(crate) calls: Vec<Call>,
    /// The answer.
    pub(crate) assessment: Assessment,
}

impl Explained<'_> {
    /// The rule of presence that was applied; none where nothing was looked for.
    pub(crate) fn rule(&self) -> Option<String> {
        self.assessment.resolution.as_ref()?;
        let presence = self.app?.presence;
        Some(format!("{}: {}", presence.as_str(), presence.rule()))
    }
}

pub(super) fn run(args: &ExplainArgs, resolvers: &Resolvers) -> Output {
    let machine = match Machine::open(args.machine.platform.as_deref()) {
        Ok(machine) => machine,
        Err(told) => return Output::refusal(told),
    };
    let reading = read(&args.paths, resolvers);
    let explained: Vec<Explained<'_>> = reading
        .declared
        .iter()
        .map(|declared| explain(machine.host(), resolvers, declared))
        .collect();
    let all_offerable = explained
        .iter()
        .all(|explained| explained.assessment.availability.offerable());
    let (stdout, stderr) = if args.format.json {
        let document = json::explain(machine.host().os(), &explained, &reading.problems);
        (document, String::new())
    } else {
        let pages: Vec<String> = explained
            .iter()
            .map(|explained| render::explanation(&machine, explained))
            .collect();
        (pages.join("\n"), render::problems(&reading.problems))
    };
    Output {
        stdout,
        stderr,
        exit: Exit::of(reading.has_errors(), all_offerable),
    }
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
        calls: recorded.take_calls(),
        assessment,
    }
}
