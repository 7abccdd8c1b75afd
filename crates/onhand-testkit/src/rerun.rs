//! A test that runs once more in a child process: with an environment of its own, or as
//! another user, while the tests beside it go on undisturbed.

use std::env;
use std::io;
use std::process::Command;

const IN_CHILD: &str = "ONHAND_TEST_CHILD";

/// Whether this is the child.
pub fn in_child() -> bool {
    env::var_os(IN_CHILD).is_some()
}

/// A child in which the test of that name runs, not yet started.
///
/// # Errors
/// Where this program doesn't know where it lies.
pub fn child(test: &str) -> io::Result<Command> {
    assert!(!in_child(), "{test} has started itself once already");
    let mut child = Command::new(env::current_exe()?);
    child.args(["--exact", test, "--nocapture"]);
    child.env(IN_CHILD, "1");
    Ok(child)
}

/// Runs the test of that name in a child as `prepare` wants it, and fails where that fails.
///
/// # Errors
/// Where the child can't be started.
pub fn rerun(test: &str, prepare: impl FnOnce(&mut Command)) -> io::Result<()> {
    let mut child = child(test)?;
    prepare(&mut child);
    let output = child.output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    // A wrong name would run no test, and succeed.
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{test} in a child: {}\n{said}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}
