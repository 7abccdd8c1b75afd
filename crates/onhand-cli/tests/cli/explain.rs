//! `onhand explain`: what it shows of each answer.

use serde_json::json;

use crate::program::{cases, onhand};

#[test]
fn each_call_is_told_in_order_for_each_declaration_alone() {
    let run = onhand(
        &cases(),
        &[
            "explain",
            "--json",
            "--platform",
            "windows.yaml",
            "declarations",
        ],
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let document = run.json();
    let results = document["results"].as_array().expect("a list");
    let calls = |name: &str| {
        let named = |result: &&serde_json::Value| result["name"] == name;
        results.iter().find(named).expect("it is declared")["calls"].clone()
    };
    let variable = json!({
        "tier": "locate", "operation": "env", "target": "ProgramFiles",
        "result": "`C:\\Program Files`", "ok": true,
    });
    // A later declaration asks again: nothing is remembered from one to the next.
    assert_eq!(calls("vendor-editor")[0], variable);
    assert_eq!(calls("folder-in-place")[0], variable);
    assert_eq!(
        calls("denied"),
        json!([{
            "tier": "locate", "operation": "stat", "target": "C:\\Secret\\App.exe",
            "result": "permission denied", "ok": false,
        }]),
    );
    assert_eq!(calls("needs-nothing"), json!([]));
    assert_eq!(calls("recent"), json!([]));
}

#[test]
fn a_version_that_numeric_drops_characters_from_is_said() {
    let args = [
        "explain",
        "--platform",
        "mac.yaml",
        "declarations/versions.yaml",
    ];
    let people = onhand(&cases(), &args);
    assert!(people.stdout.contains("drops `-beta`"), "{}", people.stdout);
    let programs = onhand(&cases(), &[&args[..], &["--json"]].concat()).json();
    let cause = programs["results"][0]["cause"].as_str().expect("a text");
    assert!(cause.contains("drops `-beta`"), "{cause}");
}

#[test]
fn no_host_call_is_said_in_words() {
    let run = onhand(&cases(), &["explain", "declarations/none.json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("host calls  none"), "{}", run.stdout);
}

#[test]
fn what_is_missing_is_told_with_where_it_was_looked_for_and_what_to_do() {
    let args = [
        "explain",
        "--json",
        "--platform",
        "windows.yaml",
        "declarations/missing.yaml",
    ];
    let document = onhand(&cases(), &args).json();
    let denied = &document["results"][0];
    assert_eq!(denied["name"], "denied");
    assert_eq!(
        denied["resolution"],
        json!({ "kind": "missing", "candidates": [{
            "value": "C:\\Secret\\App.exe", "source": "app.win32.location",
            "state": "unavailable", "reason": "permission denied",
        }] }),
    );
    assert_eq!(denied["rule"], "executable: a regular file, links followed");
    assert_eq!(denied["verdict"]["state"], "missing_app");
    assert!(denied["remedy"].is_string());
}

#[test]
fn it_wants_a_path() {
    let run = onhand(&cases(), &["explain"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("<PATH>"), "{}", run.stderr);
}
