//! Processes that look at skills at once, and keep what they read in one file.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the skills and the file are real ones, and children must be started"
)]

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use onhand_declaration::Registry;
use onhand_gate_skill::{SkillIndex, Skills};
use onhand_platform::{InspectHost, LocateHost, Operation, Recorded, RootedPath};
use onhand_platform_native::{FileStore, NativeHost};
use onhand_testkit::rerun;

mod support;
use support::{long_ago, refresh, skill};

const PROCESSES: usize = 4;
const SKILLS: usize = 10;
const ROUNDS: usize = 6;

/// Where all of it stands, and which of the processes this is.
const FOLDER: &str = "ONHAND_TEST_SKILLS";
const PROCESS: &str = "ONHAND_TEST_PROCESS";

fn rooted(path: &Path) -> RootedPath {
    let text = path.to_str().expect("Unicode");
    RootedPath::new(NativeHost::new().os(), text).expect("rooted")
}

/// What is in that folder, by a snapshot that all share.
fn look(host: impl InspectHost, folder: &Path, root: &str) -> Skills {
    let store = FileStore::new(rooted(&folder.join("cache/skills.json")));
    let index = SkillIndex::new(host, [rooted(&folder.join(root))]).with_snapshot(Arc::new(store));
    refresh(&index, &Registry::new(), &NativeHost::new())
}

fn write_skills(root: &Path) {
    for index in 0..SKILLS {
        let folder = root.join(format!("skill{index}"));
        fs::create_dir_all(&folder).expect("creates");
        let path = folder.join("SKILL.md");
        fs::write(&path, skill(&format!("s{index}"), "")).expect("writes");
        let file = File::options().write(true).open(&path).expect("opens");
        file.set_modified(long_ago()).expect("sets the time");
    }
}

#[test]
fn processes_that_share_a_snapshot_lose_nothing_of_each_other() {
    if rerun::in_child() {
        let folder = std::env::var(FOLDER).expect("the parent sets it");
        let root = std::env::var(PROCESS).expect("the parent sets it");
        let folder = Path::new(&folder);
        for round in 0..ROUNDS {
            // One more skill each round, so that each has something to keep.
            write_skills(&folder.join(&root).join(format!("round{round}")));
            let skills = look(NativeHost::new(), folder, &root);
            assert_eq!(skills.offered.len(), SKILLS * (round + 1));
        }
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    thread::scope(|scope| {
        let children: Vec<_> = (0..PROCESSES)
            .map(|child| {
                scope.spawn(move || {
                    let test = "processes_that_share_a_snapshot_lose_nothing_of_each_other";
                    rerun::rerun(test, |command| {
                        command
                            .env(FOLDER, folder)
                            .env(PROCESS, format!("root{child}"));
                    })
                })
            })
            .collect();
        for child in children {
            child
                .join()
                .expect("it found every skill")
                .expect("it started");
        }
    });
    for child in 0..PROCESSES {
        let host = Recorded::new(NativeHost::new());
        let skills = look(&host, folder, &format!("root{child}"));
        assert_eq!(skills.offered.len(), SKILLS * ROUNDS);
        assert_eq!(host.count(Operation::Open), 0, "root{child} is remembered");
    }
}

#[test]
fn a_snapshot_file_is_made_on_the_first_look_and_rebuilt_where_it_is_torn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_skills(&folder.join("root"));
    let opened = || {
        let host = Recorded::new(NativeHost::new());
        assert_eq!(look(&host, folder, "root").offered.len(), SKILLS);
        host.count(Operation::Open)
    };
    assert_eq!((opened(), opened()), (SKILLS, 0));
    let file = folder.join("cache/skills.json");
    let whole = fs::read(&file).expect("it is there");
    fs::write(&file, &whole[..whole.len() / 2]).expect("writes");
    assert_eq!((opened(), opened()), (SKILLS, 0));
    assert_eq!(fs::read(&file).expect("it is there"), whole);
    fs::remove_file(&file).expect("it is there");
    assert_eq!((opened(), opened()), (SKILLS, 0));
}
