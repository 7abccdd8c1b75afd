//! `onhand probe`: how it ends, what it says, and what it never says.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Run, cases, folder, onhand};

/// Probes with these arguments on the Linux machine of the cases.
fn probe(args: &[&str]) -> Run {
    let machine = ["probe", "--platform", "linux.yaml"];
    onhand(&cases(), &[&machine[..], args].concat())
}

/// The results of that declaration file by name.
pub(crate) fn results(run: &Run) -> Vec<Value> {
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
            "asked",
            "availability",
            "deadline_ms",
            "effort",
            "endpoint",
            "name",
            "offerable",
            "presence",
            "remarks",
            "running",
            "source",
            "state",
            "version",
        ];
        assert_eq!(keys(&result), set(&expected));
        for observed in ["answering", "endpoint", "presence", "running", "version"] {
            let observed = &result[observed];
            assert_eq!(keys(observed), set(&["cause", "reason", "state", "value"]));
            // Whatever is not known says why.
            let is_present = observed["state"] == "present";
            assert_eq!(observed["reason"].is_null(), is_present, "{observed}");
        }
        states.insert(result["state"].as_str().expect("a text").to_owned());
    }
    let expected = [
        "answering",
        "missing_app",
        "no_liveness",
        "no_requirements",
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
            "deadline_ms": 3000,
            "alive": true,
            "state": "answering",
            "availability": {
                "state": "no_requirements",
                "cause": "nothing_required",
                "version": null,
                "path": null,
                "min_version": null,
                "remarks": [],
            },
            "offerable": true,
            "presence": { "state": "present", "value": "/opt/vendor/app", "cause": null, "reason": null },
            "version": {
                "state": "not_checked",
                "value": null,
                "cause": null,
                "reason": "not read: no version kind is declared",
            },
            "running": {
                "state": "present",
                "value": { "pid": 100, "owner": "us" },
                "cause": null,
                "reason": null,
            },
            "endpoint": { "state": "present", "value": "http://127.0.0.1:7100", "cause": null, "reason": null },
            "asked": "http://127.0.0.1:7100/mcp",
            "answering": { "state": "present", "value": 200, "cause": null, "reason": null },
            "remarks": [],
        })
    );
}

#[test]
fn what_was_not_checked_says_why() {
    let why = |effort: &str, name: &str, observed: &str| {
        let run = probe(&["--json", "--effort", effort, "alive/servers.yaml"]);
        let mut results = results(&run).into_iter();
        let result = results.find(|result| result["name"] == name);
        let observed = &result.expect("it is there")[observed];
        assert_eq!(observed["state"], "not_checked", "{name}: {observed}");
        observed["reason"].as_str().expect("a reason").to_owned()
    };
    for (effort, name, observed, reason) in [
        (
            "local",
            "answering",
            "answering",
            "not asked: the effort is local",
        ),
        (
            "network",
            "wrong",
            "answering",
            "not asked: it isn't known to run",
        ),
        (
            "network",
            "stopped",
            "answering",
            "not asked: it isn't known to run",
        ),
        (
            "network",
            "refused",
            "answering",
            "not asked: its address isn't known",
        ),
        (
            "network",
            "answering",
            "version",
            "not read: no version kind is declared",
        ),
        (
            "network",
            "missing",
            "version",
            "not read: the application was not found",
        ),
        (
            "network",
            "missing-unasked",
            "answering",
            "not asked: no liveness is declared",
        ),
        (
            "network",
            "unasked",
            "endpoint",
            "not asked: no liveness is declared",
        ),
        (
            "network",
            "elsewhere",
            "presence",
            "not looked for: no application is declared for this OS",
        ),
        (
            "network",
            "nothing",
            "answering",
            "not looked for: no application is declared for this OS",
        ),
    ] {
        assert_eq!(why(effort, name, observed), reason, "{name}");
    }
    let run = probe(&["--effort", "local", "alive/servers.yaml"]);
    let line = "  answering   not asked: the effort is local\n";
    assert_eq!(run.stdout.matches(line).count(), 12, "{}", run.stdout);
}

