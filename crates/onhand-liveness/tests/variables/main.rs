//! The value of a variable that is not a path itself is told nowhere: in no answer, no remedy, no record
//! of calls and no event, unless the application was found there.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use onhand_declaration::{Declaration, Node, Parser};
use onhand_liveness::ServerJson;
use onhand_platform::{Operation, Os, PathTemplate, Recorded, RootedPath};
use onhand_platform_fake::{FakeHost, Fault};
use onhand_resolver::{
    Assessment, Effort, Evaluator, Liveness, Resolvers, State, locate_command, probe_assess,
};
use onhand_testkit::events::events_of;
use proptest::prelude::*;

const SECRET: &str = "s3cr3t";

fn declaration(os: Os, presence: &str, location: &str, file: &str) -> Option<Declaration> {
    let node: Node = serde_json::from_value(serde_json::json!({
        "app": { os.as_str(): {
            "presence": presence,
            "location": location,
            "liveness": { "kind": "server_json", "path": file },
        } },
        "requires": { "app": true },
    }))
    .expect("it decodes");
    let resolvers = Resolvers::new().with_liveness(ServerJson);
    Parser::new(resolvers.vocabulary())
        .declaration(&node)
        .declaration
}

/// Whatever there is to be told of an answer.
fn told(assessment: &Assessment) -> String {
    let resolution = assessment.resolution.iter();
    let places: Vec<String> = resolution
        .flat_map(|resolution| &resolution.candidates)
        .map(|candidate| format!("{} {}", candidate.value, candidate.present))
        .collect();
    let json = serde_json::to_string(&assessment.availability).expect("it is JSON");
    format!(
        "{assessment:?} {assessment:#?} {places:?} {json} {} {:?}",
        assessment.cause,
        assessment.remedy(),
    )
}

fn shown(value: &impl Debug) -> String {
    format!("{value:?} {value:#?}")
}

struct Asked {
    assessment: Assessment,
    /// All that can be told of the assessment, and of how it came to be.
    assessed: String,
    /// The same of whether it runs.
    probed: String,
}

fn ask(host: &FakeHost, declared: &Declaration) -> Asked {
    let recorded = Recorded::new(host);
    let resolvers = Resolvers::new().with_liveness(ServerJson);
    let assess = || Evaluator::new(&recorded, &resolvers).assess(declared);
    let (assessment, events) = events_of(assess);
    let (passed, pass_events) = events_of(|| {
        Evaluator::new(&recorded, &resolvers)
            .pass()
            .assess(declared)
    });
    assert_eq!(passed, assessment);
    let calls = recorded.take_calls();
    let assessed = [told(&assessment), shown(&calls), events, pass_events];

    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().expect("it starts");
    let (liveness, events): (Liveness, String) = events_of(|| {
        let deadline = Instant::now() + Duration::from_secs(3600);
        let probing = probe_assess(&recorded, &resolvers, declared, Effort::Network, deadline);
        runtime.block_on(probing).liveness
    });
    let probed = [shown(&liveness), shown(&recorded.calls()), events];
    Asked {
        assessed: assessed.join("\n"),
        probed: probed.join("\n"),
        assessment,
    }
}

#[test]
fn a_value_in_the_middle_of_a_path_is_told_by_its_template() {
    for (os, location) in [
        (Os::Linux, "/nope/$TOKEN"),
        (Os::Darwin, "/nope/${TOKEN}/App"),
        (Os::Win32, r"C:\nope\%TOKEN%\App.exe"),
    ] {
        for presence in ["executable", "bundle"] {
            let declared = declaration(os, presence, location, location).expect("valid");
            let asked = ask(&FakeHost::new(os).env("TOKEN", SECRET), &declared);
            assert_eq!(asked.assessment.availability.state, State::MissingApp);
            let path = asked.assessment.availability.path.as_deref();
            assert_eq!(path, Some(location));
            let remedy = asked.assessment.remedy().expect("something can be done");
            assert!(remedy.contains(location), "{remedy}");
            for told in [asked.assessed, asked.probed] {
                assert!(told.contains(location), "{told}");
                assert!(!told.contains(SECRET), "{told}");
            }
        }
    }
}

#[test]
fn a_path_with_a_value_in_it_is_a_fact_where_the_application_is_found() {
    let location = "/opt/$RELEASE/app";
    let declared = declaration(Os::Linux, "executable", location, location).expect("valid");
    let host = FakeHost::new(Os::Linux).env("RELEASE", "r7");
    let missing = ask(&host, &declared).assessment;
    assert_eq!(missing.availability.path.as_deref(), Some(location));

    let found = ask(&host.file("/opt/r7/app", b""), &declared).assessment;
    assert_eq!(found.availability.path.as_deref(), Some("/opt/r7/app"));
    let resolution = found.resolution.expect("it was looked for");
    assert_eq!(resolution.candidates[0].value, "/opt/r7/app");
    let path = resolution.found().expect("it is there");
    let plist = path.join("../x").err();
    assert!(plist.is_some(), "`..` is refused of what is found too");
    assert_eq!(
        (
            path.to_string(),
            path.parent().expect("a folder").to_string()
        ),
        ("/opt/r7/app".to_owned(), "/opt/r7".to_owned())
    );
}

