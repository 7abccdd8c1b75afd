//! Which crate may lean on which: an arrow may only point further up in the table of
//! ARCHITECTURE.md, which [`LAYERS`] repeats in its order. Tests may lean on anything.

use super::Workspace;
use super::workspace::{FOR_TESTS, expect_none, leans_on};

/// The crates from the bottom of every build to the program at its top. Crates of one row do not
/// know each other. A new crate gets its row here and in ARCHITECTURE.md.
const LAYERS: &[&[&str]] = &[
    &["onhand-platform"],
    &["onhand-document"],
    &["onhand-platform-native"],
    &["onhand-platform-fake"],
    &["onhand-declaration"],
    &["onhand-resolver"],
    &["onhand-version"],
    &["onhand-liveness"],
    &["onhand-gate-mcp", "onhand-gate-skill"],
    &["onhand-launch"],
    &["onhand"],
    &["onhand-cli"],
];

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&name))
}

/// What is wrong with a crate that leans on these members of the workspace.
fn problems<'a>(name: &str, leans_on: impl Iterator<Item = &'a str>) -> Vec<String> {
    let Some(own) = layer(name) else {
        return vec![format!(
            "{name} stands in no row: give it one in LAYERS and ARCHITECTURE.md"
        )];
    };
    leans_on
        .filter_map(|other| match layer(other) {
            Some(layer) if layer < own => None,
            Some(layer) if layer == own => Some(format!("{name} -> {other}: both are in one row")),
            Some(_) => Some(format!("{name} -> {other}: {other} stands further down")),
            None if FOR_TESTS.contains(&other) => Some(format!(
                "{name} -> {other}: it is for tests, so let it be a dev-dependency"
            )),
            None => Some(format!("{name} -> {other}: {other} stands in no row")),
        })
        .collect()
}

#[test]
fn every_arrow_points_to_a_crate_further_up() {
    let workspace = Workspace::load();
    assert!(
        workspace.product().count() > 0,
        "there are crates to look at"
    );
    let found: Vec<String> = workspace
        .product()
        .flat_map(|package| {
            let members = leans_on(package).filter(|name| workspace.has_member(name));
            problems(&package.name, members)
        })
        .collect();
    expect_none(
        "a crate may only lean on crates further up in the table:",
        &found,
    );
}

#[test]
fn an_arrow_down_or_along_a_row_is_a_problem() {
    let found = |name, other| problems(name, [other].into_iter());
    assert!(found("onhand-resolver", "onhand-declaration").is_empty());
    assert_eq!(
        found("onhand-declaration", "onhand-resolver"),
        ["onhand-declaration -> onhand-resolver: onhand-resolver stands further down"]
    );
    assert_eq!(
        found("onhand-gate-mcp", "onhand-gate-skill"),
        ["onhand-gate-mcp -> onhand-gate-skill: both are in one row"]
    );
}

#[test]
fn what_is_for_tests_is_a_dev_dependency_alone() {
    let workspace = Workspace::load();
    for name in FOR_TESTS {
        assert!(workspace.has_member(name), "{name} is a crate");
        let package = workspace
            .packages
            .iter()
            .find(|it| it.name.as_str() == *name);
        let publish = package.and_then(|package| package.publish.as_deref());
        assert_eq!(publish, Some(&[][..]), "{name} is never published");
    }
    assert_eq!(
        problems("onhand-cli", ["onhand-testkit"].into_iter()),
        ["onhand-cli -> onhand-testkit: it is for tests, so let it be a dev-dependency"]
    );
}

#[test]
fn a_crate_that_nobody_gave_a_row_is_a_problem() {
    assert!(problems("onhand-news", std::iter::empty())[0].contains("stands in no row"));
    assert!(problems("onhand", ["xtask"].into_iter())[0].contains("xtask stands in no row"));
}
