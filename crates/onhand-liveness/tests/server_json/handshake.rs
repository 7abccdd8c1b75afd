//! The request: what is sent, what its answer means, and that no session stays behind.

use std::time::{Duration, Instant};

use onhand_declaration::ParameterValue;
use onhand_platform::{HostError, Operation, Os};
use onhand_platform_fake::Listener;
use onhand_resolver::{CauseCode, Effort, Observation, Reason};

use crate::machine::{
    PID, Says, TOKEN, Watched, answer, in_an_hour, kind, machine, probe, probe_declared,
    probe_until, server,
};

async fn network(host: &Watched) -> Observation<u16> {
    probe(host, Effort::Network).await.answering
}

#[tokio::test]
async fn it_is_one_initialize_with_the_token() {
    for os in Os::ALL {
        let host = Watched::new(machine(os));
        assert_eq!(network(&host).await, Observation::Present(200));
        let sent = host.sent();
        assert_eq!(sent.len(), 1);
        let request = &sent[0];
        assert_eq!(request.target, "POST http://127.0.0.1:7777/mcp");
        let bearer = format!("Bearer {TOKEN}");
        let headers: Vec<(&str, &str)> = request
            .headers
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        assert_eq!(
            headers,
            [
                ("Content-Type", "application/json"),
                ("Accept", "application/json, text/event-stream"),
                ("Authorization", &*bearer),
            ]
        );
        let body: serde_json::Value = serde_json::from_str(&request.body).expect("it is JSON");
        assert_eq!(
            body,
            serde_json::json!({
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {},
                    "clientInfo": { "name": "onhand", "version": env!("CARGO_PKG_VERSION") },
                },
            })
        );
        assert_eq!(request.max_body, 8192);
    }
}

#[tokio::test]
async fn without_a_token_no_authorization_is_sent() {
    for token in ["", ",\"token\":null", ",\"token\":\"\""] {
        let text = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7777"{token}}}"#);
        let host = Watched::new(machine(Os::Linux).says(&text));
        assert_eq!(network(&host).await, Observation::Present(200), "{token}");
        assert_eq!(host.sent()[0].header("authorization"), None, "{token}");
    }
}

