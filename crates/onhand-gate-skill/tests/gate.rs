//! Whether applications are there, and what asking costs.

use std::sync::Arc;

use onhand_declaration::{InvalidDeclaration, Node, Parser, Registry};
use onhand_gate_skill::{HiddenReason, SkillGate};
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, Resolvers, State};
use onhand_testkit::catalogue::Entry;

mod support;
use support::{declaration, programs, resolvers};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The codes of what stands in the way.
fn unmet(registry: &Registry, host: &FakeHost, apps: &[&str]) -> Vec<&'static str> {
    let resolvers = resolvers();
    let mut pass = SkillGate::new(registry, Evaluator::new(host, &resolvers)).pass();
    let reasons = pass.unmet(&names(apps));
    reasons.iter().map(HiddenReason::code).collect()
}

#[test]
fn every_name_must_be_registered_with_an_application_that_is_there() {
    let registry = programs(["here", "gone"]);
    registry.register("none", Arc::new(declaration("{}")));
    registry.register("mac", Arc::new(declaration(
        "app: { darwin: { presence: bundle, location: /Applications/X.app } }\nrequires: { app: true }",
    )));
    let host = FakeHost::new(Os::Linux).file("/opt/here", b"");
    assert_eq!(unmet(&registry, &host, &[]), [""; 0]);
    assert_eq!(unmet(&registry, &host, &["here", "here"]), [""; 0]);
    assert_eq!(
        unmet(
            &registry,
            &host,
            &["none", "here", "gone", "nobody", "mac", "Here", " here"]
        ),
        [
            "missing_app",
            "unknown_app",
            "unsupported_os",
            "unknown_app",
            "unknown_app"
        ]
    );
}

#[test]
fn a_declaration_with_errors_is_told_as_such_and_costs_no_host_call() {
    let registry = Registry::new();
    registry.register("x", Arc::new(InvalidDeclaration));
    let (resolvers, host) = (resolvers(), Recorded::new(FakeHost::new(Os::Linux)));
    let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
    let unmet = pass.unmet(&names(&["x"]));
    let [reason] = &unmet[..] else {
        panic!("{unmet:?}")
    };
    assert_eq!(
        (reason.code(), reason.app()),
        ("invalid_declaration", Some("x"))
    );
    assert_eq!(reason.to_string(), "`x`: its declaration has errors");
    assert_eq!(
        reason.what_would_show_it(),
        "have the declaration corrected: `onhand lint` says where"
    );
    assert_eq!(host.calls().len(), 0);
}

#[test]
fn a_name_has_the_availability_of_its_declaration_unless_presence_is_required() {
    let app = "app: { linux: { presence: executable, location: /opt/x } }";
    for (declared, gone, present) in [
        (app.to_owned(), &[][..], &["missing_app"][..]),
        (format!("{app}\nrequires: {{}}"), &[], &["missing_app"]),
        (
            format!("{app}\nrequires: {{ app: false }}"),
            &[],
            &["missing_app"],
        ),
        (
            format!("{app}\nrequires: {{ app: true }}"),
            &["missing_app"],
            &["missing_app"],
        ),
        ("{}".to_owned(), &[], &["no_app"]),
    ] {
        let registry = Registry::new();
        registry.register("x", Arc::new(declaration(&declared)));
        let resolvers = resolvers();
        let bare = FakeHost::new(Os::Linux);
        let gate = SkillGate::new(&registry, Evaluator::new(&bare, &resolvers));
        let codes = |gate: SkillGate<'_>| {
            let reasons = gate.pass().unmet(&names(&["x"]));
            reasons.iter().map(HiddenReason::code).collect::<Vec<_>>()
        };
        assert_eq!(codes(gate), gone, "{declared}");
        assert_eq!(codes(gate.requiring_presence()), present, "{declared}");
        let there = bare.file("/opt/x", b"");
        let gate = SkillGate::new(&registry, Evaluator::new(&there, &resolvers));
        assert_eq!(codes(gate), [""; 0], "{declared}");
        let is_app = declared != "{}";
        assert_eq!(
            codes(gate.requiring_presence()).is_empty(),
            is_app,
            "{declared}"
        );
    }
}

