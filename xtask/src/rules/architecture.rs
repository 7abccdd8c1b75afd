//! Why each dependency is here: ARCHITECTURE.md has a table `dependency | why` with a row for every
//! third-party crate that a library of ours brings into a host's build.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::Workspace;
use super::workspace::{expect_none, leans_on};

/// The crates that the `dependency | why` tables give a reason for.
fn explained(markdown: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut in_table = false;
    for line in markdown.lines() {
        let Some(row) = line.trim().strip_prefix('|') else {
            in_table = false;
            continue;
        };
        let (first, rest) = row.split_once('|').unwrap_or((row, ""));
        if first.trim().eq_ignore_ascii_case("dependency") {
            in_table = true;
        } else if in_table && rest.chars().any(char::is_alphabetic) {
            // Between backticks stands every second piece.
            names.extend(first.split('`').skip(1).step_by(2));
        }
    }
    names
}

/// Each third-party crate that the libraries lean on, with the libraries that do.
fn third_party(workspace: &Workspace) -> BTreeMap<&str, Vec<&str>> {
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let libraries = workspace.product().filter(|package| {
        package
            .targets
            .iter()
            .any(|target| target.is_lib() || target.is_proc_macro())
    });
    for package in libraries {
        let names: BTreeSet<&str> = leans_on(package)
            .filter(|name| !workspace.has_member(name))
            .collect();
        for name in names {
            users.entry(name).or_default().push(&package.name);
        }
    }
    users
}

#[test]
fn every_dependency_of_a_library_has_its_reason_in_the_architecture_page() {
    let workspace = Workspace::load();
    let page = workspace.root.join("ARCHITECTURE.md");
    let text = fs::read_to_string(&page).unwrap_or_default();
    let explained = explained(&text);
    let found: Vec<String> = third_party(&workspace)
        .iter()
        .filter(|(name, _)| !explained.contains(*name))
        .map(|(name, users)| format!("| `{name}` | … (for {}) |", users.join(", ")))
        .collect();
    let rule = "ARCHITECTURE.md lacks rows in its table `| dependency | why |`:";
    expect_none(rule, &found);
}

#[test]
fn no_reason_outlives_its_dependency() {
    let workspace = Workspace::load();
    let text = fs::read_to_string(workspace.root.join("ARCHITECTURE.md")).unwrap_or_default();
    let used: BTreeSet<&str> = workspace
        .packages
        .iter()
        .flat_map(|package| &package.dependencies)
        .map(|dependency| dependency.name.as_str())
        .collect();
    let found: Vec<String> = explained(&text)
        .difference(&used)
        .map(|name| format!("`{name}`"))
        .collect();
    expect_none(
        "ARCHITECTURE.md explains dependencies that no crate has:",
        &found,
    );
}

#[test]
fn a_name_counts_in_the_first_column_and_only_with_a_reason() {
    let page = "| crate | leans on |\n\
                |---|---|\n\
                | `onhand` | `tokio` |\n\
                \n\
                | Dependency | why |\n\
                |---|---|\n\
                | `serde`, `serde_json` | data in and out |\n\
                | `plist` | |\n\
                | `thiserror` | in place of `anyhow` |\n\
                \n\
                `strsim` is named in passing.\n";
    assert_eq!(
        explained(page).into_iter().collect::<Vec<_>>(),
        ["serde", "serde_json", "thiserror"]
    );
}
