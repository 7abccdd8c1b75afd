//! How one answer came to be: what was required, each host call, each place, the rule, the verdict.

use onhand::declaration::Requirements;
use onhand::platform::Call;
use onhand::resolver::{Candidate, Observation, Resolution};
use onhand::version::compare::VersionScheme;
use unicode_width::UnicodeWidthStr;

use super::check::unasked;
use super::page::Page;
use super::style::{BAD, QUIET, mark, styled, verdict};
use super::width::padded;
use crate::answers::{Answers, AskedMachine, Declared, Explained};
use crate::visible::plain;

/// The widest target that others are aligned to.
const MAX_TARGET: usize = 80;

/// A page for each answer.
pub(crate) fn explain(answers: &Answers<Explained<'_>>) -> String {
    let pages = answers.results.iter();
    pages
        .map(|explained| page(&answers.machine, explained))
        .collect::<Vec<_>>()
        .join("\n")
}

fn page(machine: &AskedMachine, explained: &Explained<'_>) -> String {
    let assessment = &explained.assessment;
    let mut page = Page::default();
    page.heading(
        machine,
        explained.declared,
        assessment.availability.offerable(),
    );
    page.block(
        "requires",
        [requirement(explained.declared, explained.scheme)],
    );
    page.block("host calls", calls(&explained.calls));
    page.block("looked at", assessment.resolution.iter().flat_map(places));
    page.block("rule", explained.rule());
    page.block("version", version(explained));
    page.block(
        "remarks",
        explained.remarks().map(|remark| plain(remark).into_owned()),
    );
    page.block("liveness", liveness(explained));
    let availability = &assessment.availability;
    let offerable = availability.offerable();
    let word = if offerable {
        "offerable"
    } else {
        "not offerable"
    };
    let style = verdict(offerable);
    page.block(
        "verdict",
        [
            format!("{style}{}{style:#}: {word}", availability.state),
            plain(&assessment.cause.to_string()).into_owned(),
        ],
    );
    page.block(
        "what to do",
        assessment
            .remedy()
            .map(|remedy| plain(&remedy).into_owned()),
    );
    page.text()
}

/// What the declaration asks for.
pub(super) fn requirement(declared: &Declared, scheme: VersionScheme) -> String {
    let declaration = &declared.declaration;
    match (declaration.requires_app(), declaration.min_version()) {
        (false, _) => match unasked(&declared.declaration) {
            Some(unasked) => format!("nothing ({unasked})"),
            None => "nothing".to_owned(),
        },
        (true, None) => "the application, in any version".to_owned(),
        (true, Some(version)) => format!(
            "the application, {} or later (compared by the {scheme} scheme)",
            plain(version),
        ),
    }
}

fn calls(calls: &[Call]) -> Vec<String> {
    if calls.is_empty() {
        return vec!["none: the declaration alone decides".to_owned()];
    }
    let target = |call: &Call| plain(&call.target).into_owned();
    let number = calls.len().to_string().len();
    let widest = |column: fn(&Call) -> usize| calls.iter().map(column).max().unwrap_or_default();
    let tier = widest(|call| call.tier.as_str().len());
    let operation = widest(|call| call.operation.as_str().len());
    let targets = calls.iter().map(|call| target(call).width());
    let targets = targets.max().unwrap_or_default().min(MAX_TARGET);
    let line = |(index, call): (usize, &Call)| {
        let outcome = match &call.outcome {
            Ok(answer) => plain(answer).into_owned(),
            Err(error) => styled(BAD, &plain(&error.to_string())),
        };
        format!(
            "{:>number$}  {:tier$}  {:operation$}  {}  {outcome}",
            index + 1,
            call.tier,
            call.operation,
            padded(&target(call), targets),
        )
    };
    calls.iter().enumerate().map(line).collect()
}

/// Each place where it was looked for, and what is there.
pub(super) fn places(resolution: &Resolution) -> Vec<String> {
    let line = |candidate: &Candidate| {
        let (mark, state) = match &candidate.present {
            Observation::NotChecked => ("-".to_owned(), "not looked at".to_owned()),
            Observation::Present(_) => (mark(true), "present".to_owned()),
            other => (mark(false), plain(&other.to_string()).into_owned()),
        };
        let source = styled(QUIET, &format!("({})", plain(&candidate.source)));
        format!("{mark} {}  {state}  {source}", plain(&candidate.value))
    };
    resolution.candidates.iter().map(line).collect()
}

/// What was seen of the version; nothing where no kind reads it.
fn version(explained: &Explained<'_>) -> Option<String> {
    let assessment = &explained.assessment;
    let declared = &explained.app?.version;
    let kind = plain(declared.kind());
    match &assessment.version {
        Observation::NotChecked if explained.declared.declaration.min_version().is_none() => {
            (!declared.is_none()).then(|| "not read: no min_version asks for it".to_owned())
        }
        Observation::NotChecked => Some("not read: there is nothing to read it from".to_owned()),
        Observation::Present(version) => {
            Some(format!("{} (read by `{kind}`)", plain(version.as_str())))
        }
        seen => Some(format!("`{kind}`: {}", plain(&seen.to_string()))),
    }
}

/// What becomes of a declared liveness, so that nobody looks for its calls.
fn liveness(explained: &Explained<'_>) -> Option<String> {
    let declared = &explained.app?.liveness;
    (!declared.is_none()).then(|| format!("{}: not used for availability", plain(declared.kind())))
}
