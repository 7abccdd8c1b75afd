//! `onhand probe --json`.

use onhand::platform::Owner;
use onhand::resolver::{Availability, Observation, Running, VersionText};
use serde::Serialize;

use super::document;
use super::observed::ObservedJson;
use crate::answers::{Answers, Probed};

#[derive(Serialize)]
struct ResultJson<'a> {
    /// The name of the server.
    name: &'a str,
    /// The file as the user named it, or `<stdin>`.
    source: &'a str,
    /// How far asking went: `local` or `network`.
    effort: &'a str,
    /// How long it had to answer, all in all.
    deadline_ms: u128,
    /// Whether it answers; at the effort `local`, whether it runs.
    alive: bool,
    /// `answering`, `running`, `not_running`, `unknown`, `no_liveness`, `missing_app`,
    /// `unsupported_os` or `no_requirements`.
    state: &'a str,
    /// As `check` answers it, which doesn't ask whether it runs.
    availability: &'a Availability,
    /// Whether a server with these requirements should be offered.
    offerable: bool,
    /// The path where the application is.
    presence: ObservedJson<'a, &'a str>,
    /// As its source spells it.
    version: ObservedJson<'a, &'a str>,
    /// What runs: a process, or a desktop session.
    running: ObservedJson<'a, RunningJson>,
    /// Where it says that it can be reached.
    endpoint: ObservedJson<'a, String>,
    /// The URL that was asked whether it answers; `null` where no request was sent.
    asked: Option<&'a str>,
    /// The HTTP status with which it answers there.
    answering: ObservedJson<'a, u16>,
    /// What people should know of whether it runs, a sentence each.
    remarks: &'a [String],
}

#[derive(Serialize)]
struct RunningJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pid: Option<u32>,
    /// Whose the process is: `us` or `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'static str>,
    /// `interactive` for a desktop session, of which no process is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<&'static str>,
}

fn running(running: &Running) -> RunningJson {
    let process = running.process();
    RunningJson {
        pid: process.map(|process| process.pid.get()),
        owner: process.map(|process| match process.owner {
            Owner::Us => "us",
            Owner::Other => "other",
        }),
        session: matches!(running, Running::Session).then_some("interactive"),
    }
}

/// The document.
pub(crate) fn probe(answers: &Answers<Probed<'_>>) -> String {
    document::answered(answers, result)
}

fn result<'a>(probed: &'a Probed<'_>) -> ResultJson<'a> {
    let liveness = &probed.probed.liveness;
    ResultJson {
        name: &probed.declared.name,
        source: &probed.declared.source,
        effort: probed.effort.as_str(),
        deadline_ms: probed.time.as_millis(),
        alive: probed.is_alive(),
        state: probed.standing().as_str(),
        availability: &probed.assessment.availability,
        offerable: probed.assessment.availability.offerable(),
        presence: presence(probed).or_why_not(probed.why_not_looked_for()),
        version: ObservedJson::of(&probed.presence.version, VersionText::as_str)
            .or_why_not(probed.why_not_read()),
        running: ObservedJson::of(&liveness.running, running).or_why_not(probed.why_not_asked()),
        endpoint: ObservedJson::of(&liveness.endpoint, ToString::to_string)
            .or_why_not(probed.why_not_asked()),
        asked: liveness.asked.as_deref(),
        answering: ObservedJson::of(&liveness.answering, |status| *status)
            .or_why_not(probed.why_no_request()),
        remarks: &liveness.remarks,
    }
}

/// The place where it was found, else the first where it was looked for.
fn presence<'a>(probed: &'a Probed<'_>) -> ObservedJson<'a, &'a str> {
    let resolution = probed.presence.resolution.as_ref();
    let candidates = resolution.map_or(&[][..], |resolution| &resolution.candidates);
    let found = candidates
        .iter()
        .find(|candidate| candidate.present.is_present());
    match found.or(candidates.first()) {
        Some(candidate) => ObservedJson::of(&candidate.present, |path| path.as_str()),
        None => ObservedJson::of(&Observation::<()>::NotChecked, |()| ""),
    }
}
