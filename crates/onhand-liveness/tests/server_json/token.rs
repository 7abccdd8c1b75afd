//! The token is never seen, whatever happens.

use std::fmt::{Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use onhand_liveness::ServerJson;
use onhand_platform::{HostError, Operation, Os, Owner, ProcessState, Recorded};
use onhand_platform_fake::{FakeHost, Fault, Listener};
use onhand_resolver::{Effort, LivenessProbe as _, Observation};

use crate::machine::{
    PID, Says, TOKEN, Watched, answer, file, in_an_hour, kind, machine, probe_until, running,
    server, started, written,
};
use onhand_testkit::events::events_of;

fn failed<E>(error: E) -> Result<(), E> {
    Err(error)
}

/// What a panic says that holds the value.
fn panic_message(value: impl Debug) -> String {
    let panicking = AssertUnwindSafe(|| {
        failed(value).expect("it is shown in the message");
    });
    let payload = catch_unwind(panicking).expect_err("it panics");
    *payload.downcast::<String>().expect("a message")
}

/// Everything that can be seen of a probe and of connecting: whatever they give, every call and
/// request as it is recorded, every event, and the message of a panic.
async fn seen(host: Watched) -> String {
    let deadline = in_an_hour();
    let host = Recorded::new(host);
    let mut seen = String::new();
    for effort in [Effort::Local, Effort::Network, Effort::Diagnostic] {
        let liveness = probe_until(&host, effort, deadline).await;
        let (running, endpoint) = (&liveness.running, &liveness.endpoint);
        let _ = write!(
            seen,
            "{liveness:?}{running}{endpoint}{}",
            liveness.answering
        );
    }
    let live = ServerJson.endpoint(&host, &kind(Os::Linux), deadline).await;
    let _ = write!(seen, "{live:?}{live:#?}");
    if let Observation::Present(live) = live {
        let _ = write!(
            seen,
            "{}",
            serde_json::to_string(&live).expect("it serializes")
        );
        assert!(
            live.expose_token()
                .is_some_and(|token| token.ends_with(TOKEN))
        );
        seen += &live.url();
        seen += &panic_message(live);
    }
    let _ = write!(seen, "{:?}", host.calls());
    for sent in host.inner().sent() {
        seen += &sent.debug;
        seen += &sent.target;
        seen += &sent.body;
    }
    seen
}

fn says(text: &str) -> FakeHost {
    machine(Os::Linux).says(&text.replace("TOKEN", TOKEN))
}

/// A machine for each way that a probe can take.
fn machines() -> Vec<Watched> {
    let well = || machine(Os::Linux);
    let state = |state| well().process(PID, state);
    let at = |listener: Listener| well().listener("127.0.0.1:7777", listener);
    let fields = |pid: &str, url: &str, token: &str| {
        says(&format!(r#"{{"pid":{pid},"http":{url},"token":{token}}}"#))
    };
    let url = r#""http://127.0.0.1:7777""#;
    let foreign = ProcessState::Running {
        started: Some(started()),
        owner: Owner::Other,
        parent: None,
    };
    let mut machines: Vec<Watched> = [
        well(),
        state(ProcessState::Gone),
        state(ProcessState::Zombie),
        state(foreign),
        state(running(
            Some(written() + written().elapsed().unwrap_or_default()),
            None,
        )),
        state(running(None, None)),
        well().fault(file(Os::Linux), Fault::ReadError),
        well().fault(file(Os::Linux), Fault::PermissionDenied),
        at(server().header("Mcp-Session-Id", TOKEN)),
        at(Listener::answering(401, TOKEN)
            .owned_by(PID)
            .header("WWW-Authenticate", TOKEN)),
        at(Listener::answering(500, TOKEN).owned_by(PID)),
        at(Listener::silent().owned_by(PID)),
        at(Listener::answering(200, TOKEN).owned_by(99)),
        at(Listener::answering(200, TOKEN).hidden()),
        at(Listener::answering(200, TOKEN)),
        // The token where it has no business, in every type and half.
        says("\"TOKEN\""),
        says("TOKEN"),
        says("[\"TOKEN\"]"),
        says("{\"TOKEN\":\"TOKEN\"}"),
        says("{\"token\":\"TOKEN\""),
        says("{\"token\":\"TOKEN"),
        says("{\"token\":\"TOKEN\"} TOKEN"),
        says("{\"token\":TOKEN}"),
        says("{\"token\":\"TOKEN\\x\"}"),
        fields("\"TOKEN\"", url, "\"TOKEN\""),
        fields("[\"TOKEN\"]", url, "\"TOKEN\""),
        fields("4242", "\"TOKEN\"", "\"TOKEN\""),
        fields("4242", "\"http://u:TOKEN@127.0.0.1:7777\"", "\"TOKEN\""),
        fields("4242", "\"http://TOKEN:7777\"", "\"TOKEN\""),
        fields("4242", "\"http://127.0.0.1:TOKEN\"", "\"TOKEN\""),
        fields(
            "4242",
            "\"http://127.0.0.1:7777/TOKEN?TOKEN#TOKEN\"",
            "\"TOKEN\"",
        ),
        fields("4242", "[\"TOKEN\"]", "\"TOKEN\""),
        fields("4242", url, "\"TOKEN\\r\\nX-TOKEN: TOKEN\""),
        fields("4242", url, "\"TOKEN\\u0000\""),
        fields("4242", url, "\"é TOKEN\""),
        fields("4242", url, "[\"TOKEN\"]"),
        fields("4242", url, "{\"TOKEN\":\"TOKEN\"}"),
        fields("4242", url, "\"TOKEN\",\"token\":\"TOKEN\""),
        fields("4242", url, "\"\\u0074TOKEN\""),
    ]
    .into_iter()
    .map(Watched::new)
    .collect();
    machines.push(Watched::new(says("{\"token\":\"TOKEN")).after(Operation::Pause, well()));
    machines.push(Watched::new(well()).hiding_processes(HostError::PermissionDenied));
    machines.push(Watched::new(well()).hiding_listeners(HostError::PermissionDenied));
    for error in [
        HostError::TimedOut,
        HostError::Io("connection refused".to_owned()),
        HostError::TooLarge { limit: 1 },
    ] {
        machines.push(Watched::new(well()).answering(move |_| Err(error.clone())));
    }
    machines.push(Watched::new(well()).answering(|sent| match &*sent.target {
        target if target.starts_with("POST") => answer(200, &[("mcp-session-id", TOKEN)]),
        _ => answer(400, &[("mcp-session-id", TOKEN)]),
    }));
    machines
}

#[test]
fn the_token_never_appears() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let (seen, events): (Vec<String>, String) = events_of(|| {
        let machines = machines().into_iter();
        machines.map(|host| runtime.block_on(seen(host))).collect()
    });
    for (number, seen) in seen.iter().enumerate() {
        assert!(!seen.contains(TOKEN), "machine {number}: {seen}");
    }
    // The search would find something: it goes through events, calls and requests.
    let all = seen.concat();
    assert!(all.contains("has_token: true") && all.contains("LoopbackRequest"));
    assert!(!events.contains(TOKEN), "{events}");
    assert!(
        events.contains("host call") && events.contains("session ended"),
        "{events}"
    );
}