#[test]
fn what_does_not_run_is_missing_where_it_is_not_there_and_what_needs_nothing_is_as_check_tells_it()
{
    let run = probe(&["--json", "alive/servers.yaml"]);
    let states: Vec<(Value, Value)> = results(&run)
        .iter()
        .map(|result| (result["name"].clone(), result["state"].clone()))
        .collect();
    for (name, state) in [
        ("missing-unasked", "missing_app"),
        ("unasked", "no_liveness"),
        ("elsewhere", "unsupported_os"),
        ("nothing", "no_requirements"),
    ] {
        assert!(states.contains(&(json!(name), json!(state))), "{states:?}");
    }
}

#[test]
fn whether_it_runs_is_told_though_it_is_not_where_its_declaration_says() {
    let text = |liveness: &str| {
        format!(
            "app: {{ linux: {{ presence: executable, location: /opt/missing/app, liveness: \
             {{ {liveness} }} }} }}\nrequires: {{ app: true }}\n"
        )
    };
    let runtime_file = |name: &str| format!("kind: server_json, path: /run/vendor/{name}.json");
    let machine = cases().join("linux.yaml");
    let machine = machine.to_string_lossy();
    for (liveness, state, running, alive) in [
        (runtime_file("answering"), "answering", "present", true),
        (runtime_file("silent"), "running", "present", false),
        (runtime_file("stopped"), "missing_app", "absent", false),
        (runtime_file("wrong"), "missing_app", "unavailable", false),
    ] {
        let folder = folder(&[("app.yaml", &text(&liveness))]);
        let args = ["probe", "--platform", &*machine, "app.yaml"];
        let run = onhand(folder.path(), &[&args[..], &["--json"]].concat());
        let result = &results(&run)[0];
        assert_eq!(result["state"], state, "{liveness}");
        assert_eq!(result["running"]["state"], running, "{liveness}");
        assert_eq!(result["alive"], alive, "{liveness}");
        assert_eq!(result["presence"]["state"], "absent", "{liveness}");
        assert_eq!(result["availability"]["state"], "missing_app", "{liveness}");
        assert_eq!(result["offerable"], false, "{liveness}");
        let run = onhand(folder.path(), &args);
        let told = run
            .stdout
            .matches("missing_app: the application was not found");
        assert_eq!(told.count(), 1, "{}", run.stdout);
    }
}

#[test]
fn a_desktop_is_no_application_that_is_missing() {
    let machine = "os: linux\nsession: interactive\n";
    for (location, state, alive) in [
        ("/opt/app", "missing_app", false),
        ("/opt/here", "running", true),
    ] {
        let machine = format!("{machine}files: {{ /opt/here: {{ text: '' }} }}\n");
        let app = format!(
            "app: {{ linux: {{ presence: executable, location: {location}, liveness: \
             {{ kind: interactive_session }} }} }}\n"
        );
        let folder = folder(&[("machine.yaml", &machine), ("app.yaml", &app)]);
        let args = ["probe", "--platform", "machine.yaml", "--json", "app.yaml"];
        let run = onhand(folder.path(), &args);
        let result = &results(&run)[0];
        assert_eq!(result["state"], state, "{location}");
        assert_eq!(result["running"]["state"], "present", "{location}");
        assert_eq!(result["alive"], alive, "{location}");
        let why = "not asked: a desktop session has nothing that answers";
        assert_eq!(result["answering"]["reason"], why, "{location}");
    }
}

