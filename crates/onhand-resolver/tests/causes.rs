//! Each cause has its code, its state, a sentence and a remedy that fits it, on every OS.

mod support;

use onhand_declaration::{AppDef, Presence};
use onhand_platform::{Os, PathTemplate};
use onhand_platform_fake::{FakeHost, Fault};
use onhand_resolver::{Assessment, CauseCode, Evaluator, State};
use onhand_testkit::catalogue::Entry;
use serde_json::{Value, json};
use support::{declaration, resolvers};

fn assess(host: &FakeHost, json: Value) -> Assessment {
    Evaluator::new(host, &resolvers()).assess(&declaration(json))
}

/// An application of that presence, declared for that OS alone.
fn app(os: Os, presence: &str, location: &str) -> Value {
    json!({
        "app": { os.as_str(): { "presence": presence, "location": location } },
        "requires": { "app": true },
    })
}

/// A rooted place of that OS.
fn at(os: Os, way: &str) -> String {
    match os {
        Os::Win32 => format!(r"C:\{}", way.replace('/', r"\")),
        _ => format!("/{way}"),
    }
}

/// What is looked for, what is wrong on the machine, and what must be said.
struct Case {
    code: CauseCode,
    presence: &'static str,
    location: &'static str,
    /// What is said beside "was not found" or "can't be known".
    sentence: &'static str,
    /// The beginning of the remedy.
    remedy: &'static str,
    machine: fn(Os, FakeHost) -> FakeHost,
}

const NOWHERE: fn(Os, FakeHost) -> FakeHost = |_, host| host;

fn cases() -> Vec<Case> {
    let executable = |code, location, sentence, remedy, machine| Case {
        code,
        presence: "executable",
        location,
        sentence,
        remedy,
        machine,
    };
    let bundle = |code, sentence, machine| Case {
        code,
        presence: "bundle",
        location: "opt/app",
        sentence,
        remedy: "install the application again, so that `PLACE` is its bundle",
        machine,
    };
    let fault =
        |code, sentence, remedy, machine| executable(code, "opt/app", sentence, remedy, machine);
    vec![
        fault(
            CauseCode::NotFound,
            "the application was not found",
            "install the application at `PLACE`",
            NOWHERE,
        ),
        fault(
            CauseCode::NotAFile,
            "the application was not found: expected a file, found a folder",
            "install the application at `PLACE`, where its program should be",
            |os, host| host.dir(&at(os, "opt/app")),
        ),
        fault(
            CauseCode::NotPermitted,
            "whether the application is there can't be known: permission denied",
            "let this user look at `PLACE`",
            |os, host| host.fault(&at(os, "opt/app"), Fault::PermissionDenied),
        ),
        fault(
            CauseCode::Unreadable,
            "whether the application is there can't be known: input/output error",
            "repair what is at `PLACE`",
            |os, host| host.fault(&at(os, "opt"), Fault::IoError),
        ),
        fault(
            CauseCode::NetworkPath,
            "whether the application is there can't be known: the path leads to the network",
            "have the application installed on a disk of this machine",
            |os, host| host.fault(&at(os, "opt"), Fault::Network),
        ),
        bundle(
            CauseCode::NotABundle,
            "the application was not found: a folder without `Contents/Info.plist`",
            |os, host| host.dir(&at(os, "opt/app")),
        ),
        bundle(
            CauseCode::NotAFolder,
            "the application was not found: expected a folder, found a file",
            |os, host| host.file(&at(os, "opt/app"), b""),
        ),
        executable(
            CauseCode::VariableUnset,
            "$VENDOR/app",
            "whether the application is there can't be known: the variable `VENDOR` is not set",
            "set the variable for this program",
            NOWHERE,
        ),
        executable(
            CauseCode::VariableUnset,
            "$VENDOR/app",
            "whether the application is there can't be known: the variable `VENDOR` is not set",
            "set the variable for this program",
            |_, host| host.env("VENDOR", ""),
        ),
        executable(
            CauseCode::VariableUnreadable,
            "$VENDOR/app",
            "whether the application is there can't be known: the variable `VENDOR` could not be read",
            "set the variable for this program",
            |_, host| host.env_not_unicode("VENDOR"),
        ),
        executable(
            CauseCode::InvalidPath,
            "$VENDOR/app",
            "whether the application is there can't be known: `$VENDOR/app` expands to a path that \
             can't be looked at: it is not rooted",
            "set the variables of `$VENDOR/app`",
            |_, host| host.env("VENDOR", "here"),
        ),
        executable(
            CauseCode::NetworkPath,
            "$VENDOR/app",
            "whether the application is there can't be known: `$VENDOR/app` expands to a path that \
             can't be looked at: it is one that leads to the network",
            "have the application installed on a disk of this machine",
            |_, host| host.env("VENDOR", r"\\server\share"),
        ),
        executable(
            CauseCode::HomeUnknown,
            "~/app",
            "whether the application is there can't be known: `~` is not known",
            "tell this program the user's home folder",
            NOWHERE,
        ),
    ]
}

#[test]
fn what_is_not_there_and_what_nobody_could_look_at_are_told_apart() {
    for os in Os::ALL {
        for case in cases() {
            let location = match case.location {
                way if way.starts_with(['$', '~']) => way.to_owned(),
                way => at(os, way),
            };
            let host = (case.machine)(os, FakeHost::new(os).dir(&at(os, "opt")));
            let assessment = assess(&host, app(os, case.presence, &location));
            let (sentence, told) = (assessment.cause.to_string(), assessment.availability);
            let remedy = Evaluator::new(&host, &resolvers())
                .assess(&declaration(app(os, case.presence, &location)))
                .remedy()
                .expect("there is something to do");
            assert_eq!(
                (told.state, told.cause),
                (State::MissingApp, case.code),
                "{os} {location}"
            );
            assert!(sentence.starts_with(case.sentence), "{os}: {sentence}");
            let right = case.remedy.replace("PLACE", &location);
            assert!(remedy.starts_with(&right), "{os}: {remedy}");
            if case.code == CauseCode::NetworkPath {
                assert!(!remedy.contains("install the application at"), "{remedy}");
            }
        }
    }
}

#[test]
fn a_place_that_nobody_could_look_at_decides() {
    let place = |path| PathTemplate::parse(Os::Linux, path).expect("rooted");
    let mut app = AppDef::new(Presence::Executable, place("/opt/one"));
    app.locations.push(place("/opt/two"));
    let host = FakeHost::new(Os::Linux)
        .dir("/opt")
        .fault("/opt/two", Fault::PermissionDenied);
    let assessment = Evaluator::new(&host, &resolvers()).assess(&Entry::new(app));
    assert_eq!(assessment.availability.cause, CauseCode::NotPermitted);
    assert_eq!(
        assessment.remedy().as_deref(),
        Some("let this user look at `/opt/two`")
    );
}

#[test]
fn what_is_there_and_will_not_do_says_why() {
    let cases: [(CauseCode, &str, &str, Option<Fault>); 6] = [
        (CauseCode::RecentEnough, "2.3", "", None),
        (
            CauseCode::TooOld,
            "2.2",
            "update the application to 2.3 or later",
            None,
        ),
        (
            CauseCode::NotComparable,
            "2.3b",
            "install a release whose version",
            None,
        ),
        (
            CauseCode::NoVersion,
            "",
            "install a release that states its version",
            None,
        ),
        (
            CauseCode::NotPermitted,
            "2.3",
            "let this user read",
            Some(Fault::Unreadable),
        ),
        (
            CauseCode::Unreadable,
            "2.3",
            "repair or reinstall",
            Some(Fault::ReadError),
        ),
    ];
    for os in Os::ALL {
        for (code, version, remedy, fault) in cases {
            let place = at(os, "opt/app");
            let mut json = app(os, "executable", &place);
            json["app"][os.as_str()]["version"] = json!({ "kind": "content" });
            json["requires"] =
                json!({ "app": true, "min_version": "2.3", "version_scheme": "strict" });
            let mut host = FakeHost::new(os).file(&place, version);
            if let Some(fault) = fault {
                host = host.fault(&place, fault);
            }
            let assessment = assess(&host, json);
            assert_eq!(
                assessment.availability.cause, code,
                "{os}: {}",
                assessment.cause
            );
            assert!(assessment.remedy().unwrap_or_default().starts_with(remedy));
            let right = match code {
                CauseCode::RecentEnough => State::Available,
                _ => State::VersionTooOld,
            };
            assert_eq!(assessment.availability.state, right);
        }
    }
}

#[test]
fn what_costs_no_look_has_a_code_too() {
    let elsewhere = app(Os::Darwin, "bundle", "/Applications/X.app");
    let host = FakeHost::new(Os::Linux);
    assert_eq!(
        assess(&host, elsewhere).availability.cause,
        CauseCode::NotOnThisOs
    );
    assert_eq!(
        assess(&host, json!({})).availability.cause,
        CauseCode::NothingRequired
    );
    let invalid =
        Evaluator::new(&host, &resolvers()).assess(&onhand_declaration::InvalidDeclaration);
    assert_eq!(invalid.availability.cause, CauseCode::Invalid);
}

#[test]
fn a_code_is_the_same_in_json_and_in_text() {
    for os in Os::ALL {
        for case in cases() {
            let json = serde_json::to_value(case.code).expect("it serialises");
            assert_eq!(json, case.code.as_str(), "{os}");
        }
    }
}

#[test]
fn a_file_that_nobody_may_execute_counts_with_a_remark_unless_the_bit_is_asked_for() {
    for os in [Os::Linux, Os::Darwin] {
        let host = FakeHost::new(os).file("/opt/app", b"");
        let bare = host.clone().not_executable("/opt/app");
        let mut json = app(os, "executable", "/opt/app");
        let plain = assess(&host, json.clone()).availability;
        assert_eq!((plain.state, plain.remarks.len()), (State::Available, 0));
        let counts = assess(&bare, json.clone()).availability;
        assert_eq!(
            (counts.state, counts.cause),
            (State::Available, CauseCode::Found)
        );
        assert!(
            counts.remarks[0].contains("nobody may execute"),
            "{counts:?}"
        );

        json["app"][os.as_str()]["executable_bit"] = json!(true);
        assert_eq!(
            assess(&host, json.clone()).availability.state,
            State::Available
        );
        let absent = assess(&bare, json);
        let told = (absent.availability.state, absent.availability.cause);
        assert_eq!(told, (State::MissingApp, CauseCode::NotExecutable));
        assert!(absent.availability.remarks.is_empty());
        let remedy = absent.remedy().expect("there is something to do");
        assert!(remedy.starts_with("let `/opt/app` be executed"), "{remedy}");
    }
}

#[test]
fn the_executable_bit_costs_no_call() {
    use onhand_platform::{Operation, Recorded};
    let host = Recorded::new(
        FakeHost::new(Os::Linux)
            .file("/opt/app", b"")
            .not_executable("/opt/app"),
    );
    let declaration = declaration(app(Os::Linux, "executable", "/opt/app"));
    let resolvers = resolvers();
    let availability = Evaluator::new(&host, &resolvers).availability(&declaration);
    assert_eq!(availability.remarks.len(), 1);
    assert_eq!((host.count(Operation::Stat), host.calls().len()), (1, 1));
}
