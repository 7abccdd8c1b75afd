//! The answers of `probe`: a page for each declaration, a sum at the end.

use std::fmt::Display;

use onhand::resolver::{Effort, Observation};

use super::explanation::places;
use super::page::Page;
use super::plain;
use super::style::verdict;
use crate::commands::probe::{Probed, Standing};
use crate::machine::Machine;

/// The pages and the sum.
pub(crate) fn probed(machine: &Machine, effort: Effort, probed: &[Probed<'_>]) -> String {
    let pages = probed.iter().map(|probed| page(machine, probed) + "\n");
    let mut text: String = pages.collect();
    let alive = probed.iter().filter(|probed| probed.is_alive()).count();
    let word = match effort {
        Effort::Local => "running",
        _ => "answering",
    };
    text += &format!(
        "{alive} of {} {word} on {} ({})\n",
        probed.len(),
        machine.host().os(),
        plain(machine.name()),
    );
    text
}

fn page(machine: &Machine, probed: &Probed<'_>) -> String {
    let liveness = &probed.liveness;
    let mut page = Page::default();
    page.heading(machine, probed.declared, probed.is_alive());
    page.block("looked at", probed.resolution.iter().flat_map(places));
    page.block("version", seen(&probed.version));
    page.block("running", seen(&liveness.running));
    page.block("endpoint", seen(&liveness.endpoint));
    let answering = liveness.answering.clone();
    page.block(
        "answering",
        seen(&answering.map(|status| format!("status {status}"))),
    );
    let remarks = liveness.remarks.iter();
    page.block("remarks", remarks.map(|remark| plain(remark).into_owned()));
    let style = verdict(probed.is_alive());
    let standing = probed.standing();
    let sentence = sentence(standing, probed);
    page.block(
        "verdict",
        [format!("{style}{}{style:#}: {sentence}", standing.as_str())],
    );
    page.text()
}

/// What was seen; nothing where nobody looked.
fn seen<T: Display>(observation: &Observation<T>) -> Option<String> {
    match observation {
        Observation::NotChecked => None,
        seen => Some(plain(&seen.to_string()).into_owned()),
    }
}

fn sentence(standing: Standing, probed: &Probed<'_>) -> &'static str {
    match standing {
        Standing::Answering => "it runs and answers",
        Standing::Running if probed.effort == Effort::Local => "it runs",
        Standing::Running => match probed.liveness.answering {
            Observation::Absent(_) => "it runs, and doesn't answer",
            _ => "it runs; whether it answers can't be known",
        },
        Standing::NotRunning => "it doesn't run",
        Standing::Unknown => "whether it runs can't be known",
        Standing::NoLiveness => {
            "no liveness is declared, by which it could be known whether it runs"
        }
        Standing::MissingApp => "the application was not found",
        Standing::UnsupportedOs => "no application is declared for this OS",
    }
}
