//! One name, one meaning: no type has the name of a public type of another crate that a reader meets with it.
//!
//! Two public types of one name meet in every program that takes both crates. A type that stays within its crate meets
//! the public types of the crates that this one leans on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::Workspace;
use super::sources::{sources, without_tests};
use super::workspace::{expect_none, leans_on};

/// Names that two crates share all the same: the crate that has to give way, and the name. A row goes when one of the
/// two types gets another name.
const SHARED: &[(&str, &str)] = &[
    ("onhand-cli", "Entry"),
    ("onhand-cli", "Field"),
    ("onhand-cli", "Limits"),
    ("onhand-cli", "PassedOver"),
    ("onhand-cli", "Place"),
    ("onhand-cli", "Value"),
    ("onhand-gate-skill", "Entry"),
    ("onhand-gate-skill", "Limits"),
    ("onhand-platform-native", "Listing"),
];

/// What only tests lean on: no program meets its types.
const FOR_TESTS: &str = "onhand-testkit";

/// A type as the source of a crate defines it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Type {
    name: String,
    is_public: bool,
}

/// The types that a source file defines at its top level, tests left out.
fn types(source: &str) -> Vec<Type> {
    without_tests(source)
        .lines()
        .filter_map(|line| {
            let (is_public, rest) = match line.strip_prefix("pub") {
                Some(rest) => match rest.strip_prefix('(') {
                    Some(inner) => (false, inner.split_once(") ")?.1),
                    None => (true, rest.strip_prefix(' ')?),
                },
                None => (false, line),
            };
            let (keyword, rest) = rest.split_once(' ')?;
            let end = rest
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(rest.len());
            // `type Problem = other::Problem<Rule>` is no second type.
            let is_alias = rest.contains(&format!("::{}", &rest[..end]));
            let is_type =
                !is_alias && ["struct", "enum", "trait", "type", "union"].contains(&keyword);
            is_type.then(|| Type {
                name: rest[..end].to_owned(),
                is_public,
            })
        })
        .collect()
}

/// What a crate defines, and all the crates of ours below it.
#[derive(Default)]
struct Crate {
    types: BTreeSet<Type>,
    below: BTreeSet<String>,
}

/// The names that mean two things where these crates meet: a line for each, with the crate that has to give way first.
fn problems(crates: &BTreeMap<String, Crate>, shared: &[(&str, &str)]) -> Vec<String> {
    let mut found = Vec::new();
    for (name, own) in crates {
        for (other_name, other) in crates.iter().filter(|(other, _)| *other != name) {
            let is_below = own.below.contains(other_name);
            let is_above = other.below.contains(name);
            for ours in &own.types {
                let meets = is_below || (ours.is_public && !is_above && name < other_name);
                let is_theirs = other
                    .types
                    .iter()
                    .any(|theirs| theirs.is_public && theirs.name == ours.name);
                if meets && is_theirs && !shared.contains(&(name, &ours.name)) {
                    found.push(format!("{name}: `{}` is a type of {other_name}", ours.name));
                }
            }
        }
    }
    found
}

fn crates(workspace: &Workspace) -> BTreeMap<String, Crate> {
    let direct = |name: &str| -> Vec<String> {
        let package = workspace.product().find(|package| *package.name == name);
        let names = package.into_iter().flat_map(leans_on);
        names
            .filter(|name| workspace.has_member(name))
            .map(str::to_owned)
            .collect()
    };
    let packages = workspace.product();
    let packages = packages.filter(|package| *package.name != FOR_TESTS);
    let crates = packages.map(|package| {
        let mut below = BTreeSet::new();
        let mut next = direct(&package.name);
        while let Some(name) = next.pop() {
            if below.insert(name.clone()) {
                next.extend(direct(&name));
            }
        }
        let folder = package.manifest_path.as_std_path().with_file_name("src");
        let types = sources(&folder).into_iter().flat_map(|file| {
            let source = fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            types(&source)
        });
        let types = types.collect();
        (package.name.to_string(), Crate { types, below })
    });
    crates.collect()
}

#[test]
fn no_name_means_two_things_in_crates_that_meet() {
    let crates = crates(&Workspace::load());
    let resolver = &crates["onhand-resolver"];
    let is_found = |name: &str| resolver.types.iter().any(|found| found.name == name);
    assert!(is_found("Observation"), "types are found");
    let rule = "give one of the two types a name of its own (a re-export is no second type):";
    expect_none(rule, &problems(&crates, SHARED));
}

#[test]
fn a_type_is_found_at_the_top_level_whoever_may_see_it() {
    let source = "pub struct Open<'a>(&'a str);\n\
                  pub(crate) enum Inner {\n\
                      pub type Hidden = u8;\n\
                  }\n\
                  pub(in crate::a) trait Deep: Send {}\n\
                  type Alias = u8;\n\
                  pub type Problem = other::Problem<Alias>;\n\
                  pub use other::Named;\n\
                  // struct Comment;\n\
                  #[cfg(test)]\n\
                  struct InTests;\n"
        .replace("pub type Hidden", "    pub type Hidden");
    let found: Vec<(String, bool)> = types(&source)
        .into_iter()
        .map(|found| (found.name, found.is_public))
        .collect();
    let expected = [
        ("Open", true),
        ("Inner", false),
        ("Deep", false),
        ("Alias", false),
    ];
    assert_eq!(
        found,
        expected.map(|(name, is_public)| (name.to_owned(), is_public))
    );
}

#[test]
fn a_name_is_shared_with_what_stands_below_or_in_two_public_places() {
    let has = |names: &[(&str, bool)], below: &[&str]| Crate {
        types: names
            .iter()
            .map(|(name, is_public)| Type {
                name: (*name).to_owned(),
                is_public: *is_public,
            })
            .collect(),
        below: below.iter().map(|name| (*name).to_owned()).collect(),
    };
    let crates = BTreeMap::from([
        (
            "base".to_owned(),
            has(&[("Node", true), ("Own", false)], &[]),
        ),
        (
            "above".to_owned(),
            has(&[("Node", false), ("Own", true)], &["base"]),
        ),
        (
            "beside".to_owned(),
            has(&[("Node", false), ("Own", true)], &[]),
        ),
    ]);
    let found = [
        "above: `Node` is a type of base",
        "above: `Own` is a type of beside",
    ];
    assert_eq!(problems(&crates, &[]), found);
    assert_eq!(problems(&crates, &[("above", "Node")]), found[1..]);
}
