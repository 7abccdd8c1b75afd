//! `onhand explain`: how each answer came to be.

use onhand::declaration::{AppDef, Requirements};
use onhand::platform::{Call, InspectHost, Recorded};
use onhand::resolver::{Assessment, Evaluator, Resolvers};
use onhand::version::VersionScheme;

use super::{asking, read};
use crate::args::ExplainArgs;
use crate::declared::Declared;
use crate::json;
use crate::output::Output;
use crate::render;

/// One answer, with all that led to it.
pub(crate) struct Explained<'d> {
    /// What was asked.
    pub(crate) declared: &'d Declared,
    /// What is declared for the machine's OS.
    pub(crate) app: Option<&'d AppDef>,
    /// How versions are compared.
    pub(crate) scheme: VersionScheme,
    /// Every call to the machine, in order.
    pub(crate) calls: Vec<Call>,
    /// The answer.
    pub(crate) assessment: Assessment,
}

impl Explained<'_> {
    /// What people should know of the answer, then of how the version was read.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &String> {
        let remarks = self.assessment.availability.remarks.iter();
        remarks.chain(&self.assessment.remarks)
    }

    /// The rule of presence that was applied; none where nothing was looked for.
    pub(crate) fn rule(&self) -> Option<String> {
        self.assessment.resolution.as_ref()?;
        let presence = self.app?.presence;
        Some(format!("{}: {}", presence.as_str(), presence.rule()))
    }
}

pub(super) fn run(args: &ExplainArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.machine, &args.format) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
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
    let pages = || {
        explained
            .iter()
            .map(|explained| render::explanation(&machine, explained))
            .collect::<Vec<_>>()
            .join("\n")
    };
    asking::answered(
        &reading,
        all_offerable,
        &args.format,
        || json::explain(machine.host().os(), &explained, &reading.problems),
        pages,
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
