//! Trees that are made to cost much, files that would hang who opens them, and what was passed over.

use std::fs;

use serde_json::Value;

use crate::program::{folder, onhand, piped};

const GOOD: &str = "servers: { a: {} }\n";
const SKILL: &str = "---\nname: one\ndescription: One.\n---\n";

fn names(document: &Value) -> Vec<String> {
    let told = document["passed_over"].as_array();
    told.into_iter()
        .flatten()
        .map(|it| format!("{}: {}", it["name"], it["code"]).replace(['"', '\\'], ""))
        .collect()
}

#[test]
fn what_was_passed_over_is_told_and_counted() {
    let folder = folder(&[
        ("skills/a/SKILL.md", SKILL),
        ("skills/a/skills/inner/SKILL.md", SKILL),
        ("skills/b/skill.md", SKILL),
        ("skills/.hidden/SKILL.md", SKILL),
        ("skills/plans", "../elsewhere/plans"),
        ("elsewhere/plans/plan/SKILL.md", SKILL),
    ]);
    let people = onhand(folder.path(), &["skills", "skills"]);
    assert_eq!((people.code, people.stderr.as_str()), (Some(0), ""));
    let said = people.stdout.replace('\\', "/");
    for line in [
        "– skills/.hidden  its name begins with a dot\n",
        "– skills/a/skills/inner  it is below another skill\n",
        "– skills/b/skill.md  the file of a skill is called `SKILL.md`, in capitals\n",
        "– skills/plans  a file that names a folder, in place of a link to it\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert!(said.contains("1 of 1 skills offered on "), "{said}");
    assert!(said.ends_with("; 4 passed over\n"), "{said}");
    let programs = onhand(folder.path(), &["skills", "--json", "skills"]).json();
    assert_eq!(programs["passed_over"].as_array().map(Vec::len), Some(4));
    let codes: Vec<&str> = programs["passed_over"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["code"].as_str())
        .collect();
    assert_eq!(
        codes,
        ["hidden", "below_skill", "other_case", "link_as_text"]
    );
}

#[test]
fn the_names_of_declarations_that_were_passed_over_are_told_and_counted() {
    let folder = folder(&[("d/a.yaml", GOOD), ("d/.git/x.yaml", GOOD)]);
    fs::hard_link(
        folder.path().join("d/a.yaml"),
        folder.path().join("d/b.yaml"),
    )
    .expect("links");
    let people = onhand(folder.path(), &["lint", "d"]);
    assert_eq!(people.code, Some(0));
    assert_eq!(people.stdout, "no problems in 1 file; 2 passed over\n");
    for command in ["lint", "check"] {
        let run = onhand(folder.path(), &[command, "--json", "d"]);
        let mut told = names(&run.json());
        told.sort();
        let told: Vec<String> = told
            .iter()
            .map(|it| it.replace("d/", "").replace('d', ""))
            .collect();
        assert!(told.iter().any(|it| it.contains(".git")), "{told:?}");
        let why = run.stdout.replace(r"\\", "/");
        assert!(why.contains("the same file as `d/a.yaml`"), "{why}");
        assert_eq!(told.len(), 2, "{command}");
    }
    let checked = onhand(folder.path(), &["check", "d"]).stdout;
    assert!(checked.contains("; 2 passed over"), "{checked}");
}

#[test]
fn a_complaint_of_every_file_is_told_a_thousand_times_and_then_counted() {
    let folder = folder(&[]);
    fs::create_dir(folder.path().join("d")).expect("a folder");
    for i in 0..1_200 {
        fs::write(folder.path().join(format!("d/{i:04}.yaml")), "appp: 1\n").expect("writes");
    }
    let document = onhand(folder.path(), &["lint", "--json", "d"]).json();
    let problems = document["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 1_001);
    let last = problems[1_000]["message"].as_str().expect("a text");
    assert!(
        last.ends_with(" more problems are not shown, up to this file"),
        "{last}"
    );
}

#[test]
fn a_file_and_stdin_are_read_within_the_same_bound() {
    let large = " ".repeat(600 * 1024);
    let folder = folder(&[("large.yaml", &large)]);
    let told = "holds more than 524288 bytes";
    let file = onhand(folder.path(), &["lint", "large.yaml"]);
    let stdin = piped(folder.path(), &["lint", "-"], large.as_bytes());
    for run in [file, stdin] {
        assert_eq!(run.code, Some(2));
        assert!(run.stdout.contains(told), "{}", run.stdout);
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::path::Path;
    use std::process::Command;
    use std::thread;

    use super::*;

    fn fifo(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo runs").success());
    }

    #[test]
    fn a_fifo_is_read_where_it_was_named_and_passed_over_where_it_was_met() {
        let folder = folder(&[("d/a.yaml", GOOD)]);
        let at = |name: &str| folder.path().join(name);
        fifo(&at("d/fifo.yaml"));
        symlink("fifo.yaml", at("d/link.yaml")).expect("links");
        let met = onhand(folder.path(), &["lint", "--json", "d"]);
        assert_eq!(met.code, Some(0));
        assert_eq!(
            names(&met.json()),
            ["d/fifo.yaml: not_a_file", "d/link.yaml: not_a_file"]
        );
        fifo(&at("named"));
        let writer = {
            let named = at("named");
            thread::spawn(move || fs::write(named, GOOD).expect("writes"))
        };
        let named = onhand(folder.path(), &["lint", "named"]);
        assert_eq!(named.stdout, "no problems in 1 file\n");
        writer.join().expect("it wrote");
        fifo(&at("machine"));
        let writer = {
            let machine = at("machine");
            thread::spawn(move || fs::write(machine, "os: linux\n").expect("writes"))
        };
        let machine = onhand(
            folder.path(),
            &["check", "--json", "--platform", "machine", "d/a.yaml"],
        );
        assert_eq!(machine.json()["platform"], "linux");
        writer.join().expect("it wrote");
    }

    #[test]
    fn stdin_by_its_path_is_stdin_and_a_device_is_refused() {
        let folder = folder(&[]);
        let run = piped(folder.path(), &["lint", "/dev/stdin"], GOOD.as_bytes());
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(0), "no problems in 1 file\n")
        );
        let args = [&["lint"][..], &["/dev/zero"]].concat();
        let run = onhand(folder.path(), &args);
        assert_eq!(run.code, Some(2));
        assert!(
            run.stdout
                .contains("the file can't be read: it is not a regular file"),
            "{}",
            run.stdout
        );
        let run = onhand(folder.path(), &["check", "--platform", "/dev/zero"]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("not a regular file"), "{}", run.stderr);
    }

    #[test]
    fn linked_folders_are_followed_once_by_skills_and_by_declarations() {
        let folder = folder(&[
            ("repo/skills/plan/SKILL.md", SKILL),
            ("repo/apps/a.yaml", GOOD),
            ("mine/own.yaml", GOOD),
        ]);
        let at = |name: &str| folder.path().join(name);
        symlink("../repo/skills", at("mine/skills")).expect("links");
        symlink("../repo/apps", at("mine/apps")).expect("links");
        symlink("../repo/apps", at("mine/apps-again")).expect("links");
        symlink(".", at("mine/circle")).expect("links");
        let skills = onhand(folder.path(), &["skills", "--json", "mine"]).json();
        assert_eq!(skills["results"][0]["folder"], "mine/skills/plan");
        assert_eq!(
            names(&skills),
            ["mine/apps-again: same_folder", "mine/circle: same_folder"]
        );
        let lint = onhand(folder.path(), &["lint", "--json", "mine"]).json();
        assert_eq!(
            names(&lint),
            ["mine/apps-again: same_folder", "mine/circle: same_folder"]
        );
    }

    #[test]
    fn a_farm_of_links_to_one_skill_is_one_skill() {
        let folder = folder(&[("farm/.one/SKILL.md", SKILL)]);
        for i in 0..3_000 {
            symlink(".one", folder.path().join(format!("farm/s{i:05}"))).expect("links");
        }
        let run = onhand(folder.path(), &["skills", "--json", "farm"]);
        let document = run.json();
        assert_eq!(document["results"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            document["passed_over"].as_array().map(Vec::len),
            Some(1_000)
        );
        assert_eq!(document["passed_over_more"], 2_000);
    }
}
