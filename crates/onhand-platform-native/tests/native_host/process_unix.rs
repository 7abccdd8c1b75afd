//! What the processes of Linux and macOS have of their own.

use std::os::unix::process::{CommandExt, parent_id};
use std::process::{self, Command, Stdio};

use onhand_platform::{Owner, Pid, ProcessState};
use rustix::process::{WaitId, WaitIdOptions, geteuid, test_kill_process, waitid};

use crate::process::{end, state};
use onhand_testkit::nobody::{as_nobody, rerun_as_nobody};
use onhand_testkit::rerun::in_child;

#[test]
fn our_parent_is_known() {
    let state = state(process::id());
    let ProcessState::Running { parent, .. } = state else {
        panic!("{state:?}");
    };
    assert_eq!(parent, Pid::new(parent_id()));
}

#[test]
fn a_child_that_ended_and_was_not_waited_for_is_a_zombie() {
    let mut child = Command::new("true").spawn().expect("starts");
    let raw = rustix::process::Pid::from_child(&child);
    // Waits for the end, and leaves the child as it is.
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(raw), ended).expect("ends");
    assert_eq!(state(child.id()), ProcessState::Zombie);
    child.wait().expect("ended");
    assert_eq!(state(child.id()), ProcessState::Gone);
}

#[test]
fn an_id_that_would_turn_negative_names_no_group_of_processes() {
    let mut child = Command::new("cat")
        .process_group(0)
        .stdin(Stdio::piped())
        .spawn()
        .expect("starts");
    assert_eq!(state(child.id().wrapping_neg()), ProcessState::Gone);
    end(&mut child);
}

/// Of root, or, to root, of nobody.
#[test]
fn a_process_of_another_user_runs_and_is_not_ours() {
    if in_child() {
        // As nobody, about a process of root.
        return assert_foreign(parent_id());
    }
    if !geteuid().is_root() {
        // In a container even the first process can be ours: what we may signal is.
        let foreign = test_kill_process(rustix::process::Pid::INIT).is_err();
        assert!(
            foreign,
            "where every process is ours only root can run this test"
        );
        return assert_foreign(1);
    }
    let mut cat = Command::new("cat");
    let cat = as_nobody(&mut cat).stdin(Stdio::piped()).spawn();
    let mut cat = cat.expect("root can start a program as the user 65534");
    assert_foreign(cat.id());
    end(&mut cat);
    let test = "process_unix::a_process_of_another_user_runs_and_is_not_ours";
    rerun_as_nobody(test, |_| {});
}

fn assert_foreign(id: u32) {
    let state = state(id);
    let foreign = matches!(
        state,
        ProcessState::Running {
            started: Some(_),
            owner: Owner::Other,
            ..
        }
    );
    assert!(foreign, "{state:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_id_of_a_thread_is_no_process() {
    let thread = std::thread::spawn(|| {
        // `PID/task/TID`
        let link = std::fs::read_link("/proc/thread-self").expect("is a link");
        let id = link.file_name().and_then(|name| name.to_str());
        let id = id.and_then(|id| id.parse().ok()).expect("a number");
        assert_ne!(id, process::id());
        state(id)
    });
    assert_eq!(thread.join().expect("no panic"), ProcessState::Gone);
}
