//! HTTPS is asked where the certificate is declared, and then nothing else.

use onhand_resolver::Effort;
use serde_json::json;

use crate::support::{Seen, ask, machine};

fn sha256(byte: &str) -> String {
    vec![byte; 32].join(":")
}

async fn probe(url: &str, declared: Option<&str>, shown: Option<&str>) -> Seen {
    let shown = shown.map_or_else(String::new, |byte| {
        format!("certificate_sha256: '{}', ", sha256(byte))
    });
    let text = format!(
        "files: {{ /run/app/s.json: {{ json: {{ pid: 4242, http: '{url}', token: secret-1 }}, modified: 2026-11-02T09:00:00Z }} }}\n\
         listeners: {{ '127.0.0.1:7777': {{ pid: 4242, {shown}answer: {{}} }} }}\n"
    );
    let mut kind = json!({ "kind": "server_json", "path": "/run/app/s.json" });
    if let Some(byte) = declared {
        kind["certificate_sha256"] = json!(sha256(byte));
    }
    let seen = ask(machine(&text), kind, Effort::Network).await;
    assert!(!seen.shown.contains("secret-1"), "{}", seen.shown);
    seen
}

#[tokio::test]
async fn the_declared_certificate_is_asked_by_https() {
    let seen = probe("https://127.0.0.1:7777/mcp", Some("AB"), Some("AB")).await;
    assert_eq!(
        seen.lines(),
        ["process 4242", "https://127.0.0.1:7777", "200"]
    );
    let asked = seen.liveness.asked.as_deref();
    assert_eq!(asked, Some("https://127.0.0.1:7777/mcp"));
    let live = seen.live.present().expect("it can be reached");
    assert!(live.has_token() && live.endpoint().certificate().is_some());
}

#[tokio::test]
async fn another_certificate_is_no_answer_and_gets_no_token() {
    let seen = probe("https://127.0.0.1:7777", Some("AB"), Some("CD")).await;
    assert_eq!(
        seen.lines()[2],
        "unavailable: POST https://127.0.0.1:7777/mcp: the server shows a certificate other than the declared one"
    );
}

#[tokio::test]
async fn without_a_declared_certificate_https_is_said_not_to_be_asked() {
    let seen = probe("https://127.0.0.1:7777", None, Some("AB")).await;
    assert_eq!(
        seen.lines()[1],
        "unavailable: /run/app/s.json: `http` is refused: the URL starts with `https://`, which is asked only where the declaration pins the certificate: `certificate_sha256`"
    );
    assert_eq!(seen.liveness.answering.state(), "not_checked");
}

#[tokio::test]
async fn with_a_declared_certificate_nothing_is_sent_in_clear() {
    let seen = probe("http://127.0.0.1:7777", Some("AB"), None).await;
    assert_eq!(
        seen.lines()[1],
        "unavailable: /run/app/s.json: `http` is refused: the URL starts with `http://`, and the pinned certificate asks for `https://`"
    );
    let seen = probe("https://127.0.0.1:7777", Some("AB"), None).await;
    assert!(
        seen.lines()[2].starts_with("absent: "),
        "{:?}",
        seen.lines()
    );
}
