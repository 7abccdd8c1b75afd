//! What counts as present, and what is said of what doesn't.

mod support;

use onhand_declaration::InvalidDeclaration;
use onhand_platform::{Os, Recorded};
use onhand_platform_fake::{FakeHost, Fault};
use onhand_resolver::{Assessment, Cause, Evaluator, ResolutionKind, Resolvers, State};
use serde_json::{Value, json};
use support::{declaration, resolvers};

fn assess(host: &FakeHost, json: Value) -> Assessment {
    Evaluator::new(host, &resolvers()).assess(&declaration(json))
}

fn app(os: &str, presence: &str, location: &str) -> Value {
    json!({
        "app": { os: { "presence": presence, "location": location } },
        "requires": { "app": true },
    })
}

/// Why the only candidate is not there.
fn reason(assessment: &Assessment) -> String {
    assert_eq!(assessment.availability.state, State::MissingApp);
    assert!(matches!(
        assessment.cause,
        Cause::NotFound(_) | Cause::NotKnown(_)
    ));
    let resolution = assessment.resolution.as_ref().expect("it was looked for");
    assert_eq!(resolution.kind, ResolutionKind::Missing);
    resolution.candidates[0].present.to_string()
}

#[test]
fn an_executable_is_a_regular_file_after_links() {
    let host = FakeHost::new(Os::Linux)
        .file("/opt/v/bin/app", b"")
        .symlink("/usr/bin/app", "/opt/v/bin/app")
        .symlink("/usr/bin/gone", "/opt/v/bin/gone")
        .dir("/opt/folder")
        .fault("/opt/device", Fault::Fifo)
        .fault("/opt/secret", Fault::PermissionDenied);
    let ask = |location| assess(&host, app("linux", "executable", location));

    let found = ask("/usr/bin/app");
    assert_eq!(found.availability.state, State::Available);
    assert_eq!(found.cause, Cause::Found);
    assert_eq!(found.remedy(), None);
    let resolution = found.resolution.expect("it was looked for");
    assert_eq!(resolution.kind, ResolutionKind::KnownPath);
    assert_eq!(resolution.candidates[0].source, "app.linux.location");

    assert_eq!(reason(&ask("/usr/bin/gone")), "absent: nothing is there");
    assert_eq!(
        reason(&ask("/opt/folder")),
        "absent: expected a file, found a folder"
    );
    assert_eq!(
        reason(&ask("/opt/device")),
        "absent: expected a file, found a FIFO, socket or device"
    );
    assert_eq!(
        reason(&ask("/opt/secret")),
        "unavailable: permission denied"
    );
    assert_eq!(reason(&ask("/opt/v/bin/app/x")), "absent: nothing is there");
}

#[test]
fn a_missing_application_says_what_to_do() {
    let host = FakeHost::new(Os::Linux);
    let missing = assess(&host, app("linux", "executable", "/opt/v/app"));
    assert_eq!(
        missing.remedy().as_deref(),
        Some("install the application at `/opt/v/app`")
    );
    let missing = assess(&host, app("linux", "executable", "$VENDOR/app"));
    assert_eq!(
        missing.remedy().as_deref(),
        Some(
            "set the variable for this program, or have the declaration name another location: \
             the variable `VENDOR` is not set"
        )
    );
}

#[test]
fn a_bundle_is_a_folder_with_its_plist() {
    let host = FakeHost::new(Os::Darwin)
        .file("/Applications/Good.app/Contents/Info.plist", b"")
        .dir("/Applications/Empty.app")
        .dir("/Applications/Odd.app/Contents/Info.plist")
        .file("/Applications/File.app", b"");
    let ask = |location| assess(&host, app("darwin", "bundle", location));

    // The default volume of a Mac ignores case.
    for location in ["/Applications/Good.app", "/applications/good.app/"] {
        assert_eq!(ask(location).availability.state, State::Available);
    }
    assert_eq!(
        reason(&ask("/Applications/Empty.app")),
        "absent: a folder without `Contents/Info.plist`"
    );
    assert_eq!(
        reason(&ask("/Applications/Odd.app")),
        "absent: its `Contents/Info.plist` is a folder, not a file"
    );
    assert_eq!(
        reason(&ask("/Applications/File.app")),
        "absent: expected a folder, found a file"
    );
}

#[test]
fn an_app_execution_alias_is_present_and_its_version_is_not() {
    let alias = r"C:\Users\me\AppData\Local\Microsoft\WindowsApps\v.exe";
    let host = FakeHost::new(Os::Win32).fault(alias, Fault::AppExecutionAlias);
    let mut json = app("win32", "executable", alias);
    assert_eq!(
        assess(&host, json.clone()).availability.state,
        State::Available
    );

    json["app"]["win32"]["version"] = json!({ "kind": "content" });
    json["requires"]["min_version"] = json!("1.0");
    let unreadable = assess(&host, json);
    assert_eq!(unreadable.availability.state, State::VersionTooOld);
    assert_eq!(
        unreadable.version.to_string(),
        "unavailable: an app-execution alias can't be opened"
    );
}

#[test]
fn what_a_variable_holds_is_ruled_again() {
    for (value, said) in [
        (r"\\server\share", "leads to the network"),
        (r"C:\a\..\b", "`..` segment"),
        ("relative", "it is not rooted"),
        (r"\\?\C:\x", "leads to the network"),
        ("C:x", "it is not rooted"),
    ] {
        let host = FakeHost::new(Os::Win32).env("V", value);
        let missing = assess(&host, app("win32", "executable", "%V%/x.exe"));
        let told = reason(&missing);
        assert!(told.contains(said), "{value}: {told}");
    }
}

#[test]
fn a_declaration_with_errors_is_never_offered_and_costs_nothing() {
    let host = Recorded::new(FakeHost::new(Os::Linux));
    let resolvers = Resolvers::new();
    let assessment = Evaluator::new(&host, &resolvers).assess(&InvalidDeclaration);
    assert_eq!(assessment.cause, Cause::Invalid);
    assert_eq!(assessment.availability.state, State::InvalidDeclaration);
    assert_eq!(
        assessment.availability.state.as_str(),
        "invalid_declaration"
    );
    assert!(!assessment.availability.offerable());
    assert!(
        assessment
            .remedy()
            .is_some_and(|text| text.contains("lint"))
    );
    assert_eq!(host.calls(), []);
}
