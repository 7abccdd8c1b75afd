//! Whatever is asked for, and however loudly: the value of a variable that is no path is not told.

use crate::program::{command, folder, run};

const TOKEN: &str = "tok-9f8e7d";

const DECLARATION: &str = r#"
app:
  linux: &app { presence: executable, location: "/nope/$DEPLOY_TOKEN/app" }
  darwin: *app
  win32: { presence: executable, location: "C:/nope/%DEPLOY_TOKEN%/app.exe" }
requires: { app: true }
"#;

const SKILL: &str = "---\nname: s\ndescription: d\nrequires_apps: [env-secret]\n---\n";

#[test]
fn the_value_of_a_variable_in_a_location_is_told_by_no_command() {
    let machine = format!("os: linux\nenv: {{ DEPLOY_TOKEN: {TOKEN} }}\n");
    let folder = folder(&[
        ("env-secret.yaml", DECLARATION),
        ("machine.yaml", &machine),
        ("skills/s/SKILL.md", SKILL),
    ]);
    for args in [
        &["check", "env-secret.yaml"][..],
        &["explain", "env-secret.yaml"],
        &["probe", "--effort", "local", "env-secret.yaml"],
        &["skills", "--with", "env-secret.yaml", "skills"],
    ] {
        for machine in [&["--platform", "machine.yaml"][..], &[]] {
            for more in [&[][..], &["--json"], &["-vvv"], &["-vvv", "--json"]] {
                let args = [args, machine, more].concat();
                let mut command = command(folder.path(), &args);
                let output = command.env("DEPLOY_TOKEN", TOKEN).output();
                let run = run(output.expect("it starts"));
                assert!(matches!(run.code, Some(0 | 1)), "{args:?}: {run:?}");
                let told = format!("{} {}", run.stdout, run.stderr);
                assert!(told.contains("DEPLOY_TOKEN"), "{args:?}: {told}");
                assert!(!told.contains(TOKEN), "{args:?}: {told}");
            }
        }
    }
}
