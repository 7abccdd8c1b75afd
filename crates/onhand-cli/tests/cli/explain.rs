//! `onhand explain`: what it shows of each answer.

use serde_json::json;

use crate::program::{cases, folder, onhand};

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
    let remark = "the numeric scheme drops `-beta` from `2.3.0-beta` and compares 2.3.0";
    assert!(people.stdout.contains(remark), "{}", people.stdout);
    let programs = onhand(&cases(), &[&args[..], &["--json"]].concat()).json();
    assert_eq!(programs["results"][0]["remarks"], json!([remark]));
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
            "state": "unavailable", "cause": "not_permitted", "reason": "permission denied",
        }] }),
    );
    assert_eq!(denied["rule"], "executable: a regular file, links followed");
    assert_eq!(denied["verdict"]["state"], "missing_app");
    assert!(denied["remedy"].is_string());
}

#[test]
fn what_is_declared_and_not_read_is_said() {
    let declared = |requires: &str| {
        format!(
            "app:\n  \
               linux:\n    \
                 presence: executable\n    \
                 location: /opt/app\n    \
                 liveness: {{ kind: server_json, path: $HOME/server.json }}\n  \
               darwin:\n    \
                 presence: bundle\n    \
                 location: /Applications/App.app\n    \
                 version: {{ kind: plist }}\n\
             requires: {requires}\n"
        )
    };
    let folder = folder(&[
        ("linux.txt", "os: linux\n"),
        ("darwin.txt", "os: darwin\n"),
        ("app.yaml", &declared("{ app: true }")),
        ("none.yaml", &declared("{ app: false }")),
    ]);
    let explain = |machine, file| {
        let args = ["explain", "--platform", machine, file];
        onhand(folder.path(), &args).stdout
    };
    let liveness = "  liveness    server_json: not used for availability\n";
    let version = "  version     not read: no min_version asks for it\n";
    for file in ["app.yaml", "none.yaml"] {
        let (linux, darwin) = (explain("linux.txt", file), explain("darwin.txt", file));
        assert!(linux.contains(liveness), "{linux}");
        assert!(!linux.contains("  version  "), "{linux}");
        assert!(darwin.contains(version), "{darwin}");
        assert!(!darwin.contains("  liveness  "), "{darwin}");
    }
}

/// A Windows machine with these uninstall entries, and what `explain` says of a declaration
/// that asks one of them for a version: for people, and its one result for programs.
fn registered(entries: &str) -> (String, serde_json::Value) {
    let machine = format!(
        "os: win32\nfiles: {{ 'C:\\Vendor\\App.exe': {{ size: 1 }} }}\nuninstall:\n{entries}"
    );
    let declaration = r#"
app:
  win32:
    presence: executable
    location: C:/Vendor/App.exe
    version: { kind: uninstall_registry, display_name_prefix: Vendor App }
requires: { app: true, min_version: "2.3" }
"#;
    let folder = folder(&[("machine.txt", &machine), ("app.yaml", declaration)]);
    let args = ["explain", "--platform", "machine.txt", "app.yaml"];
    let people = onhand(folder.path(), &args);
    let programs = onhand(folder.path(), &[&args[..], &["--json"]].concat());
    assert_eq!((people.code, people.stderr.as_str()), (programs.code, ""));
    (people.stdout, programs.json()["results"][0].clone())
}

/// What stands behind a label of a page, and in the lines below that carry it on.
fn block<'p>(page: &'p str, label: &str) -> Vec<&'p str> {
    let mut lines = page.lines();
    let first = lines
        .by_ref()
        .find_map(|line| line.strip_prefix("  ")?.strip_prefix(label))
        .map(str::trim_start);
    let more = lines.map_while(|line| line.strip_prefix("              "));
    first.into_iter().chain(more).collect()
}

#[test]
fn the_uninstall_entry_that_told_the_version_is_said() {
    let (page, result) = registered(
        "  - { hive: hklm, key: App, values: { DisplayName: Vendor App, DisplayVersion: 2.3.0 } }\n",
    );
    let chosen = "read from `DisplayVersion` of the entry `Vendor App` of HKLM (64-bit), key `App`: \
                  its name is the prefix";
    assert_eq!(result["remarks"], json!([chosen]));
    assert_eq!(block(&page, "remarks"), [chosen]);
    assert_eq!(
        block(&page, "version"),
        ["2.3.0 (read by `uninstall_registry`)"]
    );
    assert_eq!(result["verdict"]["state"], "available");
    assert_eq!(result["calls"][1]["operation"], "uninstall_entries");
}

#[test]
fn an_uninstall_entry_that_differs_in_case_is_said() {
    let (page, result) = registered(
        "  - { hive: hkcu, key: App, values: { DisplayName: VENDOR APP, DisplayVersion: 9.0.0 } }\n",
    );
    let missed = "the entry `VENDOR APP` of HKCU, key `App` differs from the prefix only in case \
                  or white space";
    assert_eq!(result["remarks"], json!([missed]));
    assert_eq!(block(&page, "remarks"), [missed]);
    assert_eq!(result["version"]["state"], "absent");
    assert_eq!(result["verdict"]["state"], "version_too_old");
}

#[test]
fn uninstall_entries_of_two_products_are_both_said() {
    let (page, result) = registered(
        "  - { hive: hklm, key: A, values: { DisplayName: Vendor App Viewer, DisplayVersion: 3.0.0 } }\n  \
           - { hive: hklm, key: B, values: { DisplayName: Vendor App Server, DisplayVersion: 2.5.0 } }\n",
    );
    let remarks = block(&page, "remarks");
    assert_eq!(result["remarks"], json!(remarks));
    let [chosen, other] = remarks[..] else {
        panic!("{page}")
    };
    assert!(chosen.contains("`Vendor App Viewer`"), "{chosen}");
    assert!(
        other.starts_with("it may be another product: the entry `Vendor App Server`"),
        "{other}"
    );
    assert_eq!(result["verdict"]["version"], "3.0.0");
}

#[test]
fn what_of_the_uninstall_registry_could_not_be_read_is_said() {
    let (page, result) = registered(
        "  - { hive: hklm, key: App, values: { DisplayName: Vendor App, DisplayVersion: 2.3.0 } }\n  \
           - { hive: hklm, key: '{A}', unread: not_unicode }\n  \
           - { hive: hkcu, unread: permission_denied }\n",
    );
    let unread = "not all of the uninstall registry could be read: HKLM (64-bit), key `{A}`: not \
                  valid Unicode; HKCU: permission denied";
    assert_eq!(result["remarks"][1], unread);
    assert_eq!(block(&page, "remarks").get(1), Some(&unread));
    assert_eq!(result["verdict"]["state"], "available");
    assert_eq!(
        result["calls"][1]["result"],
        "1 entries; 2 could not be read"
    );
}

#[test]
fn it_wants_a_path() {
    let run = onhand(&cases(), &["explain"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("<PATH>"), "{}", run.stderr);
}
