//! What `FileStore` promises to processes that use one file at once.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the file is a real one, and children must be started"
)]

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use onhand_platform::{LocateHost, RootedPath, SnapshotStore};
use onhand_platform_native::{FileStore, NativeHost};
use onhand_testkit::rerun;

const PROCESSES: usize = 4;
const UPDATES: usize = 25;
const LIMIT: u64 = 1 << 20;

/// Which file the child updates, and the letter that it adds.
const FILE: &str = "ONHAND_TEST_STORE";
const LETTER: &str = "ONHAND_TEST_LETTER";

fn store(file: &Path) -> FileStore {
    let text = file.to_str().expect("Unicode");
    FileStore::new(RootedPath::new(NativeHost::new().os(), text).expect("rooted"))
}

/// Adds a letter, and says at the end how many there are: a content that is not whole shows.
fn add(store: &FileStore, letter: u8) {
    let added = store.update(LIMIT, &mut |kept| {
        let mut letters = kept.map_or_else(Vec::new, |kept| letters(&kept).to_vec());
        letters.push(letter);
        let count = letters.len();
        letters.extend(format!(" {count}").bytes());
        letters
    });
    assert_eq!(added, Ok(()));
}

fn letters(kept: &[u8]) -> &[u8] {
    let text = std::str::from_utf8(kept).expect("ASCII");
    let (letters, count) = text.split_once(' ').expect("it has an end");
    assert_eq!(count.parse(), Ok(letters.len()), "{text}");
    letters.as_bytes()
}

#[test]
fn processes_that_update_at_once_lose_nothing_and_who_reads_finds_it_whole() {
    if rerun::in_child() {
        let file = std::env::var_os(FILE).expect("the parent sets it");
        let letter = std::env::var(LETTER).expect("the parent sets it");
        let store = store(Path::new(&file));
        for _ in 0..UPDATES {
            add(&store, letter.as_bytes()[0]);
        }
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("letters");
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if let Some(kept) = store(&file).load(LIMIT).expect("it can be read") {
                    letters(&kept);
                }
                // Others must find it closed now and then, as they do where nobody reads without end.
                thread::sleep(Duration::from_millis(1));
            }
        });
        let children: Vec<_> = (0..PROCESSES)
            .map(|child| {
                let file = &file;
                scope.spawn(move || {
                    let letter = char::from(b'a' + child as u8).to_string();
                    let test =
                        "processes_that_update_at_once_lose_nothing_and_who_reads_finds_it_whole";
                    rerun::rerun(test, |command| {
                        command.env(FILE, file).env(LETTER, letter);
                    })
                })
            })
            .collect();
        let ended: Vec<_> = children.into_iter().map(|child| child.join()).collect();
        over.store(true, Ordering::Relaxed);
        reader.join().expect("it always found it whole");
        for child in ended {
            child.expect("it updated").expect("it started");
        }
    });
    let kept = store(&file).load(LIMIT).expect("it can be read");
    let kept = kept.expect("it is there");
    for child in 0..PROCESSES {
        let letter = b'a' + child as u8;
        let count = letters(&kept).iter().filter(|&&l| l == letter).count();
        assert_eq!(count, UPDATES);
    }
}

#[test]
fn threads_take_turns_as_processes_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("letters");
    thread::scope(|scope| {
        for thread in 0..4 {
            let store = store(&file);
            scope.spawn(move || (0..UPDATES).for_each(|_| add(&store, b'a' + thread)));
        }
    });
    let kept = store(&file).load(LIMIT).expect("it can be read");
    assert_eq!(letters(&kept.expect("it is there")).len(), 4 * UPDATES);
}
