//! `onhand probe --json`.

use onhand::platform::{Os, Owner};
use onhand::resolver::{Observation, Resolution, VersionText};
use serde::Serialize;

use super::document;
use super::observed::ObservedJson;
use crate::commands::probe::Probed;
use crate::declared::FileProblem;

#[derive(Serialize)]
struct ResultJson<'a> {
    /// The name of the server.
    name: &'a str,
    /// The file as the user named it, or `<stdin>`.
    source: &'a str,
    /// How far asking went: `local` or `network`.
    effort: &'a str,
    /// Whether it answers; at the effort `local`, whether it runs.
    alive: bool,
    /// `answering`, `running`, `not_running`, `unknown`, `no_liveness`, `missing_app` or
    /// `unsupported_os`.
    state: &'a str,
    /// The path where the application is.
    presence: ObservedJson<'a, &'a str>,
    /// As its source spells it.
    version: ObservedJson<'a, &'a str>,
    /// The process that runs.
    running: ObservedJson<'a, ProcessJson>,
    /// Where it says that it can be reached.
    endpoint: ObservedJson<'a, String>,
    /// The HTTP status with which it answers there.
    answering: ObservedJson<'a, u16>,
    /// What people should know of whether it runs, a sentence each.
    remarks: &'a [String],
}

#[derive(Serialize)]
struct ProcessJson {
    pid: u32,
    /// Whose it is: `us` or `other`.
    owner: &'static str,
}

/// The document.
pub(crate) fn probe(os: Os, probed: &[Probed<'_>], found: &[FileProblem]) -> String {
    document::answered(os, probed.iter().map(result), found)
}

fn result<'a>(probed: &'a Probed<'_>) -> ResultJson<'a> {
    let liveness = &probed.liveness;
    ResultJson {
        name: &probed.declared.name,
        source: &probed.declared.source,
        effort: probed.effort.as_str(),
        alive: probed.is_alive(),
        state: probed.standing().as_str(),
        presence: presence(probed.resolution.as_ref()),
        version: ObservedJson::of(&probed.version, VersionText::as_str),
        running: ObservedJson::of(&liveness.running, |process| ProcessJson {
            pid: process.pid.get(),
            owner: match process.owner {
                Owner::Us => "us",
                Owner::Other => "other",
            },
        }),
        endpoint: ObservedJson::of(&liveness.endpoint, ToString::to_string),
        answering: ObservedJson::of(&liveness.answering, |status| *status),
        remarks: &liveness.remarks,
    }
}

/// The place where it was found, else the first where it was looked for.
fn presence(resolution: Option<&Resolution>) -> ObservedJson<'_, &str> {
    let candidates = resolution.map_or(&[][..], |resolution| &resolution.candidates);
    let found = candidates
        .iter()
        .find(|candidate| candidate.present.is_present());
    match found.or(candidates.first()) {
        Some(candidate) => ObservedJson::of(&candidate.present, |path| path.as_str()),
        None => ObservedJson::of(&Observation::<()>::NotChecked, |()| ""),
    }
}