#[test]
fn no_version_is_read_for_a_skill_unless_one_is_required() {
    let plist = "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
                 <string>2.4.1</string></dict></plist>";
    let machine = FakeHost::new(Os::Darwin).file("/Applications/X.app/Contents/Info.plist", plist);
    let resolvers = resolvers();
    for (more, opened) in [("", 0), (", min_version: '2', version_scheme: leading", 1)] {
        let registry = Registry::new();
        registry.register(
            "x",
            Arc::new(declaration(&format!(
                "app: {{ darwin: {{ presence: bundle, location: /Applications/X.app, \
             version: {{ kind: plist }} }} }}\nrequires: {{ app: true{more} }}",
            ))),
        );
        let host = Recorded::new(&machine);
        let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
        assert_eq!(pass.unmet(&names(&["x"])), []);
        assert_eq!(host.count(Operation::Open), opened, "{more}");
    }
}

#[test]
fn a_declaration_with_a_slip_hides_whoever_names_it() {
    for slip in [
        "require: { app: true }",
        "requires: { apps: true }",
        "requires: { App: true }",
        "requires.app: true",
        "requires: { app: 'true' }",
        "requires: { app: true, min-version: '2' }",
        "requires: { app: true }\nrequires: { app: false }",
        "Requires: { app: true }",
        "app: { Linux: { presence: executable, location: /opt/x } }",
    ] {
        let text = if slip.starts_with("app") {
            slip.to_owned()
        } else {
            format!("app: {{ linux: {{ presence: executable, location: /opt/x }} }}\n{slip}")
        };
        let node = Node::from_yaml(text.as_bytes()).expect("YAML");
        let resolvers = resolvers();
        let file = Parser::new(resolvers.vocabulary()).file(&node, "x");
        let registry = Registry::new();
        assert!(!registry.register_file(file).is_empty(), "{slip}");
        let host = FakeHost::new(Os::Linux).file("/opt/x", b"");
        assert_eq!(
            unmet(&registry, &host, &["x"]),
            ["invalid_declaration"],
            "{slip}"
        );
    }
}

#[test]
fn an_unknown_name_is_told_what_was_likely_meant() {
    let registry = programs(["blender", "gimp"]);
    let (resolvers, host) = (resolvers(), FakeHost::new(Os::Linux));
    let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
    for (name, right) in [
        (
            "Blender",
            "did you mean `blender`? Else declare the application `Blender`",
        ),
        (
            "gimpp",
            "did you mean `gimp`? Else declare the application `gimpp`",
        ),
        (
            "teleporter",
            "declare the application `teleporter`, or correct the name in `requires_apps`",
        ),
        (
            "blender, gimp",
            "write a list: `requires_apps: [blender, gimp]`",
        ),
        (
            "[Vendor App, '5']",
            "write a list: `requires_apps: [Vendor App, \"'5'\"]`",
        ),
        (
            "blender\ngimp",
            "write a list: `requires_apps: [blender, gimp]`",
        ),
        (
            "blender\u{FF0C}gimp",
            "write a list: `requires_apps: [blender, gimp]`",
        ),
        (
            "\"blender\" | `gimp`",
            "write a list: `requires_apps: [blender, gimp]`",
        ),
        (
            "blender and gimp",
            "write a list: `requires_apps: [blender, gimp]`",
        ),
        (
            "blender/gimp",
            "write a list: `requires_apps: [blender, gimp]`",
        ),
        (
            "Painter & Editor",
            "declare the application `Painter & Editor`, or correct the name in `requires_apps`",
        ),
    ] {
        let reasons = pass.unmet(&names(&[name]));
        assert_eq!(reasons[0].code(), "unknown_app");
        assert_eq!(reasons[0].what_would_show_it(), right);
    }
}

#[test]
fn a_least_version_counts_under_its_own_scheme() {
    let mac = |version: &str| {
        let plist = format!(
            "<plist><dict><key>CFBundleShortVersionString</key><string>{version}</string></dict></plist>"
        );
        FakeHost::new(Os::Darwin).file("/Applications/X.app/Contents/Info.plist", plist)
    };
    let registry = |scheme: &str| {
        let registry = Registry::new();
        registry.register("x", Arc::new(declaration(&format!(
            "app: {{ darwin: {{ presence: bundle, location: /Applications/X.app, version: {{ kind: plist }} }} }}\n\
             requires: {{ app: true, min_version: '2.0', version_scheme: {scheme} }}"
        ))));
        registry
    };
    for (version, scheme, unmet_codes) in [
        ("2.0", "numeric", &[][..]),
        ("1.9", "numeric", &["version_too_old"]),
        ("2.1-beta", "numeric", &[]),
        ("2.1-beta", "strict", &["version_too_old"]),
    ] {
        let found = unmet(&registry(scheme), &mac(version), &["x"]);
        assert_eq!(found, unmet_codes, "{version} {scheme}");
    }
}