#[tokio::test]
async fn a_token_that_can_not_stand_in_a_header_is_not_sent() {
    for (token, reason) in [
        (
            r#""a\r\nX-Header: b""#,
            "`token` holds a character that can't stand in a header",
        ),
        (
            r#""a b""#,
            "`token` holds a character that can't stand in a header",
        ),
        (
            r#""a\u0000""#,
            "`token` holds a character that can't stand in a header",
        ),
        (
            r#""\u00e9""#,
            "`token` holds a character that can't stand in a header",
        ),
        (r#""a","token":"a""#, "`token` appears twice in the file"),
        ("1", "`token` is a number, not a text"),
        ("[\"a\"]", "`token` is a list, not a text"),
    ] {
        let text = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7777","token":{token}}}"#);
        let host = Watched::new(machine(Os::Linux).says(&text));
        let liveness = probe(&host, Effort::Network).await;
        assert!(liveness.running.is_present() && liveness.endpoint.is_present());
        let reason = format!("unavailable: /var/vendor/server.json: {reason}");
        assert_eq!(liveness.answering.to_string(), reason);
        assert!(host.sent().is_empty(), "{token}");
    }
}

#[tokio::test]
async fn a_status_that_shows_an_mcp_server_is_an_answer_and_no_other() {
    for status in [200, 401, 403] {
        let host = Watched::new(machine(Os::Win32)).answering(move |_| answer(status, &[]));
        let liveness = probe(&host, Effort::Network).await;
        assert_eq!(liveness.answering, Observation::Present(status));
        assert_eq!(liveness.asked.as_deref(), Some("http://127.0.0.1:7777/mcp"));
    }
    for status in [
        100, 199, 201, 202, 204, 304, 400, 402, 404, 405, 406, 429, 500, 503,
    ] {
        let host = Watched::new(machine(Os::Win32)).answering(move |_| answer(status, &[]));
        let reason = format!(
            "POST http://127.0.0.1:7777/mcp: status {status}, which is not the answer of an MCP server \
             (`endpoint_path` is `/mcp`)"
        );
        let reason = Reason::new(CauseCode::NotAnswering, reason);
        assert_eq!(network(&host).await, Observation::Absent(reason));
        assert_eq!(host.sent().len(), 1);
    }
}

#[tokio::test]
async fn a_refusal_says_which_token_was_sent_or_why_none_was() {
    let refused = "it refused the token in `secret`";
    for status in [401, 403] {
        for (field, says) in [
            (r#","secret":"a""#, refused),
            (
                r#","token":"a""#,
                "no token was sent: the file has no `secret`",
            ),
            (r#","secret":"""#, "no token was sent: `secret` is empty"),
            (r#","secret":null"#, "no token was sent: `secret` is null"),
        ] {
            let text = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7777"{field}}}"#);
            let host = Watched::new(machine(Os::Linux).says(&text))
                .answering(move |_| answer(status, &[]));
            let key = ParameterValue::Text("secret".to_owned());
            let kind = kind(Os::Linux).with("token_key", key);
            let liveness = probe_declared(&host, &kind, Effort::Network, in_an_hour()).await;
            assert_eq!(liveness.answering, Observation::Present(status));
            let or_host = match status {
                403 => ", or the `Host` header `127.0.0.1:7777`",
                _ => "",
            };
            assert_eq!(
                liveness.remarks,
                [format!("status {status}: {says}{or_host}")]
            );
        }
    }
}

#[tokio::test]
async fn no_answer_is_absent_and_what_kept_us_from_asking_is_not() {
    for (error, state) in [
        (HostError::TimedOut, "absent"),
        (HostError::Io("connection refused".into()), "absent"),
        (HostError::PermissionDenied, "unavailable"),
        (HostError::Unsupported("a socket"), "unavailable"),
        (HostError::TooLarge { limit: 9 }, "error"),
    ] {
        let reason = format!("POST http://127.0.0.1:7777/mcp: {error}");
        let host = Watched::new(machine(Os::Linux)).answering(move |_| Err(error.clone()));
        let answering = network(&host).await;
        assert_eq!(
            (answering.state(), answering.reason()),
            (state, Some(&*reason))
        );
    }
    let silent = machine(Os::Linux).listener("127.0.0.1:7777", Listener::silent().owned_by(PID));
    let answering = network(&Watched::new(silent)).await;
    assert_eq!(
        answering.to_string(),
        "absent: POST http://127.0.0.1:7777/mcp: no answer before the deadline"
    );
}

#[tokio::test]
async fn the_path_is_the_declared_one() {
    let host = Watched::new(machine(Os::Linux));
    let declared = ParameterValue::Text("/v2/mcp?x=1".to_owned());
    let kind = kind(Os::Linux).with("endpoint_path", declared);
    let liveness = probe_declared(&host, &kind, Effort::Network, in_an_hour()).await;
    let asked = "http://127.0.0.1:7777/v2/mcp?x=1";
    assert_eq!(liveness.asked.as_deref(), Some(asked));
    assert_eq!(
        host.sent()[0].target,
        "POST http://127.0.0.1:7777/v2/mcp?x=1"
    );
}

#[tokio::test]
async fn a_path_that_no_parser_let_through_sends_nothing() {
    for path in ["@evil/", "//evil", "/\\evil", "/a\r\nX: y"] {
        let host = Watched::new(machine(Os::Linux));
        let declared = ParameterValue::Text(path.to_owned());
        let kind = kind(Os::Linux).with("endpoint_path", declared);
        let liveness = probe_declared(&host, &kind, Effort::Network, in_an_hour()).await;
        assert_eq!(liveness.running.state(), "unavailable", "{path}");
        assert!(host.sent().is_empty());
    }
}

#[tokio::test]
async fn a_session_is_ended() {
    let opening = server().header("Mcp-Session-Id", "7f3c-a!~");
    let host = Watched::new(machine(Os::Linux).listener("127.0.0.1:7777", opening));
    assert_eq!(network(&host).await, Observation::Present(200));
    let sent = host.sent();
    assert_eq!(sent.len(), 2);
    let end = &sent[1];
    assert_eq!(end.target, "DELETE http://127.0.0.1:7777/mcp");
    assert_eq!(end.header("mcp-session-id"), Some("7f3c-a!~"));
    assert_eq!(end.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(
        end.header("authorization"),
        Some(&*format!("Bearer {TOKEN}"))
    );
    assert_eq!(end.body, "");
}

#[tokio::test]
async fn a_server_that_refuses_the_version_is_told_to_end_without_it() {
    let host = Watched::new(machine(Os::Linux)).answering(|sent| {
        if sent.target.starts_with("POST") {
            return answer(200, &[("mcp-session-id", "s")]);
        }
        let refused = sent.header("mcp-protocol-version").is_some();
        answer(if refused { 400 } else { 200 }, &[])
    });
    assert_eq!(network(&host).await, Observation::Present(200));
    let sent = host.sent();
    assert_eq!(sent.len(), 3);
    assert_eq!(sent[2].header("mcp-session-id"), Some("s"));
    assert_eq!(sent[2].header("mcp-protocol-version"), None);
}

#[tokio::test]
async fn how_a_session_ends_changes_no_answer() {
    for (outcome, tries) in [
        (answer(405, &[]), 1),
        (answer(500, &[]), 1),
        (answer(400, &[]), 2),
        (Err(HostError::TimedOut), 1),
        (Err(HostError::Io("reset".into())), 1),
    ] {
        let host = Watched::new(machine(Os::Linux)).answering(move |sent| {
            if sent.target.starts_with("POST") {
                answer(200, &[("mcp-session-id", "s")])
            } else {
                outcome.clone()
            }
        });
        assert_eq!(network(&host).await, Observation::Present(200));
        assert_eq!(host.sent().len(), 1 + tries);
    }
}

#[tokio::test]
async fn a_session_id_that_can_not_be_one_is_not_sent_back() {
    let long = "x".repeat(4097);
    for id in ["", "a b", "a\r\nX: y", "é", &long] {
        let id = id.to_owned();
        let host = Watched::new(machine(Os::Linux))
            .answering(move |_| answer(200, &[("mcp-session-id", &id)]));
        assert_eq!(network(&host).await, Observation::Present(200));
        assert_eq!(host.sent().len(), 1);
    }
}

#[tokio::test]
async fn only_a_session_that_was_opened_is_ended() {
    for status in [401, 403, 500] {
        let host = Watched::new(machine(Os::Linux))
            .answering(move |_| answer(status, &[("mcp-session-id", "s")]));
        network(&host).await;
        assert_eq!(host.sent().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn no_session_is_ended_after_the_deadline() {
    let deadline = Instant::now() + Duration::from_millis(200);
    let opening = server().header("Mcp-Session-Id", "s");
    let opening = machine(Os::Linux).listener("127.0.0.1:7777", opening);
    let host = Watched::new(opening).until(deadline, Operation::Request);
    let liveness = probe_until(&host, Effort::Network, deadline).await;
    assert_eq!(liveness.answering, Observation::Present(200));
    assert_eq!(host.sent().len(), 1);
}
