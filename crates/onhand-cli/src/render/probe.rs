//! The answers of `probe`: a page for each declaration, a sum at the end.

use std::fmt::Display;

use onhand::resolver::{CauseCode, Effort, Observation, State};

use super::explain::{places, requirement};
use super::page::Page;
use super::style::{BAD, styled, verdict};
use crate::answers::{Answers, AskedMachine, Probed, Standing};
use crate::visible::plain;

/// The pages and the sum.
pub(crate) fn probe(effort: Effort, answers: &Answers<Probed<'_>>) -> String {
    let Answers {
        machine, results, ..
    } = answers;
    let pages = results.iter().map(|probed| page(machine, probed) + "\n");
    let mut text: String = pages.collect();
    let alive = results.iter().filter(|probed| probed.is_alive()).count();
    let word = match effort {
        _ if results.iter().any(Probed::is_session) => "alive",
        Effort::Local => "running",
        _ => "answering",
    };
    text += &format!(
        "{alive} of {} {word} on {} ({})\n",
        results.len(),
        machine.os,
        plain(&machine.name),
    );
    text
}

fn page(machine: &AskedMachine, probed: &Probed<'_>) -> String {
    let liveness = &probed.probed.liveness;
    let mut page = Page::default();
    page.heading(machine, probed.declared, probed.is_alive());
    page.block("requires", [requirement(probed.declared, probed.scheme)]);
    let resolution = probed.presence.resolution.iter();
    page.block("looked at", resolution.flat_map(places));
    // Of what is not there, the verdict says all.
    let why_not = probed.found().and_then(|_| probed.why_not_read());
    page.block("version", seen(&probed.presence.version, why_not));
    page.block("running", seen(&liveness.running, None));
    page.block("endpoint", seen(&liveness.endpoint, None));
    let asked = liveness.asked.as_deref().unwrap_or_default();
    let answering = liveness.answering.clone();
    let answering = answering.map(|status| format!("status {status} from {asked}"));
    let is_asked = probed.probed.not_asked.is_none();
    let why_not = probed.why_no_request().filter(|_| is_asked);
    page.block("answering", seen(&answering, why_not.as_deref()));
    let remarks = probed.assessment.availability.remarks.iter();
    let remarks = remarks.chain(&liveness.remarks);
    page.block("remarks", remarks.map(|remark| plain(remark).into_owned()));
    let style = verdict(probed.is_alive());
    let standing = probed.standing();
    let sentence = sentence(standing, probed);
    let verdict = format!("{style}{}{style:#}: {sentence}", standing.as_str());
    page.block(
        "verdict",
        [Some(verdict), wont_do(probed)].into_iter().flatten(),
    );
    page.text()
}

/// What `check` says of an application that is there and won't do, or that runs and is not where it should be.
fn wont_do(probed: &Probed<'_>) -> Option<String> {
    let presence = &probed.presence;
    let state = presence.availability.state;
    let is_told = match state {
        State::VersionTooOld => true,
        State::MissingApp => probed.standing() != Standing::MissingApp,
        _ => false,
    };
    is_told.then(|| {
        let state = styled(BAD, state.as_str());
        format!("{state}: {}", plain(&presence.cause.to_string()))
    })
}

/// What was seen; why not where nobody looked.
fn seen<T: Display>(observation: &Observation<T>, why_not: Option<&str>) -> Option<String> {
    match observation {
        Observation::NotChecked => why_not.map(str::to_owned),
        seen => Some(plain(&seen.to_string()).into_owned()),
    }
}

fn sentence(standing: Standing, probed: &Probed<'_>) -> String {
    let sentence = match standing {
        Standing::Answering => "it runs and answers",
        Standing::Running if probed.is_session() => "there is an interactive session",
        Standing::Running if probed.effort == Effort::Local => "it runs",
        Standing::Running => match &probed.probed.liveness.answering {
            answering @ Observation::Absent(_)
                if answering.cause() == Some(CauseCode::TimedOut) =>
            {
                let time = humantime::format_duration(probed.time);
                return format!("it runs, but no MCP server answered within {time}");
            }
            Observation::Absent(_) => "it runs, but no MCP server answers there",
            _ => "it runs; whether it answers can't be known",
        },
        Standing::NotRunning if probed.asks_about_a_session() => "there is no interactive session",
        Standing::NotRunning => "there is no sign that it runs",
        Standing::Unknown => "whether it runs can't be known",
        Standing::NoLiveness => "no liveness is declared, so whether it runs can't be known",
        Standing::MissingApp => match probed.not_found() {
            Some(Observation::Unavailable(reason) | Observation::Error(reason)) => {
                let reason = plain(reason.as_str());
                return format!("whether the application is there can't be known: {reason}");
            }
            _ => "the application was not found",
        },
        Standing::UnsupportedOs => "no application is declared for this OS",
        Standing::NoRequirements => "no application is required, or declared for this OS",
    };
    sentence.to_owned()
}
