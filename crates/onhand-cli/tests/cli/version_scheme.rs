//! `--version-scheme`: how versions are compared where a declaration doesn't say.

use serde_json::Value;

use crate::program::{Run, cases, folder, onhand};

const COMMANDS: [&str; 3] = ["check", "explain", "probe"];

fn asked(command: &str, more: &[&str]) -> Run {
    let args = [command, "--platform", "dropped.yaml", "dropped"];
    onhand(&cases(), &[&args, more].concat())
}

/// The state of each application, as that command tells it.
fn states(command: &str, scheme: &[&str]) -> Vec<(String, String)> {
    let run = asked(command, &[&["--json"], scheme].concat());
    let document = run.json();
    let results = document["results"].as_array().expect("a list").clone();
    let state = |result: &Value| {
        let answer = [&result["availability"], &result["verdict"]];
        let answer = answer.into_iter().find(|answer| answer.is_object());
        answer.expect("an answer")["state"]
            .as_str()
            .map(str::to_owned)
    };
    results
        .iter()
        .map(|result| {
            (
                result["name"].as_str().expect("a name").to_owned(),
                state(result).expect("a state"),
            )
        })
        .collect()
}

fn of(name: &str, states: &[(String, String)]) -> String {
    let found = states.iter().find(|(other, _)| other == name);
    found.expect("it is answered").1.clone()
}

#[test]
fn it_counts_for_each_declaration_that_names_none() {
    for command in COMMANDS {
        for (scheme, state) in [
            (&[][..], "available"),
            (&["--version-scheme", "numeric"][..], "available"),
            (&["--version-scheme", "leading"][..], "version_too_old"),
        ] {
            let states = states(command, scheme);
            for unsaid in ["tapper", "meet"] {
                assert_eq!(of(unsaid, &states), state, "{command} {scheme:?} {unsaid}");
            }
            assert_eq!(
                of("tapper-by-the-number", &states),
                "version_too_old",
                "{command}"
            );
            assert_eq!(of("meet-by-all-digits", &states), "available", "{command}");
        }
    }
}

#[test]
fn what_was_dropped_is_told_by_every_command() {
    let remark = "the numeric scheme drops `+` from `3.1.2+196` and compares 3.1.2196; the leading \
                  scheme would compare 3.1.2: too old";
    for command in COMMANDS {
        let shown = asked(command, &[]).stdout;
        assert!(shown.contains(remark), "{command}: {shown}");
        let told = asked(command, &["--json"]).stdout;
        assert!(told.contains(remark), "{command}: {told}");
    }
}

#[test]
fn skills_compare_by_it_too() {
    let folder = folder(&[(
        "skills/tap/SKILL.md",
        "---\nname: tap\ndescription: Taps\nrequires_apps: [tapper]\n---\n",
    )]);
    let skills = folder.path().join("skills");
    let skills = skills.to_str().expect("Unicode");
    let offered = |scheme: &str| {
        let args = [
            "skills",
            "--json",
            "--platform",
            "dropped.yaml",
            "--with",
            "dropped",
            "--version-scheme",
            scheme,
            skills,
        ];
        onhand(&cases(), &args).json()["results"][0]["offered"].clone()
    };
    assert_eq!(offered("numeric"), true);
    assert_eq!(offered("leading"), false);
}

#[test]
fn a_scheme_that_is_none_is_refused_with_those_that_are() {
    let run = asked("check", &["--version-scheme", "semver"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    for scheme in ["numeric", "leading", "strict"] {
        assert!(run.stderr.contains(scheme), "{}", run.stderr);
    }
}
