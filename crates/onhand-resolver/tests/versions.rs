//! What a version does to availability.

mod support;

use onhand_declaration::{AppDef, Declaration, Requirements, VersionScheme};
use onhand_platform::Os;
use onhand_platform_fake::{FakeHost, Fault};
use onhand_resolver::{
    Assessment, Cause, CauseCode, Evaluator, Observation, Reason, Resolvers, State,
};
use serde_json::json;
use support::{declaration, resolvers};

/// A declaration that requires 2.3.0 of an application whose version is `found`.
fn assess(found: &str, scheme: &str) -> Assessment {
    let host = FakeHost::new(Os::Linux).file("/opt/x", found);
    Evaluator::new(&host, &resolvers()).assess(&declaration(json!({
        "app": { "linux": {
            "presence": "executable", "location": "/opt/x", "version": { "kind": "content" },
        } },
        "requires": { "app": true, "min_version": "2.3.0", "version_scheme": scheme },
    })))
}

#[test]
fn a_recent_version_is_available_and_told() {
    for (found, scheme) in [
        ("2.3.0", "numeric"),
        ("2.3", "numeric"),
        ("2.3.0.12594", "numeric"),
        ("2.10", "numeric"),
        ("2.3.0-beta", "numeric"),
        ("v2.3.0+abc", "strict"),
    ] {
        let assessment = assess(found, scheme);
        assert_eq!(assessment.availability.state, State::Available, "{found}");
        let version = assessment.availability.version.expect("it was read");
        assert_eq!(version.as_str(), found);
        assert_eq!(
            assessment.availability.min_version.as_deref(),
            Some("2.3.0")
        );
    }
}

#[test]
fn an_old_version_says_what_to_update_to() {
    let assessment = assess("2.2.9", "numeric");
    assert_eq!(assessment.availability.state, State::VersionTooOld);
    assert_eq!(
        assessment.cause.to_string(),
        "found 2.2.9, required 2.3.0, compared by the numeric scheme: too old"
    );
    assert_eq!(
        assessment.remedy().as_deref(),
        Some("update the application to 2.3.0 or later")
    );
}

#[test]
fn a_version_that_cant_be_compared_fails_closed() {
    for found in ["2.3.0-beta", "7.0.1 (build 5)", "1, 0, 0, 2894"] {
        let assessment = assess(found, "strict");
        assert_eq!(
            assessment.availability.state,
            State::VersionTooOld,
            "{found}"
        );
        assert!(
            matches!(assessment.cause, Cause::NotComparable(_)),
            "{found}"
        );
        assert!(assessment.remedy().is_some());
    }
}

#[test]
fn what_a_comparison_drops_is_said_and_where_the_schemes_disagree() {
    for (found, scheme, state, remark) in [
        (
            "2.2.9 (30)",
            "numeric",
            State::VersionTooOld,
            "the numeric scheme drops ` ()` from `2.2.9 (30)` and compares 2.2.930",
        ),
        (
            "2+3",
            "numeric",
            State::Available,
            "the numeric scheme drops `+` from `2+3` and compares 23; the leading scheme would \
             compare 2: too old; the strict scheme would compare 2: too old",
        ),
        (
            "2+3",
            "leading",
            State::VersionTooOld,
            "the leading scheme drops `+3` from `2+3` and compares 2; the numeric scheme would \
             compare 23: recent enough",
        ),
        (
            "v2.3.1",
            "leading",
            State::Available,
            "the leading scheme drops `v` from `v2.3.1` and compares 2.3.1",
        ),
        (
            "v2.3.0+7",
            "strict",
            State::Available,
            "the strict scheme drops `v+7` from `v2.3.0+7` and compares 2.3.0",
        ),
        (
            "2.2+9010",
            "strict",
            State::VersionTooOld,
            "the strict scheme drops `+9010` from `2.2+9010` and compares 2.2; the numeric scheme \
             would compare 2.29010: recent enough",
        ),
        (
            "3..1",
            "leading",
            State::Available,
            "the leading scheme drops `..1` from `3..1` and compares 3",
        ),
    ] {
        let assessment = assess(found, scheme);
        assert_eq!(assessment.availability.state, state, "{found} {scheme}");
        assert_eq!(assessment.availability.remarks, [remark]);
    }
    for (found, scheme) in [
        ("2.3.0", "numeric"),
        ("2.3.0", "strict"),
        ("2..9", "numeric"),
    ] {
        let none: [&str; 0] = [];
        assert_eq!(assess(found, scheme).availability.remarks, none);
    }
}