#[test]
fn what_a_host_registers_of_its_own_is_asked_as_a_declaration_is() {
    let registry = Registry::new();
    registry.register("x", Arc::new(Entry::program(Os::Linux, "/opt/x")));
    assert_eq!(
        unmet(&registry, &FakeHost::new(Os::Linux), &["x"]),
        ["missing_app"]
    );
    assert_eq!(
        unmet(&registry, &FakeHost::new(Os::Win32), &["x"]),
        ["unsupported_os"]
    );
}

#[test]
fn a_pass_asks_of_each_application_once_and_the_next_one_anew() {
    let registry = programs(["a", "b", "c"]);
    let host = Recorded::new(FakeHost::new(Os::Linux).file("/opt/a", b""));
    let resolvers = Resolvers::new();
    let gate = SkillGate::new(&registry, Evaluator::new(&host, &resolvers));
    let mut pass = gate.pass();
    for _ in 0..50 {
        assert_eq!(pass.unmet(&names(&["a", "b"])).len(), 1);
        assert_eq!(pass.unmet(&names(&["b", "c", "nobody"])).len(), 3);
    }
    assert_eq!(host.count(Operation::Stat), 3);
    assert_eq!(host.take_calls().len(), 3);
    assert_eq!(gate.pass().unmet(&names(&["b"])).len(), 1);
    assert_eq!(host.count(Operation::Stat), 1);
}

#[test]
fn what_is_unknown_or_declares_nothing_costs_nothing() {
    let registry = Registry::new();
    registry.register("none", Arc::new(declaration("{}")));
    let host = Recorded::new(FakeHost::new(Os::Linux));
    let resolvers = Resolvers::new();
    let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
    assert_eq!(pass.unmet(&names(&["none", "nobody"])).len(), 1);
    assert_eq!(host.calls(), []);
}

#[test]
fn a_pass_decides_by_one_moment_and_a_change_is_seen_by_the_next() {
    let registry = programs(["a"]);
    let host = FakeHost::new(Os::Linux).file("/opt/a", b"");
    let resolvers = Resolvers::new();
    let gate = SkillGate::new(&registry, Evaluator::new(&host, &resolvers));
    let mut pass = gate.pass();
    assert_eq!(pass.unmet(&names(&["a"])), []);
    registry.unregister("a");
    assert_eq!(pass.unmet(&names(&["a"])), []);
    assert_eq!(
        gate.pass().unmet(&names(&["a"])),
        [HiddenReason::UnknownApp {
            app: "a".to_owned(),
            near: None,
        }]
    );
}

#[test]
fn a_reason_carries_what_was_found() {
    let registry = programs(["gone"]);
    let host = FakeHost::new(Os::Linux);
    let resolvers = Resolvers::new();
    let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
    let reasons = pass.unmet(&names(&["gone"]));
    let [HiddenReason::NotOfferable { app, assessment }] = &reasons[..] else {
        panic!("{reasons:?}")
    };
    assert_eq!(
        (&**app, assessment.availability.state),
        ("gone", State::MissingApp)
    );
    assert_eq!(
        reasons[0].to_string(),
        "`gone`: the application was not found"
    );
    assert_eq!(
        reasons[0].what_would_show_it(),
        "install the application at `/opt/gone`"
    );
}

#[test]
fn a_hostile_name_is_shown_in_one_short_line() {
    let registry = Registry::new();
    let host = FakeHost::new(Os::Linux);
    let resolvers = Resolvers::new();
    let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
    let name = format!("\u{1b}[2J\n{}", "x".repeat(10_000));
    for reason in pass.unmet(&[name]) {
        for told in [reason.to_string(), reason.what_would_show_it()] {
            assert!(
                told.chars().count() < 200 && !told.chars().any(char::is_control),
                "{told:?}"
            );
        }
    }
}
