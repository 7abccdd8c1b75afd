//! Whatever is asked for, and however loudly: the value of a variable that is not a path is not told.

use crate::program::{cases, command, run};

/// What `secret/machine.yaml` holds in the variable, and this machine during the test.
const TOKEN: &str = "tok-9f8e7d";

#[test]
fn the_value_of_a_variable_in_a_location_is_told_by_no_command() {
    for args in [
        &["check", "secret/servers.yaml"][..],
        &["explain", "secret/servers.yaml"],
        &["probe", "--effort", "local", "secret/servers.yaml"],
        &["skills", "--with", "secret/servers.yaml", "secret/skills"],
    ] {
        for machine in [&["--platform", "secret/machine.yaml"][..], &[]] {
            for more in [&[][..], &["--json"], &["-vvv"], &["-vvv", "--json"]] {
                let args = [args, machine, more].concat();
                let mut command = command(&cases(), &args);
                let output = command.env("DEPLOY_TOKEN", TOKEN).output();
                let run = run(output.expect("it starts"));
                assert!(matches!(run.code, Some(0 | 1)), "{args:?}: {run:?}");
                let told = format!("{} {}", run.stdout, run.stderr);
                for name in ["in-the-middle", "at-the-end", "DEPLOY_TOKEN"] {
                    assert!(told.contains(name), "{args:?}: {told}");
                }
                assert!(!told.contains(TOKEN), "{args:?}: {told}");
            }
        }
    }
}
