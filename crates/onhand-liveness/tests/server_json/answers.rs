//! What an immediate answer says that is not simply "yes": each has a sentence of its own.

use onhand_platform::{LoopbackAnswer, Os};
use onhand_resolver::{CauseCode, Effort, Liveness, Observation};

use crate::machine::{TOKEN, Watched, answer, machine, probe};

fn says(status: u16, body: &str) -> LoopbackAnswer {
    let mut says = answer(status, &[]).expect("it is one");
    says.body = body.as_bytes().to_vec();
    says
}

async fn probed(host: &Watched) -> Liveness {
    probe(host, Effort::Network).await
}

fn reason(liveness: &Liveness) -> &str {
    assert_eq!(liveness.answering.state(), "absent", "{liveness:?}");
    assert_ne!(liveness.answering.cause(), Some(CauseCode::TimedOut));
    let reason = liveness.answering.reason().expect("it says why");
    reason
        .strip_prefix("POST http://127.0.0.1:7777/mcp: ")
        .expect(reason)
}

#[tokio::test]
async fn a_redirect_at_the_same_server_says_the_path_and_is_not_followed() {
    let with_token = format!("/{TOKEN}/");
    let elsewhere = "it answers with a redirect elsewhere (status STATUS), which is not followed \
                     (`endpoint_path` is `/mcp`)";
    let same = &*elsewhere.replace("elsewhere", "to the same path");
    let nowhere = &*elsewhere.replace("elsewhere", "that says no place");
    let to_path =
        "it answers with a redirect to /mcp/ (status STATUS): set `endpoint_path` to `/mcp/`";
    for status in [301, 302, 303, 307, 308] {
        for (location, says) in [
            (Some("http://127.0.0.1:7777/mcp/"), to_path),
            (Some("/mcp/"), to_path),
            (Some("/mcp/?session=secret"), to_path),
            (Some("http://127.0.0.1:1/"), elsewhere),
            (Some("http://127.0.0.1:77770/mcp/"), elsewhere),
            (Some("https://127.0.0.1:7777/mcp/"), elsewhere),
            (Some("//evil/mcp/"), elsewhere),
            (Some("mcp/"), to_path),
            (Some("./mcp/#top"), to_path),
            (Some("../mcp/"), elsewhere),
            (Some("mailto:mcp/"), elsewhere),
            (Some("/mcp"), same),
            (Some("/mcp?session=secret"), same),
            (Some("?session=secret"), same),
            (Some("/a b"), elsewhere),
            (Some(&*with_token), elsewhere),
            (Some(""), nowhere),
            (None, nowhere),
        ] {
            let headers: Vec<_> = location
                .map(|to| ("location".to_owned(), to.to_owned()))
                .into_iter()
                .collect();
            let host = Watched::new(machine(Os::Linux)).answering(move |_| {
                let mut moved = says_nothing(status);
                moved.headers.clone_from(&headers);
                Ok(moved)
            });
            let liveness = probed(&host).await;
            assert_eq!(
                reason(&liveness),
                says.replace("STATUS", &status.to_string())
            );
            assert_eq!(host.sent().len(), 1);
        }
    }
}

fn says_nothing(status: u16) -> LoopbackAnswer {
    says(status, "")
}

/// The version that a request asks for.
fn asked_for(body: &str) -> String {
    let body: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
    body["params"]["protocolVersion"]
        .as_str()
        .expect("a text")
        .to_owned()
}

#[tokio::test]
async fn a_server_that_refuses_the_version_is_asked_once_more_for_one_that_it_names() {
    let named = "Unsupported protocol version (supported versions: 2024-11-05, 2025-03-26)";
    let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-03-26"],"requested":"2025-11-25"}}}"#;
    let unnamed = "unsupported protocolVersion 2025-11-25";
    for (status, refusal, second) in [
        (400, named, "2025-03-26"),
        (400, error, "2025-03-26"),
        (200, error, "2025-03-26"),
        (400, unnamed, "2025-06-18"),
    ] {
        let host = Watched::new(machine(Os::Linux)).answering(move |sent| {
            Ok(match &*asked_for(&sent.body) {
                version if version == second => says(200, "{}"),
                _ => says(status, refusal),
            })
        });
        let liveness = probed(&host).await;
        assert_eq!(liveness.answering, Observation::Present(200), "{refusal}");
        let remark = format!("it refused protocol version 2025-11-25, and was asked for {second}");
        assert_eq!(liveness.remarks, [remark]);
        assert_eq!(host.sent().len(), 2);
        // It carries what the first did.
        let tokens = host
            .sent()
            .into_iter()
            .map(|sent| sent.header("authorization").map(str::to_owned));
        let token = Some(format!("Bearer {TOKEN}"));
        assert_eq!(tokens.collect::<Vec<_>>(), [token.clone(), token]);
    }
}

