//! `onhand probe` of an application on this machine: a real file, process and socket.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::probe::{TOKEN, results};
use crate::program::{folder, onhand};

/// A folder in which `apps` declarations name an application that is there, and the file that it
/// writes: it says that it is this very process, and listens at that port.
fn vendors(apps: usize, port: u16) -> TempDir {
    let os = match std::env::consts::OS {
        "windows" => "win32",
        "macos" => "darwin",
        other => other,
    };
    let runtime = json!({
        "pid": std::process::id(),
        "http": format!("http://127.0.0.1:{port}"),
        "token": TOKEN,
    });
    let folder = folder(&[("app", ""), ("server.json", &runtime.to_string())]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let app = json!({
        "presence": "executable",
        "location": path("app"),
        "liveness": { "kind": "server_json", "path": path("server.json") },
    });
    let servers: serde_json::Map<String, Value> = (0..apps)
        .map(|number| (format!("vendor-{number}"), json!({ "app": { os: app } })))
        .collect();
    let declarations = json!({ "servers": servers }).to_string();
    fs::write(folder.path().join("vendors.json"), declarations).expect("a file");
    folder
}

/// Answers every request with a session, and keeps its head.
fn serve(listener: TcpListener) -> Arc<Mutex<Vec<String>>> {
    let heads = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&heads);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("a connection"));
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                let read = stream.read_line(&mut head).expect("a line of the head");
                assert!(read > 0, "the head ends early: {head}");
            }
            kept.lock().expect("no panic").push(head);
            let answer = "HTTP/1.1 200 OK\r\nMcp-Session-Id: s-1\r\nContent-Length: 0\r\n\r\n";
            stream
                .get_mut()
                .write_all(answer.as_bytes())
                .expect("it is sent");
        }
    });
    heads
}

fn loopback() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it is bound").port();
    (listener, port)
}

#[test]
fn an_application_on_this_machine_is_asked_and_its_session_is_ended() {
    let (listener, port) = loopback();
    let heads = serve(listener);
    let folder = vendors(1, port);
    let run = onhand(
        folder.path(),
        &["probe", "-vv", "--deadline", "30s", "vendors.json"],
    );
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
    let pid = std::process::id();
    for line in [
        format!("  running     process {pid}\n"),
        format!("  endpoint    http://127.0.0.1:{port}\n"),
        format!("  answering   status 200 from http://127.0.0.1:{port}/mcp\n"),
    ] {
        assert!(run.stdout.contains(&line), "{line}: {}", run.stdout);
    }
    assert!(!run.stdout.contains(TOKEN) && !run.stderr.contains(TOKEN));
    let heads = heads.lock().expect("no panic");
    let [post, delete] = &heads[..] else {
        panic!("{heads:?}")
    };
    assert!(post.starts_with("POST /mcp HTTP/1.1\r\n"), "{post}");
    assert!(delete.starts_with("DELETE /mcp HTTP/1.1\r\n"), "{delete}");
    let bearer = format!("Bearer {TOKEN}\r\n");
    assert!(post.contains(&bearer) && delete.contains(&bearer));
    assert!(
        delete
            .to_lowercase()
            .contains("\r\nmcp-session-id: s-1\r\n"),
        "{delete}"
    );
}

#[test]
fn silent_applications_are_waited_for_all_at_once() {
    // The OS takes each connection; nobody ever reads from it.
    let (_listener, port) = loopback();
    let folder = vendors(20, port);
    let start = Instant::now();
    let run = onhand(
        folder.path(),
        &["probe", "--json", "--deadline", "2s", "vendors.json"],
    );
    let took = start.elapsed();
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let results = results(&run);
    assert_eq!(results.len(), 20);
    for result in results {
        assert_eq!(result["state"], "running", "{result}");
        assert_eq!(result["answering"]["state"], "absent", "{result}");
    }
    assert!(
        took < Duration::from_secs(20),
        "one after the other takes 40 s: {took:?}"
    );
}
