//! `onhand probe`: how it ends, what it says, and what it never says.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Run, cases, folder, onhand};

/// Probes with these arguments on the Linux machine of the cases.
fn probe(args: &[&str]) -> Run {
    let machine = ["probe", "--platform", "linux.yaml"];
    onhand(&cases(), &[&machine[..], args].concat())
}

/// The results of that declaration file by name.
fn results(run: &Run) -> Vec<Value> {
    run.json()["results"].as_array().expect("a list").clone()
}

#[test]
fn it_ends_with_0_where_everything_answers_and_with_1_where_something_does_not() {
    let one = |name: &str, effort: &str| {
        let text = format!(
            "app: {{ linux: {{ presence: executable, location: /opt/vendor/app, liveness: \
             {{ kind: server_json, path: /run/vendor/{name}.json }} }} }}\n"
        );
        let machine = cases().join("linux.yaml");
        let machine = machine.to_string_lossy();
        let folder = folder(&[("app.yaml", &text)]);
        let args = [
            "probe",
            "--platform",
            &*machine,
            "--effort",
            effort,
            "app.yaml",
        ];
        let run = onhand(folder.path(), &args);
        assert_eq!(run.stderr, "", "{name}");
        run.code
    };
    for (name, network, local) in [
        ("answering", 0, 0),
        ("child", 0, 0),
        ("silent", 1, 0),
        ("stranger", 1, 0),
        ("refused", 1, 0),
        ("stopped", 1, 1),
        ("reused", 1, 1),
        ("wrong", 1, 1),
    ] {
        assert_eq!(one(name, "network"), Some(network), "{name}");
        assert_eq!(one(name, "local"), Some(local), "{name}");
    }
}

#[test]
fn it_ends_with_2_where_a_file_is_wrong_and_answers_the_others() {
    let run = probe(&[
        "--json",
        "alive/servers.yaml",
        "broken/typos.yaml",
        "nowhere.yaml",
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    assert!(results(&run).len() >= 14);
    let no_machine = onhand(&cases(), &["probe", "--platform", "nowhere.yaml", "alive"]);
    assert_eq!((no_machine.code, no_machine.stdout.as_str()), (Some(2), ""));
    assert_eq!(onhand(&cases(), &["probe"]).code, Some(2));
}

#[test]
fn the_keys_of_its_json_are_always_there() {
    let keys = |value: &Value| -> BTreeSet<String> {
        value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    let set = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
    let run = probe(&["--json", "alive/servers.yaml"]);
    assert_eq!(keys(&run.json()), set(&["platform", "problems", "results"]));
    let mut states = BTreeSet::new();
    for result in results(&run) {
        let expected = [
            "alive",
            "answering",
            "effort",
            "endpoint",
            "name",
            "presence",
            "remarks",
            "running",
            "source",
            "state",
            "version",
        ];
        assert_eq!(keys(&result), set(&expected));
        for observed in ["answering", "endpoint", "presence", "running", "version"] {
            assert_eq!(keys(&result[observed]), set(&["reason", "state", "value"]));
        }
        states.insert(result["state"].as_str().expect("a text").to_owned());
    }
    let expected = [
        "answering",
        "missing_app",
        "no_liveness",
        "not_running",
        "running",
        "unknown",
        "unsupported_os",
    ];
    assert_eq!(states, set(&expected));
}

#[test]
fn a_result_says_what_was_seen_of_each() {
    let run = probe(&["--json", "alive/servers.yaml"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert_eq!(
        results(&run)[0],
        json!({
            "name": "answering",
            "source": "alive/servers.yaml",
            "effort": "network",
            "alive": true,
            "state": "answering",
            "presence": { "state": "present", "value": "/opt/vendor/app", "reason": null },
            "version": { "state": "not_checked", "value": null, "reason": null },
            "running": {
                "state": "present",
                "value": { "pid": 100, "owner": "us" },
                "reason": null,
            },
            "endpoint": { "state": "present", "value": "http://127.0.0.1:7100", "reason": null },
            "answering": { "state": "present", "value": 200, "reason": null },
            "remarks": [],
        })
    );
}

#[test]
fn a_local_probe_connects_to_nothing() {
    let run = probe(&["-vv", "--effort", "local", "alive/servers.yaml"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("operation=\"process\""),
        "{}",
        run.stderr
    );
    assert!(
        !run.stderr.contains("operation=\"listeners\""),
        "{}",
        run.stderr
    );
    assert!(
        !run.stderr.contains("operation=\"request\""),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout
            .ends_with("7 of 14 running on linux (linux.yaml)\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_deadline_is_a_time_that_somebody_waits() {
    for deadline in ["1ms", "500ms", "3s", "1m", "60s"] {
        let run = probe(&[
            "--deadline",
            deadline,
            "--effort",
            "local",
            "alive/servers.yaml",
        ]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{deadline}");
    }
    for deadline in ["0s", "61s", "2h", "3", "soon", ""] {
        let run = probe(&["--deadline", deadline, "alive/servers.yaml"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{deadline}");
        assert!(run.stderr.contains("--deadline"), "{}", run.stderr);
    }
}

/// What the files in these tests hold as a token.
const TOKEN: &str = "not-a-real-token";

#[test]
fn no_command_shows_a_token() {
    for (command, code) in [
        (&["probe"][..], 1),
        (&["probe", "--json"], 1),
        (&["probe", "--effort", "local"], 1),
        (&["explain"], 0),
        (&["explain", "--json"], 0),
        (&["check"], 0),
    ] {
        let rest = ["-vv", "--platform", "linux.yaml", "alive/servers.yaml"];
        let run = onhand(&cases(), &[command, &rest].concat());
        assert_eq!(run.code, Some(code), "{command:?}");
        for text in [run.stdout, run.stderr] {
            assert!(!text.contains(&TOKEN[..8]), "{command:?}: {text}");
        }
    }
    let machine = fs::read_to_string(cases().join("linux.yaml")).expect("a file");
    assert!(machine.contains(TOKEN));
}

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
        "  answering   status 200\n".to_owned(),
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
