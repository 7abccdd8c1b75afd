//! Processes, and servers on the loopback.

use onhand_platform::{CertificateFingerprint, Owner, Pid, ProcessState, Session};

use super::beside::Beside;
use super::content::{self, time};
use super::document::{Node, Value};
use super::fields::{Fields, Shape};
use super::mistake::{Attempt, MistakeKind};
use crate::{FileContent, Listener, MachineError};

const PROCESS: Shape = Shape {
    name: "a process",
    wanted: "a mapping that describes a process",
    keys: &["started", "owner", "parent", "zombie", "kernel_thread"],
};
/// The `pid` of a listener whose process the OS doesn't show.
const HIDDEN: &str = "hidden";
const SESSIONS: &[&str] = &["interactive", "none"];
const OWNERS: &[&str] = &["us", "other"];

const LISTENER: Shape = Shape {
    name: "a listener",
    wanted: "a mapping that describes a listener",
    keys: &["pid", "certificate_sha256", "answer", "silent"],
};
const ANSWER: Shape = Shape {
    name: "an answer",
    wanted: "a mapping that describes an answer",
    keys: &["status", "headers", "body"],
};

/// What a process id is, and its range.
pub(super) const PID: (&str, &str) = ("process id", "a whole number from 1 to 4294967295");
const STATUS: (&str, &str) = ("HTTP status", "a whole number from 100 to 599");

/// Whether there is a desktop session.
pub(super) fn session(node: Node) -> Attempt<Session> {
    Ok(match node.word("session", SESSIONS)? {
        "interactive" => Session::Interactive,
        _ => Session::None,
    })
}

/// `{ started?, owner?, parent? }`, `{ zombie: true }` or `{ kernel_thread: true }`.
pub(super) fn process(node: Node) -> Attempt<ProcessState> {
    let mut fields = Fields::of(node, PROCESS)?;
    let started = fields.take("started");
    let owner = fields.take("owner");
    let parent = fields.take("parent");
    let mut alone = None;
    for (one, state) in [
        ("zombie", ProcessState::Zombie),
        ("kernel_thread", ProcessState::KernelThread),
    ] {
        let Some(node) = fields.take(one) else {
            continue;
        };
        let at = node.at;
        if !node.bool()? {
            continue;
        }
        let described = [
            ("started", started.is_some()),
            ("owner", owner.is_some()),
            ("parent", parent.is_some()),
            ("zombie", alone.is_some()),
        ];
        if let Some((other, _)) = described.into_iter().find(|(_, is_given)| *is_given) {
            return Err(at.mistake(MistakeKind::Exclusive { one, other }));
        }
        alone = Some(state);
    }
    if let Some(state) = alone {
        return Ok(state);
    }
    let owner = match owner {
        None => Owner::Us,
        Some(node) => match node.word("owner", OWNERS)? {
            "us" => Owner::Us,
            _ => Owner::Other,
        },
    };
    Ok(ProcessState::Running {
        started: started.map(time).transpose()?,
        owner,
        parent: parent.map(pid).transpose()?,
    })
}

/// `{ pid?, certificate_sha256?, answer | silent: true }`.
pub(super) fn listener(node: Node, beside: &Beside<'_>) -> Attempt<Listener> {
    let mut fields = Fields::of(node, LISTENER)?;
    let holder = fields.take("pid");
    let silent = match fields.take("silent") {
        Some(node) => node.bool()?,
        None => false,
    };
    let mut listener = match (fields.take("answer"), silent) {
        (Some(node), false) => answer(node, beside)?,
        (None, true) => Listener::silent(),
        _ => {
            return Err(fields.at.mistake(MistakeKind::NeedsOne {
                within: LISTENER.name,
                keys: &["answer", "silent: true"],
            }));
        }
    };
    if let Some(node) = fields.take("certificate_sha256") {
        let at = node.at;
        let text = node.text("the SHA-256 of a certificate")?;
        let certificate = CertificateFingerprint::parse(&text);
        let certificate = certificate.map_err(|error| at.mistake(MachineError::from(error)))?;
        listener.set_certificate(certificate);
    }
    match holder {
        Some(Node {
            value: Value::Text(word),
            ..
        }) if word == HIDDEN => listener.hide(),
        Some(node) => listener.set_owner(pid(node)?),
        None => {}
    }
    Ok(listener)
}

pub(super) fn pid(node: Node) -> Attempt<Pid> {
    let at = node.at;
    let (what, range) = PID;
    Pid::new(node.number(what, range)?)
        .ok_or_else(|| at.mistake(MistakeKind::OutOfRange { what, range }))
}

/// `{ status?, headers?, body? }`. The status is 200 where none is given.
fn answer(node: Node, beside: &Beside<'_>) -> Attempt<Listener> {
    let mut fields = Fields::of(node, ANSWER)?;
    let (status_at, status) = match fields.take("status") {
        Some(node) => (node.at, node.number(STATUS.0, STATUS.1)?),
        None => (fields.at, 200),
    };
    let body = match fields.take("body") {
        Some(node) => content::body(node, beside)?,
        None => FileContent::from(""),
    };
    let mut listener = Listener::new(status, body).map_err(|error| status_at.mistake(error))?;
    if let Some(node) = fields.take("headers") {
        for (name, value) in node.map("a mapping from names to headers")? {
            let value = value.text("the text of a header")?;
            let add = listener.add_header(&name.name, &value);
            add.map_err(|error| name.at.mistake(error))?;
        }
    }
    Ok(listener)
}
