//! The skills of `fixtures/skills`, on the disk that they stand on, with applications on machines in memory.

#![allow(
    clippy::disallowed_methods,
    reason = "the fixtures are read from the real disk"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use onhand_declaration::{Declaration, Node, Parser, Registry};
use onhand_gate_skill::{SkillGate, SkillIndex, Skills};
use onhand_platform::{LocateHost, Operation, Recorded, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_platform_native::NativeHost;
use onhand_resolver::Evaluator;

mod support;
use support::{codes, declaration, refresh, resolvers};

/// What becomes of each skill, by the way from the tree to its folder.
type Outcomes = BTreeMap<String, String>;

fn fixtures() -> PathBuf {
    let fixtures = onhand_testkit::fixtures::root().join("skills");
    fixtures.canonicalize().expect("they are there")
}

fn tree() -> RootedPath {
    let path = fixtures().join("tree");
    let text = path.to_str().expect("Unicode");
    // How Windows spells what was made canonical.
    let text = text.trim_start_matches(r"\\?\");
    RootedPath::new(NativeHost::new().os(), text).expect("rooted")
}

fn machine(name: &str) -> FakeHost {
    let path = fixtures().join("machines").join(format!("{name}.yaml"));
    FakeHost::from_scenario_file(path).expect("it describes a machine")
}

/// The applications that the fixtures declare.
fn registry() -> Registry {
    let text = std::fs::read(fixtures().join("applications.yaml")).expect("it is there");
    let node = Node::from_yaml(&text).expect("YAML");
    let file = Parser::new(resolvers().vocabulary()).file(&node, "applications");
    assert_eq!(file.problems, []);
    let registry = Registry::new();
    for named in file.declarations {
        registry.register(named.name, Arc::new(named.declaration));
    }
    registry
}

fn ask(registry: &Registry, machine: &FakeHost) -> Skills {
    refresh(
        &SkillIndex::new(NativeHost::new(), [tree()]),
        registry,
        machine,
    )
}

fn outcomes(skills: &Skills) -> Outcomes {
    assert_eq!(skills.unread, []);
    let way = |path: &RootedPath| {
        let below = path.as_str().strip_prefix(tree().as_str());
        let way = below.expect("it is below").replace('\\', "/");
        let folder = way.strip_suffix("/SKILL.md").expect("it is a skill");
        folder.trim_start_matches('/').to_owned()
    };
    let offered = skills.offered.iter();
    let offered = offered.map(|skill| (way(&skill.path), "offered".to_owned()));
    let hidden = skills.hidden.iter();
    let hidden = hidden.map(|hidden| (way(&hidden.path), codes(hidden)));
    offered.chain(hidden).collect()
}

/// What `expected.txt` says, by machine.
fn expected() -> BTreeMap<String, Outcomes> {
    let text = std::fs::read_to_string(fixtures().join("expected.txt")).expect("it is there");
    let mut rows = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let machines = rows.next().expect("there is a heading").split_off(1);
    let mut expected: BTreeMap<String, Outcomes> = BTreeMap::new();
    for row in rows {
        assert_eq!(row.len(), 1 + machines.len(), "{row:?}");
        for (machine, outcome) in machines.iter().zip(&row[1..]) {
            let outcomes = expected.entry((*machine).to_owned()).or_default();
            outcomes.insert(row[0].to_owned(), (*outcome).to_owned());
        }
    }
    expected
}

#[test]
fn every_skill_is_answered_as_expected_on_every_machine() {
    let registry = registry();
    let expected = expected();
    assert_eq!(expected.len(), 5);
    for (name, expected) in expected {
        assert_eq!(
            outcomes(&ask(&registry, &machine(&name))),
            expected,
            "{name}"
        );
    }
}

#[test]
fn each_gate_falls_with_its_application_alone() {
    let registry = registry();
    let whole = outcomes(&ask(&registry, &machine("mac")));
    for (application, skills) in [
        (
            "Painter",
            &[
                "block-list",
                "both-places",
                "metadata-commas",
                "metadata-list",
                "one-app",
                "padded",
                "two-apps",
                "unknown-app",
            ][..],
        ),
        ("Editor", &["both-places", "metadata-commas", "two-apps"]),
        ("Plotter", &["recent-app"]),
        ("Slides", &["mac-only"]),
        ("Viewer", &[]),
    ] {
        let without = machine("mac").remove(&format!("/Applications/{application}.app"));
        let found = outcomes(&ask(&registry, &without));
        let changed: Vec<&str> = found
            .iter()
            .filter(|(skill, outcome)| whole[*skill] != **outcome)
            .map(|(skill, _)| skill.trim_start_matches("gated/"))
            .collect();
        assert_eq!(changed, skills, "{application}");
        assert!(
            skills
                .iter()
                .all(|skill| found[&format!("gated/{skill}")].contains("missing_app")),
            "{application}: {found:?}"
        );
    }
}

#[test]
fn a_registration_opens_a_gate_and_taking_it_back_closes_it() {
    let (registry, mac) = (registry(), machine("mac"));
    let outcome = |skill: &str| outcomes(&ask(&registry, &mac))[skill].clone();
    assert_eq!(outcome("gated/unknown-app"), "unknown_app");
    assert_eq!(outcome("gated/wrong-case"), "unknown_app");
    let here: Arc<Declaration> = Arc::new(declaration(
        "app: { darwin: { presence: bundle, location: /Applications/Viewer.app } }",
    ));
    registry.register("teleporter", here.clone());
    registry.register("Painter", here);
    assert_eq!(outcome("gated/unknown-app"), "offered");
    assert_eq!(outcome("gated/wrong-case"), "offered");
    registry.clear();
    assert_eq!(outcome("gated/unknown-app"), "unknown_app+unknown_app");
    assert_eq!(outcome("plain/no-gate"), "offered");
}

#[test]
fn a_gate_that_requires_presence_also_hides_what_is_declared_and_not_required() {
    let (registry, bare) = (registry(), machine("mac-bare"));
    let expected = expected().remove("mac-bare").expect("it is a machine");
    let resolvers = resolvers();
    let gate = SkillGate::new(&registry, Evaluator::new(&bare, &resolvers)).requiring_presence();
    let found = outcomes(&SkillIndex::new(NativeHost::new(), [tree()]).refresh(&gate));
    let changed: Vec<(&str, &str, &str)> = found
        .iter()
        .map(|(skill, outcome)| (&**skill, &*expected[skill], &**outcome))
        .filter(|(_, usual, outcome)| usual != outcome)
        .collect();
    assert_eq!(
        changed,
        [
            ("gated/block-list", "missing_app", "missing_app+missing_app"),
            ("gated/no-app-block", "offered", "no_app"),
            ("gated/not-required", "offered", "missing_app"),
        ]
    );
}

#[test]
fn each_hidden_skill_says_why_and_what_would_show_it() {
    let skills = ask(&registry(), &machine("mac-old"));
    let mut told = BTreeMap::new();
    for hidden in &skills.hidden {
        for reason in &hidden.reasons {
            told.insert(
                (hidden.name.clone(), reason.app().map(str::to_owned)),
                (reason.to_string(), reason.what_would_show_it()),
            );
        }
    }
    for (skill, app, why, remedy) in [
        (
            "recent-app",
            Some("plotter"),
            "`plotter`: found 1.9, required 2.0, compared by the numeric scheme: too old",
            "update the application to 2.0 or later",
        ),
        (
            "unknown-app",
            Some("teleporter"),
            "`teleporter`: no application of that name is declared",
            "declare the application `teleporter`, or correct the name in `requires_apps`",
        ),
        (
            "comma-text",
            Some("painter, editor"),
            "`painter, editor`: no application of that name is declared",
            "write a list: `requires_apps: [painter, editor]`",
        ),
        (
            "wrong-case",
            Some("Painter"),
            "`Painter`: no application of that name is declared",
            "did you mean `painter`? Else declare the application `Painter`",
        ),
        (
            "blank-gate",
            None,
            "line 4, column 16: `requires_apps` must be a text or a list of texts, not a blank text",
            "name each application by a text: `requires_apps: [blender]`",
        ),
        (
            "metadata-near-miss",
            None,
            "line 5, column 3: `metadata.requires-apps` has no effect; did you mean `requires_apps`?",
            "spell the key `requires_apps`",
        ),
        (
            "within-text",
            None,
            "line 5, column 3: `requires_apps` has no effect within a text",
            "write `requires_apps: …` at the top level, or right below `metadata`",
        ),
        (
            "banner",
            None,
            "line 1, column 1: there is text above the frontmatter: its `---` must be the first line, but is line 2",
            "move what is above line 2 below the frontmatter",
        ),
        (
            "prose-colon",
            None,
            "line 3, column 14: a text can't hold `: ` unless it is in quotes",
            "put the text in quotes: `description: \"Draws floor plans. Keeps one rule: walls before doors.\"`",
        ),
        (
            "leading-bracket",
            None,
            "line 4, column 16: a text can't begin with `[` unless it is in quotes",
            "put the text in quotes: `argument-hint: '[week] - e.g. \"this\", \"last\"'`",
        ),
        (
            "tabs",
            None,
            "line 5, column 1: a tab can't indent",
            "indent with spaces",
        ),
        (
            // Its frontmatter can't be read, so that it goes by its folder's name.
            "not-utf-8",
            None,
            "line 3, column 40: the frontmatter is not UTF-8",
            "save the file as UTF-8",
        ),
    ] {
        let found = &told[&(skill.to_owned(), app.map(str::to_owned))];
        assert_eq!((&*found.0, &*found.1), (why, remedy), "{skill}");
    }
}

#[test]
fn of_the_whole_tree_only_frontmatters_are_read() {
    let host = Recorded::new(NativeHost::new());
    let index = SkillIndex::new(&host, [tree()]);
    let skills = refresh(&index, &registry(), &machine("mac"));
    let all = expected().remove("mac").expect("it is a machine").len();
    assert_eq!(skills.offered.len() + skills.hidden.len(), all);
    assert_eq!(host.count(Operation::Open), all);
    assert_eq!(host.count(Operation::Read), all);
    // The tree, its three groups, and each skill, for what is below it.
    assert_eq!(host.count(Operation::List), 4 + all);
}
