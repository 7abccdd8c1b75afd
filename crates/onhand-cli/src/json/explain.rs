//! `onhand explain --json`.

use onhand::declaration::Requirements;
use onhand::platform::{Call, Os};
use onhand::resolver::{
    Availability, Candidate, CauseCode, Observation, Resolution, State, VersionText,
};
use serde::Serialize;

use super::document;
use super::observed::ObservedJson;
use crate::answers::{Answers, Explained};

#[derive(Serialize)]
struct ResultJson<'a> {
    /// The name of the server.
    name: &'a str,
    /// The file as the user named it, or `<stdin>`.
    source: &'a str,
    /// The OS whose part of the declaration counts.
    os: &'a str,
    requires: RequiresJson<'a>,
    /// Every call to the machine, in order.
    calls: Vec<CallJson<'a>>,
    /// Where the application was looked for; `null` where it was not.
    resolution: Option<ResolutionJson<'a>>,
    /// As its source spells it.
    version: ObservedJson<'a, &'a str>,
    /// What people should know of what was found, a sentence each.
    remarks: Vec<&'a String>,
    /// The rule of presence in words; `null` where nothing was looked for.
    rule: Option<String>,
    verdict: VerdictJson<'a>,
    /// What decided, as a sentence.
    cause: String,
    /// What the user can do; `null` where nothing needs to be done.
    remedy: Option<String>,
}

#[derive(Serialize)]
struct RequiresJson<'a> {
    app: bool,
    min_version: Option<&'a str>,
    version_scheme: &'a str,
}

#[derive(Serialize)]
struct CallJson<'a> {
    /// `locate`, `inspect` or `probe`.
    tier: &'a str,
    /// `env`, `home`, `stat`, `list`, `open`, `read`, `uninstall_entries`, …
    operation: &'a str,
    /// Of what: a path, the name of a variable.
    target: &'a str,
    /// The answer in words, or why there is none.
    result: String,
    /// Whether there is an answer.
    ok: bool,
}

#[derive(Serialize)]
struct ResolutionJson<'a> {
    /// How it was found: `known_path`, …, or `missing`.
    kind: &'a str,
    candidates: Vec<CandidateJson<'a>>,
}

#[derive(Serialize)]
struct CandidateJson<'a> {
    /// The path that was looked at; as written where it has none on this machine.
    value: &'a str,
    /// Where the value came from: `app.linux.location`.
    source: &'a str,
    /// `present`, `absent`, `unavailable`, `error` or `not_checked`.
    state: &'a str,
    /// Why it is not known to be there, as a code.
    cause: Option<CauseCode>,
    reason: Option<&'a str>,
}

/// An [`Availability`], and what it means.
#[derive(Serialize)]
struct VerdictJson<'a> {
    state: State,
    /// Why, as a code.
    cause: CauseCode,
    version: Option<&'a VersionText>,
    path: Option<&'a str>,
    min_version: Option<&'a str>,
    /// Whether a server with these requirements should be offered.
    offerable: bool,
}

/// The document.
pub(crate) fn explain(answers: &Answers<Explained<'_>>) -> String {
    document::answered(answers, |explained| result(answers.machine.os, explained))
}

fn result<'a>(os: Os, explained: &'a Explained<'_>) -> ResultJson<'a> {
    let declared = explained.declared;
    let assessment = &explained.assessment;
    ResultJson {
        name: &declared.name,
        source: &declared.source,
        os: os.as_str(),
        requires: RequiresJson {
            app: declared.declaration.requires_app(),
            min_version: declared.declaration.min_version(),
            version_scheme: explained.scheme.as_str(),
        },
        calls: explained.calls.iter().map(call).collect(),
        resolution: assessment.resolution.as_ref().map(resolution),
        version: ObservedJson::of(&assessment.version, VersionText::as_str),
        remarks: explained.remarks().collect(),
        rule: explained.rule(),
        verdict: verdict(&assessment.availability),
        cause: assessment.cause.to_string(),
        remedy: assessment.remedy(),
    }
}

fn verdict(availability: &Availability) -> VerdictJson<'_> {
    VerdictJson {
        state: availability.state,
        cause: availability.cause,
        version: availability.version.as_ref(),
        path: availability.path.as_deref(),
        min_version: availability.min_version.as_deref(),
        offerable: availability.offerable(),
    }
}

fn call(call: &Call) -> CallJson<'_> {
    CallJson {
        tier: call.tier.as_str(),
        operation: call.operation.as_str(),
        target: &call.target,
        result: match &call.outcome {
            Ok(answer) => answer.clone(),
            Err(error) => error.to_string(),
        },
        ok: call.outcome.is_ok(),
    }
}

fn resolution(resolution: &Resolution) -> ResolutionJson<'_> {
    ResolutionJson {
        kind: resolution.kind.as_str(),
        candidates: resolution.candidates.iter().map(candidate).collect(),
    }
}

fn candidate(candidate: &Candidate) -> CandidateJson<'_> {
    let present: &Observation<_> = &candidate.present;
    CandidateJson {
        value: &candidate.value,
        source: &candidate.source,
        state: present.state(),
        cause: present.cause(),
        reason: present.reason(),
    }
}
