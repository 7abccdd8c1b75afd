//! No look at this machine makes other system calls than its host calls are.

#![cfg(target_os = "linux")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it starts programs of this machine"
)]

use std::process::Command;

/// Whether there is a strace, and it may watch a program here: in some containers nobody may.
fn strace_works() -> bool {
    let watched = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .output();
    watched.is_ok_and(|output| output.status.success())
}

#[test]
fn system_calls_equal_host_calls() {
    if !strace_works() {
        println!("not tested: no strace that may watch a program");
        return;
    }
    let counted = Command::new(env!("CARGO_BIN_EXE_onhand-bench"))
        .arg("syscalls")
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&counted.stdout);
    let problem = String::from_utf8_lossy(&counted.stderr);
    assert!(counted.status.success(), "{said}{problem}");
    assert!(said.contains("present    equal"), "{said}");
}
