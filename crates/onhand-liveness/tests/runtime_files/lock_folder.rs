//! `lock_folder`: which of several lock files counts, and what is said of the others.

use onhand_resolver::{Effort, LiveEndpoint};
use serde_json::json;

use crate::support::{Seen, ask, machine};

const LISTEN: &str = "listeners:\n  '127.0.0.1:7777': { pid: 4242, answer: {} }\n  '127.0.0.1:7778': { pid: 4343, answer: {} }\n";

/// A lock file of that port and process, written that many minutes after nine.
fn lock(port: &str, pid: u32, minute: u32) -> String {
    format!(
        "  /home/me/ide/{port}.lock: {{ json: {{ pid: {pid}, authToken: secret-{port}, workspaceFolders: [/x], transport: sse }}, modified: 2026-11-02T09:{minute:02}:00Z }}\n"
    )
}

async fn folder(files: &[String]) -> Seen {
    let text = format!("{LISTEN}files:\n  /opt/app/app: x\n{}", files.concat());
    let kind = json!({ "kind": "lock_folder", "path": "/home/me/ide" });
    let seen = ask(machine(&text), kind, Effort::Network).await;
    assert!(!seen.shown.contains("secret-"), "{}", seen.shown);
    seen
}

#[tokio::test]
async fn one_file_names_port_process_and_token() {
    let seen = folder(&[lock("7777", 4242, 0)]).await;
    assert_eq!(
        seen.lines(),
        ["process 4242", "http://localhost:7777", "200"]
    );
    let token = seen.live.present().and_then(LiveEndpoint::expose_token);
    assert_eq!(token, Some("secret-7777"));
}

#[tokio::test]
async fn the_newest_counts_whose_process_runs_and_the_others_are_said() {
    let files = [
        lock("7777", 4242, 1),
        lock("7778", 4343, 2),
        lock("9000", 99, 5),
        lock("9001", 98, 0),
    ];
    let seen = folder(&files).await;
    assert_eq!(
        seen.lines(),
        ["process 4343", "http://localhost:7778", "200"]
    );
    assert_eq!(
        seen.liveness.remarks,
        [
            "lock files of other running instances: `7777.lock`",
            "lock files that were left behind: `9000.lock`: there is no process 99; `9001.lock`: there is no process 98",
        ]
    );
    // Of two as new, the one with the lower port.
    let seen = folder(&[lock("7778", 4343, 1), lock("7777", 4242, 1)]).await;
    assert_eq!(seen.lines()[0], "process 4242");
}

#[tokio::test]
async fn where_all_were_left_behind_nothing_runs() {
    let seen = folder(&[lock("7777", 99, 1), lock("7778", 98, 2)]).await;
    assert_eq!(
        seen.lines()[0],
        "absent: /home/me/ide: no lock file of a running process: `7778.lock`: there is no process 98; `7777.lock`: there is no process 99"
    );
    let seen = folder(&[lock("7777", 99, 1)]).await;
    assert_eq!(seen.lines()[0], "absent: there is no process 99");
    let unreadable = "  /home/me/ide/1.lock: { json: { pid: x } }\n".to_owned();
    let seen = folder(&[lock("7777", 99, 1), unreadable]).await;
    assert_eq!(seen.liveness.running.state(), "unavailable");
}

#[tokio::test]
async fn files_of_other_names_are_none() {
    let other = |name: &str| format!("  /home/me/ide/{name}: x\n");
    let seen = folder(&[other("7777.lock~"), other("07777.lock"), other("a.lock")]).await;
    assert_eq!(
        seen.lines()[0],
        "absent: /home/me/ide: no file in it is named `PORT.lock`"
    );
    let seen = folder(&[]).await;
    assert_eq!(seen.lines()[0], "absent: /home/me/ide: nothing is there");
}

#[tokio::test]
async fn of_many_files_sixteen_are_read_and_a_folder_of_hundreds_none() {
    let many: Vec<String> = (0..40)
        .map(|n| lock(&(9000 + n).to_string(), 99, n))
        .collect();
    let seen = folder(&many).await;
    assert_eq!(seen.liveness.running.state(), "unavailable");
    let reason = &seen.lines()[0];
    assert!(
        reason.ends_with("; 13 more, and 24 older files were not read"),
        "{reason}"
    );
    assert!(
        reason.contains(": `9039.lock`: there is no process 99; "),
        "{reason}"
    );
    let hundreds: Vec<String> = (0..600)
        .map(|n| lock(&(9000 + n).to_string(), 99, 0))
        .collect();
    let seen = folder(&hundreds).await;
    assert_eq!(
        seen.lines()[0],
        "error: /home/me/ide: a folder with more than 512 names"
    );
}

#[tokio::test]
async fn an_instance_that_speaks_no_http_is_not_asked() {
    for (transport, said) in [
        (
            "ws",
            "`transport` says that it speaks WebSocket, and only HTTP is asked",
        ),
        (
            "secret-x",
            "`transport` says that it speaks something other than HTTP",
        ),
        ("7", "`transport` is a number, not a text"),
    ] {
        let file = lock("7777", 4242, 0).replace("sse", transport);
        let seen = folder(&[file]).await;
        let said = format!("unavailable: /home/me/ide/7777.lock: {said}");
        assert_eq!(
            seen.lines(),
            ["process 4242".to_owned(), said, "not checked".to_owned()]
        );
        assert!(!seen.live.is_present());
    }
}