#[test]
fn a_place_that_starts_the_path_is_told() {
    for (os, value, location, path) in [
        (Os::Linux, "/home/me", "$PLACE/app", "/home/me/app"),
        (Os::Linux, "/", "$PLACE/app", "/app"),
        (
            Os::Win32,
            r"C:\Program Files",
            "%PLACE%/App.exe",
            r"C:\Program Files\App.exe",
        ),
        (Os::Win32, "C:", "%PLACE%/App.exe", r"C:\App.exe"),
        (Os::Win32, "C", "%PLACE%:/App.exe", "%PLACE%:/App.exe"),
        (Os::Win32, "x86", "C:/%PLACE%/App.exe", "C:/%PLACE%/App.exe"),
        // A token may well start with a slash: in the middle it is no place.
        (Os::Linux, "/s3cr3t==", "/opt$PLACE/app", "/opt$PLACE/app"),
        (
            Os::Linux,
            "/home/me",
            "$PLACE/$PLACE/app",
            "$PLACE/$PLACE/app",
        ),
    ] {
        let declared = declaration(os, "executable", location, location).expect("valid");
        let asked = ask(&FakeHost::new(os).env("PLACE", value), &declared);
        let told = asked.assessment.availability.path;
        assert_eq!(told.as_deref(), Some(path), "{location} with {value}");
    }
}

#[test]
fn a_home_folder_is_told() {
    let declared = declaration(Os::Linux, "executable", "~/app", "~/x").expect("valid");
    let asked = ask(&FakeHost::new(Os::Linux).home("/home/me"), &declared);
    let path = asked.assessment.availability.path.as_deref();
    assert_eq!(path, Some("/home/me/app"));
}

#[test]
fn what_is_below_or_above_a_hidden_path_is_hidden_too() {
    let host = FakeHost::new(Os::Linux).env("TOKEN", "a/s3cr3t");
    let expand = |text| {
        let template = PathTemplate::parse(Os::Linux, text).expect("a template");
        template.expand(&host).expect("it is set")
    };
    let path = expand("/opt/$TOKEN/bin/app");
    let above = std::iter::successors(Some(path.clone()), RootedPath::parent);
    let above: Vec<String> = above.map(|path| format!("{path}")).collect();
    assert_eq!(
        above[..3],
        ["/opt/$TOKEN/bin/app", "/opt/$TOKEN/bin", "/opt/$TOKEN"]
    );
    assert!(!format!("{above:?}").contains(SECRET), "{above:?}");
    let below = path.join("x.json").expect("a path");
    assert_eq!(format!("{below} {below:?}"), {
        "/opt/$TOKEN/bin/app/x.json linux:/opt/$TOKEN/bin/app/x.json"
    });
    assert_eq!(below.as_str(), "/opt/a/s3cr3t/bin/app/x.json");
}

#[test]
fn a_folder_of_path_that_is_no_path_is_not_told() {
    let host = FakeHost::new(Os::Linux).env("PATH", "s3cr3t:/usr/bin:https://s3cr3t");
    let recorded = Recorded::new(host);
    let (resolution, events) = events_of(|| locate_command(&recorded, "uvx"));
    let told = format!("{resolution:?} {events} {:?}", recorded.calls());
    assert!(
        told.contains("/usr/bin/uvx") && !told.contains(SECRET),
        "{told}"
    );
}

#[test]
fn what_ends_in_a_separator_is_no_executable_whoever_wrote_it() {
    for (location, value) in [
        ("$APP", "/opt/app/"),
        ("$APP/", "/opt/app"),
        ("$APP", "/opt/app/."),
    ] {
        let template = PathTemplate::parse(Os::Linux, location).expect("a template");
        let host = FakeHost::new(Os::Linux)
            .file("/opt/app", b"")
            .env("APP", value);
        let recorded = Recorded::new(host);
        assert!(
            template
                .expand(&recorded)
                .expect("it is set")
                .names_a_folder()
        );
        let resolution = locate_command(&recorded, location);
        assert_eq!(resolution.found(), None, "{location} with {value}");
        assert_eq!(recorded.count(Operation::Stat), 1);
    }
}

proptest! {
    #[test]
    fn no_template_tells_the_value_of_a_variable_that_is_no_path(
        os in prop::sample::select(Os::ALL.to_vec()),
        presence in prop::sample::select(vec!["executable", "bundle"]),
        template in "(/|C:/|\\$V|\\$\\{V\\}|%V%|~/)(a|/|/a|\\$V|\\$\\{V\\}|%V%|:|\\.|-){0,5}",
        before in prop::sample::select(
            vec!["", "a/", "..", "../", "https://", r"\\", "C:", "/", "C:/", " ", "-", "a:"]
        ),
        after in prop::sample::select(vec!["", "/", "/a", "\\", ":", "/..", "\u{7}", " ", "=="]),
        fault in prop::sample::select(vec![
            None, Some(Fault::PermissionDenied), Some(Fault::Network), Some(Fault::Fifo),
        ]),
    ) {
        let value = format!("{before}{SECRET}{after}");
        prop_assume!(RootedPath::new(os, &value).is_err());
        let Some(declared) = declaration(os, presence, &template, &template) else {
            return Ok(());
        };
        let home = if os == Os::Win32 { r"C:\Users\me" } else { "/home/me" };
        let mut host = FakeHost::new(os).env("V", &value).home(home);
        let location = PathTemplate::parse(os, &template).expect("it was parsed");
        let place = location.expand(&host).ok().filter(|place| place.parent().is_some());
        if let (Some(fault), Some(place)) = (fault, place) {
            host = host.fault(place.as_str(), fault);
        }
        let asked = ask(&host, &declared);
        if asked.assessment.availability.state == State::MissingApp {
            prop_assert!(!asked.assessed.contains(SECRET), "{}", asked.assessed);
        }
        prop_assert!(!asked.probed.contains(SECRET), "{}", asked.probed);
    }
}
