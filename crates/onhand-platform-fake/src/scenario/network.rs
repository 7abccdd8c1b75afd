//! Processes, and servers on the loopback.

use onhand_document::{Field, Fields, Report, keys_hint};
use onhand_platform::{CertificateFingerprint, Owner, Pid, ProcessState, Session};

use super::beside::Beside;
use super::content::{self, time};
use super::error::told;
use super::rule::ScenarioRule;
use crate::{FileContent, Listener, MachineError};

const PROCESS_KEYS: [&str; 5] = ["started", "owner", "parent", "zombie", "kernel_thread"];
/// The `pid` of a listener whose process the OS doesn't show.
const HIDDEN: &str = "hidden";
const LISTENER_KEYS: [&str; 4] = ["pid", "certificate_sha256", "answer", "silent"];
const ANSWER_KEYS: [&str; 3] = ["status", "headers", "body"];

/// Which numbers are process ids.
pub(super) const PIDS: &str = "a whole number from 1 to 4294967295";

/// Whether there is a desktop session.
pub(super) fn session(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<Session> {
    let words = ["interactive", "none"];
    let word = field.word("session", &words, ScenarioRule::UnknownWord, report)?;
    Some(match word {
        "interactive" => Session::Interactive,
        _ => Session::None,
    })
}

/// `{ started?, owner?, parent? }`, `{ zombie: true }` or `{ kernel_thread: true }`.
pub(super) fn process(
    field: &Field<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<ProcessState> {
    let mark = report.mark();
    let hint = || keys_hint(&PROCESS_KEYS);
    let mut fields = Fields::read(field.node, &field.place, "a process", hint, report)?;
    let described = ["started", "owner", "parent"].map(|key| fields.take(key));
    let mut alone: Option<(Field<'_>, ProcessState)> = None;
    for (key, state) in [
        ("zombie", ProcessState::Zombie),
        ("kernel_thread", ProcessState::KernelThread),
    ] {
        let Some(field) = fields.take(key) else {
            continue;
        };
        if field.bool(report) != Some(true) {
            continue;
        }
        let beside = alone.as_ref().map(|(other, _)| other);
        if let Some(other) = described.iter().flatten().next().or(beside) {
            field.exclude(other, ScenarioRule::Exclusive, report);
        }
        alone = Some((field, state));
    }
    fields.deny_rest(&PROCESS_KEYS, report);
    let [started, owner, parent] = described;
    let owners = ["us", "other"];
    let owner =
        owner.and_then(|field| field.word("owner", &owners, ScenarioRule::UnknownWord, report));
    let running = ProcessState::Running {
        started: started.and_then(|field| time(&field, report)),
        owner: match owner {
            Some("other") => Owner::Other,
            _ => Owner::Us,
        },
        parent: parent.and_then(|field| pid(&field, report)),
    };
    let state = alone.map_or(running, |(_, state)| state);
    (!report.errors_since(mark)).then_some(state)
}

/// `{ pid?, certificate_sha256?, answer | silent: true }`.
pub(super) fn listener(
    field: &Field<'_>,
    beside: &Beside<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<Listener> {
    let mark = report.mark();
    let hint = || keys_hint(&LISTENER_KEYS);
    let mut fields = Fields::read(field.node, &field.place, "a listener", hint, report)?;
    let holder = fields.take("pid");
    let certificate = fields.take("certificate_sha256");
    let silent = fields.take("silent").and_then(|field| field.bool(report));
    let mut listener = match (fields.take("answer"), silent) {
        (Some(field), None | Some(false)) => answer(&field, beside, report),
        (None, Some(true)) => Some(Listener::silent()),
        // Who misspelled a key is told of that alone.
        (None, None) if !fields.is_empty() => None,
        _ => {
            report.add(
                ScenarioRule::NotExactlyOne,
                &field.place,
                "a listener needs exactly one of `answer` and `silent: true`",
            );
            None
        }
    };
    fields.deny_rest(&LISTENER_KEYS, report);
    if let Some(field) = certificate
        && let Some(text) = field.text(report)
    {
        match CertificateFingerprint::parse(text) {
            Ok(certificate) => {
                listener
                    .iter_mut()
                    .for_each(|listener| listener.set_certificate(certificate));
            }
            Err(error) => {
                let error = MachineError::from(error);
                report.add(ScenarioRule::MachineImpossible, &field.place, told(&error));
            }
        }
    }
    match holder {
        Some(field) if field.node.spelled() == Some(HIDDEN) => {
            listener.iter_mut().for_each(Listener::hide);
        }
        Some(field) => {
            if let (Some(pid), Some(listener)) = (pid(&field, report), &mut listener) {
                listener.set_owner(pid);
            }
        }
        None => {}
    }
    listener.filter(|_| !report.errors_since(mark))
}

pub(super) fn pid(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<Pid> {
    let number: u32 = field.number(PIDS, ScenarioRule::OutOfRange, report)?;
    let pid = Pid::new(number);
    if pid.is_none() {
        report.add_with_hint(
            ScenarioRule::OutOfRange,
            &field.place,
            format!("{number} is not a process id"),
            format!("write {PIDS}"),
        );
    }
    pid
}

/// `{ status?, headers?, body? }`. The status is 200 where none is given.
fn answer(
    field: &Field<'_>,
    beside: &Beside<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<Listener> {
    let mark = report.mark();
    let hint = || keys_hint(&ANSWER_KEYS);
    let mut fields = Fields::read(field.node, &field.place, "an answer", hint, report)?;
    let status = fields.take("status");
    let body = fields.take("body");
    let headers = fields.take("headers");
    fields.deny_rest(&ANSWER_KEYS, report);
    let code = match &status {
        Some(field) => {
            let range = "a whole number from 100 to 599";
            field.number(range, ScenarioRule::OutOfRange, report)
        }
        None => Some(200),
    };
    let body = match body {
        Some(field) => content::body(&field, beside, report),
        None => Some(FileContent::from("")),
    };
    let mut listener = code.zip(body).and_then(|(code, body)| {
        let listener = Listener::new(code, body);
        if let Err(error) = &listener {
            let place = status.as_ref().map_or(&field.place, |field| &field.place);
            report.add(ScenarioRule::MachineImpossible, place, told(error));
        }
        listener.ok()
    });
    if let Some(field) = headers {
        let hint = || "its keys are names of headers, its values texts".to_owned();
        let headers = Fields::read_named(field.node, &field.place, "`headers`", hint, report);
        for header in headers
            .into_iter()
            .flat_map(|mut headers| headers.take_rest())
        {
            let Some(value) = header.text(report) else {
                continue;
            };
            if let Some(Err(error)) = listener
                .as_mut()
                .map(|listener| listener.add_header(header.key, value))
            {
                report.add(
                    ScenarioRule::MachineImpossible,
                    &header.key_place,
                    told(&error),
                );
            }
        }
    }
    listener.filter(|_| !report.errors_since(mark))
}