#[tokio::test]
async fn a_server_that_goes_on_refusing_is_one_if_it_names_versions_of_the_protocol() {
    for (body, requests, outcome) in [
        (
            "Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26)",
            2,
            Ok(
                "status 400: it refused the protocol versions 2025-11-25 and 2025-06-18, though it names 2025-06-18",
            ),
        ),
        (
            "bad protocol version",
            2,
            Err("status 400: it refused the protocol versions 2025-11-25 and 2025-06-18"),
        ),
        (
            "bad protocol version: 2026-07-28 only",
            1,
            Err(
                "status 400: it refused protocol version 2025-11-25, and names none that is known here",
            ),
        ),
    ] {
        let host = Watched::new(machine(Os::Linux)).answering(move |_| Ok(says(400, body)));
        let liveness = probed(&host).await;
        match outcome {
            Ok(remark) => {
                assert_eq!(liveness.answering, Observation::Present(400));
                assert_eq!(liveness.remarks, [remark]);
            }
            Err(says) => assert_eq!(reason(&liveness), says),
        }
        assert_eq!(host.sent().len(), requests);
    }
}

#[tokio::test]
async fn a_refused_host_is_said_beside_the_token() {
    for (status, body) in [
        (403, "Forbidden: Invalid Host header"),
        (421, "Invalid Host header"),
        (421, ""),
        (
            400,
            r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Invalid Host: 127.0.0.1"},"id":null}"#,
        ),
        (403, "The host 127.0.0.1 is not allowed."),
    ] {
        let host = Watched::new(machine(Os::Linux)).answering(move |_| Ok(says(status, body)));
        let liveness = probed(&host).await;
        assert_eq!(liveness.answering, Observation::Present(status), "{body}");
        let remark = format!(
            "status {status}: it refused the `Host` header `127.0.0.1:7777`, so whether the token is right is not known"
        );
        assert_eq!(liveness.remarks, [remark]);
    }
}

#[tokio::test]
async fn a_json_rpc_error_is_no_handshake_and_its_code_alone_is_shown() {
    let error =
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"{TOKEN}"}}}}"#);
    let event = format!("event: message\ndata: {error}\n\n");
    for status in [200, 400, 404, 500] {
        for body in [&error, &event] {
            let body = body.clone();
            let host = Watched::new(machine(Os::Linux)).answering(move |_| Ok(says(status, &body)));
            let says =
                format!("status {status} with the JSON-RPC error -32601 in place of a handshake");
            assert_eq!(reason(&probed(&host).await), says);
        }
    }
}

#[tokio::test]
async fn a_page_is_no_answer_of_an_mcp_server() {
    for (kind, is_mcp) in [
        ("text/html; charset=utf-8", false),
        ("text/plain", false),
        ("application/json; charset=utf-8", true),
        ("Text/Event-Stream", true),
    ] {
        let host = Watched::new(machine(Os::Linux))
            .answering(move |_| answer(200, &[("content-type", kind)]));
        let liveness = probed(&host).await;
        assert_eq!(liveness.answering.is_present(), is_mcp, "{kind}");
        if !is_mcp {
            assert!(
                reason(&liveness).starts_with("status 200 with neither JSON nor a stream"),
                "{kind}"
            );
        }
    }
}

#[tokio::test]
async fn the_time_is_over_only_where_it_was() {
    let host =
        Watched::new(machine(Os::Linux)).answering(|_| Err(onhand_platform::HostError::TimedOut));
    assert_eq!(
        probed(&host).await.answering.cause(),
        Some(CauseCode::TimedOut)
    );
}
