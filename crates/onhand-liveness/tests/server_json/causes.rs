//! Each reason has a code for programs, whatever its sentence says.

use std::time::{Duration, Instant};

use onhand_platform::{HostError, Os, Owner, ProcessState};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{CauseCode, Effort, Observation};

use crate::machine::{
    PID, Says, URL, Watched, kind, machine, probe, probe_until, running, started,
};

fn code<T>(seen: &Observation<T>) -> &'static str {
    seen.cause().map_or("none", CauseCode::as_str)
}

async fn codes(host: FakeHost) -> [&'static str; 3] {
    let liveness = probe(&host, Effort::Network).await;
    [
        code(&liveness.running),
        code(&liveness.endpoint),
        code(&liveness.answering),
    ]
}

fn says(content: &str) -> FakeHost {
    machine(Os::Linux).says(content)
}

fn process(state: ProcessState) -> FakeHost {
    machine(Os::Linux).process(PID, state)
}

fn port(server: Listener) -> FakeHost {
    machine(Os::Linux).listener("127.0.0.1:7777", server)
}

#[tokio::test]
async fn whatever_keeps_it_from_being_known_has_its_code() {
    const NONE: &str = "none";
    let other_user = ProcessState::Running {
        started: Some(started()),
        owner: Owner::Other,
        parent: None,
    };
    let later = running(Some(started() + Duration::from_secs(60)), None);
    let elsewhere = format!(r#"{{"pid":{PID},"http":"{URL}","hostname":"other"}}"#);
    let no_endpoint = format!(r#"{{"pid":{PID}}}"#);
    for (host, expected) in [
        (machine(Os::Linux), [NONE, NONE, NONE]),
        (FakeHost::new(Os::Linux), ["not_found", "not_found", NONE]),
        (says("{"), ["unreadable", "unreadable", NONE]),
        (says("[]"), ["unreadable", "unreadable", NONE]),
        (
            says(r#"{"pid":"1","http":7}"#),
            ["unreadable", "unreadable", NONE],
        ),
        (says(&no_endpoint), [NONE, "not_found", NONE]),
        (says(&elsewhere), ["other_machine", NONE, NONE]),
        (process(ProcessState::Gone), ["not_running", NONE, NONE]),
        (process(ProcessState::Zombie), ["not_running", NONE, NONE]),
        (process(later), ["not_running", NONE, NONE]),
        (process(other_user), ["other_process", NONE, NONE]),
        (
            port(Listener::answering(200, "{}").owned_by(99)),
            [NONE, NONE, "other_process"],
        ),
        (
            port(Listener::answering(404, "").owned_by(PID)),
            [NONE, NONE, "not_answering"],
        ),
    ] {
        assert_eq!(codes(host).await, expected);
    }
    let elsewhere = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7778"}}"#);
    assert_eq!(codes(says(&elsewhere)).await, [NONE, NONE, "not_listening"]);
}

#[tokio::test]
async fn what_kept_the_request_from_being_answered_has_its_code() {
    for (error, expected) in [
        (HostError::TimedOut, "timed_out"),
        (HostError::Io("reset".to_owned()), "not_answering"),
        (HostError::OtherCertificate, "other_certificate"),
        (HostError::NotBuiltIn("HTTPS"), "not_built_in"),
        (HostError::Unsupported("the loopback"), "not_supported"),
    ] {
        let host = Watched::new(machine(Os::Linux)).answering(move |_| Err(error.clone()));
        let liveness = probe(&host, Effort::Network).await;
        assert_eq!(code(&liveness.answering), expected);
    }
}

#[tokio::test]
async fn what_the_declaration_lacks_and_what_came_too_late_have_their_codes() {
    let over = probe_until(&machine(Os::Linux), Effort::Network, Instant::now()).await;
    assert_eq!(code(&over.running), "timed_out");
    let twice = kind(Os::Linux).with(
        "token_key",
        onhand_declaration::ParameterValue::Text("pid".to_owned()),
    );
    let deadline = crate::machine::in_an_hour();
    let twice =
        crate::machine::probe_declared(&machine(Os::Linux), &twice, Effort::Local, deadline).await;
    assert_eq!(code(&twice.running), "invalid");
}
