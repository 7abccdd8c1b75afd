//! The keys of every JSON answer: exactly these, always all of them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::program::{cases, onhand};

fn keys(value: &Value) -> Vec<&str> {
    let keys: BTreeSet<&str> = value
        .as_object()
        .unwrap_or_else(|| panic!("{value} is no object"))
        .keys()
        .map(String::as_str)
        .collect();
    keys.into_iter().collect()
}

/// Every element of a list has these keys, given in order of name; and there is an element.
#[track_caller]
fn each_has(list: &Value, expected: &[&str]) {
    let list = list.as_array().expect("a list");
    assert!(!list.is_empty());
    for element in list {
        assert_eq!(keys(element), expected, "{element}");
    }
}

const PROBLEM: [&str; 8] = [
    "column", "file", "hint", "line", "message", "path", "rule", "severity",
];

#[test]
fn of_check() {
    let paths = ["declarations", "broken"];
    let run = onhand(
        &cases(),
        &[&["check", "--json", "--platform", "mac.yaml"], &paths[..]].concat(),
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    let document = run.json();
    assert_eq!(keys(&document), ["platform", "problems", "results"]);
    assert_eq!(document["platform"], "darwin");
    each_has(&document["problems"], &PROBLEM);
    each_has(
        &document["results"],
        &["availability", "name", "offerable", "source"],
    );
    for result in document["results"].as_array().expect("a list") {
        assert_eq!(
            keys(&result["availability"]),
            [
                "cause",
                "min_version",
                "path",
                "remarks",
                "state",
                "version"
            ],
        );
    }
}

#[test]
fn of_check_hold_what_they_promise() {
    let run = onhand(
        &cases(),
        &[
            "check",
            "--json",
            "--platform",
            "mac.yaml",
            "declarations/versions.yaml",
        ],
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert_eq!(
        run.json()["results"][0],
        serde_json::json!({
            "name": "dropped",
            "source": "declarations/versions.yaml",
            "availability": {
                "state": "available",
                "cause": "recent_enough",
                "version": "2.3.0-beta",
                "path": "/Applications/Designer.app",
                "min_version": "2.3",
                "remarks": ["the numeric scheme drops `-beta` from `2.3.0-beta` and compares 2.3.0"],
            },
            "offerable": true,
        }),
    );
}

#[test]
fn of_a_machine_that_is_wrong() {
    for command in ["check", "explain", "probe", "skills"] {
        let run = |machine| {
            let args = [command, "--json", "--platform", machine, "declarations"];
            let run = onhand(&cases(), &args);
            assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
            run.json()
        };
        assert_eq!(
            run("broken-machine.yaml"),
            serde_json::json!({
                "platform": null,
                "results": [],
                "problems": [{
                    "file": "broken-machine.yaml",
                    "line": 2,
                    "column": 1,
                    "path": "directory",
                    "rule": "unknown-key",
                    "severity": "error",
                    "message": "`directory` is not a key here",
                    "hint": "did you mean `directories`?",
                }],
            }),
        );
        let problem = run("nowhere.yaml")["problems"][0].clone();
        assert_eq!(keys(&problem), PROBLEM);
        assert_eq!(problem["rule"], "unreadable");
        assert_eq!(
            problem["message"],
            "the machine file can't be read: no such file or folder"
        );
    }
}

#[test]
fn of_lint() {
    let run = onhand(&cases(), &["lint", "--json", "broken", "nowhere"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    let document = run.json();
    assert_eq!(keys(&document), ["problems"]);
    each_has(&document["problems"], &PROBLEM);
    let problems = document["problems"].as_array().expect("a list");
    assert_eq!(
        problems.last(),
        Some(&serde_json::json!({
            "file": "nowhere",
            "line": null,
            "column": null,
            "path": null,
            "rule": "unreadable",
            "severity": "error",
            "message": "the path can't be read: no such file or folder",
            "hint": null,
        })),
    );

    let sound = onhand(&cases(), &["lint", "--json", "declarations"]);
    assert_eq!(sound.code, Some(0));
    assert_eq!(sound.json(), serde_json::json!({ "problems": [] }));
}

#[test]
fn of_explain() {
    let paths = ["declarations", "broken"];
    let run = onhand(
        &cases(),
        &[&["explain", "--json", "--platform", "mac.yaml"], &paths[..]].concat(),
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""));
    let document = run.json();
    assert_eq!(keys(&document), ["platform", "problems", "results"]);
    each_has(&document["problems"], &PROBLEM);
    let mut nulls = 0;
    for result in document["results"].as_array().expect("a list") {
        assert_eq!(
            keys(result),
            [
                "calls",
                "cause",
                "name",
                "os",
                "remarks",
                "remedy",
                "requires",
                "resolution",
                "rule",
                "source",
                "verdict",
                "version",
            ],
        );
        assert_eq!(
            keys(&result["requires"]),
            ["app", "min_version", "version_scheme"],
        );
        assert_eq!(
            keys(&result["verdict"]),
            [
                "cause",
                "min_version",
                "offerable",
                "path",
                "state",
                "version"
            ],
        );
        assert_eq!(
            keys(&result["version"]),
            ["cause", "reason", "state", "value"]
        );
        if result["resolution"].is_null() {
            assert_eq!(result["calls"], serde_json::json!([]));
            assert!(result["rule"].is_null());
            nulls += 1;
            continue;
        }
        each_has(
            &result["calls"],
            &["ok", "operation", "result", "target", "tier"],
        );
        assert_eq!(keys(&result["resolution"]), ["candidates", "kind"]);
        each_has(
            &result["resolution"]["candidates"],
            &["cause", "reason", "source", "state", "value"],
        );
    }
    assert!(nulls > 0, "some is declared for other systems");
}
