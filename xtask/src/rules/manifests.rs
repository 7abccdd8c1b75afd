//! What every manifest says alike: version, edition and licence come from the workspace, and so do
//! the lints. Only the native platform may write `unsafe`, so it alone repeats the lints instead of
//! inheriting them (cargo knows nothing in between).

use toml::{Table, Value};

use super::Workspace;
use super::workspace::{expect_none, read_toml};

const INHERITED: &[&str] = &["version", "edition", "rust-version", "license"];

/// The one crate that may lack `unsafe_code = "forbid"`.
const UNSAFE: &str = "onhand-platform-native";

fn is_inherited(value: Option<&Value>) -> bool {
    value
        .and_then(|value| value.get("workspace"))
        .and_then(Value::as_bool)
        == Some(true)
}

fn package_problems(name: &str, manifest: &Table) -> Vec<String> {
    INHERITED
        .iter()
        .filter(|key| !is_inherited(manifest.get("package").and_then(|package| package.get(key))))
        .map(|key| format!("{name}: write `{key}.workspace = true`"))
        .collect()
}

fn lint_problems(name: &str, manifest: &Table, workspace: &Table) -> Vec<String> {
    let lints = manifest.get("lints");
    if is_inherited(lints) {
        return Vec::new();
    }
    if name != UNSAFE {
        return vec![format!("{name}: `[lints]` must be `workspace = true`")];
    }
    let mut problems = Vec::new();
    for (tool, expected) in workspace {
        for (lint, level) in expected.as_table().into_iter().flatten() {
            let own = lints
                .and_then(|lints| lints.get(tool))
                .and_then(|tool| tool.get(lint));
            if lint != "unsafe_code" && own != Some(level) {
                problems.push(format!(
                    "{name}: `[lints.{tool}]` must say `{lint} = {level}`"
                ));
            }
        }
    }
    problems
}

fn workspace_lints(workspace: &Workspace) -> Table {
    let manifest = read_toml(&workspace.root.join("Cargo.toml"));
    let lints = manifest
        .get("workspace")
        .and_then(|workspace| workspace.get("lints"));
    lints
        .and_then(Value::as_table)
        .expect("the root manifest has [workspace.lints]")
        .clone()
}

#[test]
fn version_edition_and_licence_come_from_the_workspace() {
    let workspace = Workspace::load();
    let found: Vec<String> = workspace
        .packages
        .iter()
        .flat_map(|package| {
            package_problems(
                &package.name,
                &read_toml(package.manifest_path.as_std_path()),
            )
        })
        .collect();
    expect_none("a crate inherits what the workspace decides:", &found);
}

#[test]
fn every_crate_has_the_workspaces_lints() {
    let workspace = Workspace::load();
    let lints = workspace_lints(&workspace);
    let found: Vec<String> = workspace
        .packages
        .iter()
        .flat_map(|package| {
            let manifest = read_toml(package.manifest_path.as_std_path());
            lint_problems(&package.name, &manifest, &lints)
        })
        .collect();
    expect_none("a crate has the workspace's lints:", &found);
}

#[test]
fn the_workspace_forbids_unsafe_code_and_guards_the_seam() {
    let lints = workspace_lints(&Workspace::load());
    let level = |tool: &str, lint: &str| lints[tool].get(lint).and_then(Value::as_str);
    assert_eq!(level("rust", "unsafe_code"), Some("forbid"));
    for lint in ["disallowed_methods", "disallowed_types"] {
        let level = level("clippy", lint);
        assert!(
            matches!(level, Some("warn" | "deny" | "forbid")),
            "clippy::{lint} is {level:?}"
        );
    }
}

#[test]
fn a_value_of_its_own_is_a_problem() {
    let manifest = toml::toml! {
        [package]
        version = "1.0.0"
        edition.workspace = true
        rust-version.workspace = true
    };
    assert_eq!(
        package_problems("a", &manifest),
        [
            "a: write `version.workspace = true`",
            "a: write `license.workspace = true`"
        ]
    );
}

#[test]
fn only_the_native_platform_may_repeat_the_lints_and_only_without_a_gap() {
    let workspace = toml::toml! {
        [rust]
        missing_docs = "warn"
        unsafe_code = "forbid"
        [clippy]
        all = { level = "warn", priority = -1 }
    };
    let own = toml::toml! {
        [lints.rust]
        unsafe_code = "warn"
        [lints.clippy]
        all = "allow"
        undocumented_unsafe_blocks = "deny"
    };
    assert_eq!(
        lint_problems("onhand", &own, &workspace),
        ["onhand: `[lints]` must be `workspace = true`"]
    );
    assert_eq!(
        lint_problems(UNSAFE, &own, &workspace),
        [
            "onhand-platform-native: `[lints.clippy]` must say `all = { level = \"warn\", priority = -1 }`",
            "onhand-platform-native: `[lints.rust]` must say `missing_docs = \"warn\"`",
        ]
    );
    assert_eq!(lint_problems("onhand", &Table::new(), &workspace).len(), 1);
    let inherits = toml::toml! { lints.workspace = true };
    assert!(lint_problems("onhand", &inherits, &workspace).is_empty());
}
