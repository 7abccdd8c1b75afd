//! `port_file`: lines in a declared order, and who is taken for the application where none names it.

use onhand_resolver::{Effort, LiveEndpoint};
use serde_json::json;

use crate::support::{Seen, ask, machine};

const LISTENS: &str = "listeners: { '127.0.0.1:7777': { pid: 4242, answer: {} } }\n";

fn file(text: &str) -> String {
    format!(
        "files: {{ /run/app/port: {{ text: {}, modified: 2026-11-02T09:00:00Z }} }}\n",
        json!(text)
    )
}

async fn lines(text: &str, lines: &[&str], listeners: &str) -> Seen {
    let kind = json!({ "kind": "port_file", "path": "/run/app/port", "lines": lines });
    ask(machine(&(file(text) + listeners)), kind, Effort::Network).await
}

#[tokio::test]
async fn two_lines_name_the_port_and_the_process() {
    let seen = lines("7777\n4242\n", &["port", "pid"], LISTENS).await;
    assert_eq!(
        seen.lines(),
        ["process 4242", "http://localhost:7777", "200"]
    );
    assert_eq!(seen.liveness.remarks, [""; 0]);
    assert!(seen.live.is_present());
    let marked = lines("\u{feff}7777\n4242\n", &["port", "pid"], LISTENS).await;
    assert_eq!(marked.lines(), seen.lines());
    // The other way round it is another file.
    let seen = lines("7777\n4242\n", &["pid", "port"], LISTENS).await;
    assert_eq!(seen.lines()[0], "absent: there is no process 7777");
}

#[tokio::test]
async fn a_json_object_is_another_kinds() {
    let reason = "unavailable: /run/app/port: the file holds no lines: a JSON object is read by \
                  `kind: server_json`";
    for text in [r#"{"port":7777}"#, "\u{feff}{\n  \"port\": 7777\n}\n", "{"] {
        let seen = lines(text, &["port", "pid"], LISTENS).await;
        assert_eq!(seen.lines()[..2], [reason, reason], "{text}");
    }
}

#[tokio::test]
async fn a_token_goes_to_the_process_that_the_file_names_and_is_shown_nowhere() {
    let all = &["port", "pid", "token"];
    let seen = lines("7777\n4242\nsecret-1\n", all, LISTENS).await;
    let token = seen.live.present().and_then(LiveEndpoint::expose_token);
    assert_eq!(token, Some("secret-1"));
    assert!(!seen.shown.contains("secret-1"), "{}", seen.shown);

    let seen = lines("7777\nsecret-1\n", &["port", "token"], LISTENS).await;
    assert_eq!(
        seen.lines()[2],
        "unavailable: /run/app/port: no token is sent where no process is named: `lines` declares no `pid`"
    );
    assert!(!seen.live.is_present());

    let stranger = LISTENS.replace("4242", "4343");
    let seen = lines("7777\n4242\nsecret-1\n", all, &stranger).await;
    assert!(
        seen.lines()[2].starts_with("unavailable: another process listens there"),
        "{:?}",
        seen.lines()
    );
}

#[tokio::test]
async fn a_port_alone_is_the_process_that_listens_there_if_it_is_older_than_the_file() {
    let seen = lines("7777", &["port"], LISTENS).await;
    assert_eq!(
        seen.lines(),
        ["process 4242", "http://localhost:7777", "200"]
    );
    assert_eq!(
        seen.liveness.remarks,
        ["no process is named: process 4242 is assumed, since it listens at http://localhost:7777"]
    );
    let live = seen.live.present().expect("it can be reached");
    assert!(!live.has_token());

    let seen = lines("7777", &["port"], "").await;
    assert_eq!(
        seen.lines()[0],
        "absent: nobody listens at http://localhost:7777"
    );
    // Whoever took the port since is another.
    let host = machine(&(file("7777") + LISTENS));
    let later = onhand_platform::ProcessState::Running {
        started: Some(std::time::SystemTime::now() + std::time::Duration::from_secs(86400 * 3650)),
        owner: onhand_platform::Owner::Us,
        parent: None,
    };
    let kind = json!({ "kind": "port_file", "path": "/run/app/port" });
    let seen = ask(host.process(4242, later), kind.clone(), Effort::Network).await;
    assert_eq!(
        seen.lines()[0],
        "absent: process 4242 is a different one: it started after the file was written"
    );
    let seen = ask(machine(&(file("7777") + LISTENS)), kind, Effort::Local).await;
    assert_eq!(seen.liveness.running.state(), "unavailable");
    assert_eq!(seen.liveness.answering.state(), "not_checked");
}

#[tokio::test]
async fn more_or_fewer_lines_than_declared_say_nothing() {
    let seen = lines("7777\nsecret-1\n", &["port"], LISTENS).await;
    assert_eq!(seen.liveness.running.state(), "unavailable");
    assert!(!seen.shown.contains("secret-1"), "{}", seen.shown);
    let seen = lines("7777\n", &["port", "pid", "token"], LISTENS).await;
    assert_eq!(
        seen.lines()[0],
        "absent: /run/app/port: the file is half-written: `lines` declares 3, and it has 2"
    );
}

#[tokio::test]
async fn json_with_a_port_is_read_by_server_json() {
    let files = |port: &str| {
        format!(
            "files: {{ /run/app/s.json: {{ json: {{ pid: 4242, port: {port} }}, modified: 2026-11-02T09:00:00Z }} }}\n{LISTENS}"
        )
    };
    let kind = json!({ "kind": "server_json", "path": "/run/app/s.json", "port_key": "port" });
    let seen = ask(machine(&files("7777")), kind.clone(), Effort::Network).await;
    assert_eq!(
        seen.lines(),
        ["process 4242", "http://localhost:7777", "200"]
    );
    for (port, said) in [
        ("70000", "`port` is a number, not a port from 1 to 65535"),
        (
            "'7777'",
            "`port` is a text, not a port from 1 to 65535: write it without quotes",
        ),
        ("secret-1", "`port` is a text, not a port from 1 to 65535"),
    ] {
        let seen = ask(machine(&files(port)), kind.clone(), Effort::Network).await;
        let said = format!("unavailable: /run/app/s.json: {said}");
        assert_eq!(seen.lines()[1], said);
    }
    let seen = ask(machine(&files("null")), kind, Effort::Network).await;
    assert_eq!(seen.lines()[1], "absent: /run/app/s.json: `port` is null");
}
