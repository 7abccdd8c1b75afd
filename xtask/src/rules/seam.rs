//! Who may reach around the seam: clippy.toml forbids files, environment, processes and sockets,
//! and only crates that stand on the machine's side of it may switch that off outside their tests.

use std::fs;

use super::Workspace;
use super::sources::sources;
use super::workspace::expect_none;

/// The hosts, and the program that reads the user's files.
const OUTSIDE: &[&str] = &[
    "onhand-platform-fake",
    "onhand-platform-native",
    "onhand-cli",
];

/// The two lints, and the groups that they are part of.
const SWITCHES: &[&str] = &[
    "clippy::disallowed_methods",
    "clippy::disallowed_types",
    "clippy::style",
    "clippy::all",
];

/// The lines (from 1) of a source file that switch the lints off for more than its tests.
///
/// Tests stand at the end of a file, so what follows the first `#[cfg(test)]` is theirs.
fn switched_off(source: &str) -> Vec<usize> {
    let lines = source.lines().enumerate();
    lines
        .take_while(|(_, line)| !line.contains("#[cfg(test)]"))
        .filter(|(_, line)| !line.trim_start().starts_with("//") && !line.contains("cfg_attr(test"))
        .filter(|(_, line)| SWITCHES.iter().any(|switch| line.contains(switch)))
        .map(|(index, _)| index + 1)
        .collect()
}

#[test]
fn only_hosts_and_the_command_line_reach_the_machine() {
    let workspace = Workspace::load();
    let mut found = Vec::new();
    for package in workspace
        .product()
        .filter(|package| !OUTSIDE.contains(&package.name.as_str()))
    {
        let folder = package.manifest_path.as_std_path().with_file_name("src");
        let files = sources(&folder);
        assert!(!files.is_empty(), "{} has sources", folder.display());
        for file in files {
            let source = fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let place = file
                .strip_prefix(&workspace.root)
                .unwrap_or(&file)
                .display()
                .to_string();
            found.extend(
                switched_off(&source)
                    .iter()
                    .map(|line| format!("{place}:{line}")),
            );
        }
    }
    let rule = "only a host or the command line may switch off what clippy.toml forbids; \
                take a `&dyn LocateHost`, `InspectHost` or `ProbeHost` instead:";
    expect_none(rule, &found);
}

#[test]
fn an_allow_counts_only_outside_the_tests() {
    let source = "// clippy::all is never allowed\n\
                  #![cfg_attr(test, allow(clippy::disallowed_methods))]\n\
                  #[allow(clippy::disallowed_types)]\n\
                  fn f() {}\n\
                  #[cfg(test)]\n\
                  mod tests {\n\
                      #![allow(clippy::disallowed_methods)]\n\
                  }\n";
    assert_eq!(switched_off(source), [3]);
}