#[test]
fn a_host_sets_the_scheme_of_what_names_none() {
    let requires = |scheme: Option<&str>| {
        let mut requires = json!({ "app": true, "min_version": "2.3.0" });
        if let Some(scheme) = scheme {
            requires["version_scheme"] = scheme.into();
        }
        declaration(json!({
            "app": { "linux": {
                "presence": "executable", "location": "/opt/x", "version": { "kind": "content" },
            } },
            "requires": requires,
        }))
    };
    let host = FakeHost::new(Os::Linux).file("/opt/x", "2+3");
    let state = |resolvers: &Resolvers, scheme| {
        let evaluator = Evaluator::new(&host, resolvers);
        let declaration = requires(scheme);
        let availability = evaluator.availability(&declaration);
        assert_eq!(availability, evaluator.pass().availability(&declaration));
        availability.state
    };
    let documented = resolvers();
    assert_eq!(state(&documented, None), State::Available);
    assert_eq!(state(&documented, Some("leading")), State::VersionTooOld);
    let leading = resolvers().with_version_scheme(VersionScheme::Leading);
    assert_eq!(state(&leading, None), State::VersionTooOld);
    assert_eq!(state(&leading, Some("numeric")), State::Available);
}

#[test]
fn a_text_without_a_digit_is_unreadable_and_no_zero() {
    for scheme in VersionScheme::ALL {
        let host = FakeHost::new(Os::Linux).file("/opt/x", "beta");
        let declaration = declaration(json!({
            "app": { "linux": {
                "presence": "executable", "location": "/opt/x", "version": { "kind": "content" },
            } },
            "requires": { "app": true, "min_version": "0", "version_scheme": scheme.as_str() },
        }));
        let availability = Evaluator::new(&host, &resolvers()).availability(&declaration);
        assert_eq!(availability.state, State::VersionTooOld, "{scheme}");
        assert_eq!(availability.cause, CauseCode::Unreadable, "{scheme}");
        assert_eq!(availability.version, None);
    }
}

#[test]
fn a_version_that_cant_be_read_is_too_old() {
    let assessment = assess("", "numeric");
    assert_eq!(assessment.availability.state, State::VersionTooOld);
    assert_eq!(assessment.availability.version, None);
    assert_eq!(
        assessment.version,
        Observation::Absent(Reason::new(CauseCode::NoVersion, "the version is empty"))
    );
    assert!(matches!(assessment.cause, Cause::VersionUnreadable(_)));

    let json = json!({
        "app": { "linux": {
            "presence": "executable", "location": "/opt/x", "version": { "kind": "content" },
        } },
        "requires": { "app": true, "min_version": "2.3.0" },
    });
    let host = FakeHost::new(Os::Linux)
        .file("/opt/x", "2.3.0")
        .fault("/opt/x", Fault::Unreadable);
    let assessment = Evaluator::new(&host, &resolvers()).assess(&declaration(json.clone()));
    assert_eq!(assessment.availability.state, State::VersionTooOld);
    assert!(matches!(assessment.cause, Cause::VersionUnreadable(_)));

    // A kind that nothing here reads is no surprise: it is said.
    let host = FakeHost::new(Os::Linux).file("/opt/x", "2.3.0");
    let assessment = Evaluator::new(&host, &Resolvers::new()).assess(&declaration(json));
    assert_eq!(
        assessment.cause.to_string(),
        "the application is there, but nothing here reads the version kind `content`"
    );
    assert_eq!(
        assessment.remedy().as_deref(),
        Some("use a host that reads the version kind `content`")
    );
}

/// A host's own catalogue entry, checked by no parser.
struct Entry(Declaration, &'static str);

impl Requirements for Entry {
    fn requires_app(&self) -> bool {
        true
    }

    fn min_version(&self) -> Option<&str> {
        Some(self.1)
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        self.0.app_for(os)
    }
}

#[test]
fn a_least_version_that_is_none_fails_closed() {
    let host = FakeHost::new(Os::Linux).file("/opt/x", "9.9");
    for text in ["latest", "", "release", "1.x", "v1"] {
        let entry = Entry(
            declaration(json!({
                "app": { "linux": {
                    "presence": "executable", "location": "/opt/x", "version": { "kind": "content" },
                } },
            })),
            text,
        );
        let assessment = Evaluator::new(&host, &resolvers()).assess(&entry);
        assert_eq!(
            assessment.availability.state,
            State::VersionTooOld,
            "{text}"
        );
        assert_eq!(
            assessment.cause,
            Cause::RequirementMalformed(text.to_owned())
        );
    }
}

#[test]
fn the_json_of_an_availability_has_its_six_keys() {
    let availability = assess("2.3.1", "numeric").availability;
    assert_eq!(
        serde_json::to_value(&availability).expect("it serialises"),
        json!({
            "state": "available", "cause": "recent_enough", "version": "2.3.1", "path": "/opt/x",
            "min_version": "2.3.0", "remarks": [],
        })
    );
}