/// A Windows machine where an application runs and answers with that status, and registers that version.
fn registered(version: &str, status: u16) -> TempDir {
    let machine = json!({
        "os": "win32",
        "files": {
            r"C:\Vendor\app.exe": { "size": 1 },
            r"C:\Vendor\server.json": { "json": {
                "pid": 100, "http": "http://127.0.0.1:7100/sse?key=a-secret", "token": TOKEN,
            } },
        },
        "uninstall": [{ "hive": "hklm", "view": 64, "values": {
            "DisplayName": "Vendor", "DisplayVersion": version,
        } }],
        "processes": { "100": {} },
        "listeners": { "127.0.0.1:7100": { "pid": 100, "answer": { "status": status } } },
    });
    let app = json!({
        "name": "vendor",
        "app": { "win32": {
            "presence": "executable",
            "location": r"C:\Vendor\app.exe",
            "version": { "kind": "uninstall_registry", "display_name_prefix": "Vendor" },
            "liveness": { "kind": "server_json", "path": r"C:\Vendor\server.json" },
        } },
        "requires": { "app": true, "min_version": "2.0" },
    });
    folder(&[
        ("machine.yaml", &machine.to_string()),
        ("vendor.json", &app.to_string()),
    ])
}

#[test]
fn one_that_answers_and_is_too_old_is_told_so() {
    for (version, state, cause) in [
        ("2.0.1", "available", None),
        ("1.9", "version_too_old", Some("found 1.9, required 2.0")),
        ("", "version_too_old", Some("version_too_old: ")),
    ] {
        let folder = registered(version, 200);
        let args = ["probe", "--platform", "machine.yaml", "vendor.json"];
        let run = onhand(folder.path(), &args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{version}");
        let requires = "requires    the application, 2.0 or later (compared by the numeric scheme)";
        for line in [requires, "verdict     answering: it runs and answers\n"] {
            assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
        }
        let told = run.stdout.contains("version_too_old: ");
        assert_eq!(told, cause.is_some(), "{}", run.stdout);
        let cause = cause.unwrap_or_default();
        assert!(run.stdout.contains(cause), "{cause}: {}", run.stdout);
        let run = onhand(folder.path(), &[&args[..], &["--json"]].concat());
        let result = &results(&run)[0];
        assert_eq!(result["state"], "answering");
        assert_eq!(result["availability"]["state"], state);
        assert_eq!(result["availability"]["min_version"], "2.0");
        assert_eq!(result["offerable"], state == "available");
    }
}

#[test]
fn an_answer_that_is_none_names_what_was_asked_and_the_path_that_was_not_is_never_shown() {
    let folder = registered("2.0", 404);
    let args = ["probe", "-vv", "--platform", "machine.yaml", "vendor.json"];
    let run = onhand(folder.path(), &args);
    assert_eq!(run.code, Some(1));
    for line in [
        "  answering   absent: POST http://127.0.0.1:7100/mcp: status 404, which is not the answer of an MCP \
         server (`endpoint_path` is `/mcp`)\n",
        "  verdict     running: it runs, but no MCP server answers there\n",
        "the path or query in `http` is not asked: `endpoint_path` is `/mcp`\n",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    for text in [&run.stdout, &run.stderr] {
        assert!(
            !text.contains("/sse") && !text.contains("a-secret"),
            "{text}"
        );
    }
    let run = onhand(folder.path(), &[&args[..], &["--json"]].concat());
    assert_eq!(results(&run)[0]["asked"], "http://127.0.0.1:7100/mcp");
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
            .ends_with("7 of 16 running on linux (linux.yaml)\n"),
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
    for (deadline, says) in [
        ("0s", "must be more than 0 and at most 1m"),
        ("61s", "must be more than 0 and at most 1m"),
        ("2h", "must be more than 0 and at most 1m"),
        ("3", "time unit needed"),
        ("soon", "expected number"),
        ("", "value was empty"),
    ] {
        let run = probe(&["--deadline", deadline, "alive/servers.yaml"]);
        assert!(run.stderr.contains(says), "{}", run.stderr);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{deadline}");
        assert!(run.stderr.contains("--deadline"), "{}", run.stderr);
    }
}

/// What the files in these tests hold as a token.
pub(crate) const TOKEN: &str = "not-a-real-token";

#[test]
fn no_command_shows_a_token() {
    for (command, code) in [
        (&["probe"][..], 1),
        (&["probe", "--json"], 1),
        (&["probe", "--effort", "local"], 1),
        (&["explain"], 1),
        (&["explain", "--json"], 1),
        (&["check"], 1),
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
