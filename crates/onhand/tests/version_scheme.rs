//! A host sets once how versions are compared, and everything that it asks compares so.
#![cfg(feature = "yaml")]

use onhand::Onhand;
use onhand::platform::Os;
use onhand::resolver::{CauseCode, State};
use onhand::version::compare::VersionScheme;
use onhand_platform_fake::FakeHost;

/// One declaration says how it is compared, the other doesn't.
const TAPPER: &[u8] = br#"
servers:
  tapper:
    app: &app
      darwin: { presence: bundle, location: /Applications/Tapper.app, version: { kind: plist } }
    requires: { app: true, min_version: "3.1.10" }
  numeric:
    app: *app
    requires: { app: true, min_version: "3.1.10", version_scheme: numeric }
"#;

fn tapper(default: Option<VersionScheme>) -> Onhand<FakeHost> {
    let plist = "<plist><dict><key>CFBundleShortVersionString</key>\
                 <string>3.1.2+196</string></dict></plist>";
    let resolvers = match default {
        Some(scheme) => onhand::resolvers().with_version_scheme(scheme),
        None => onhand::resolvers(),
    };
    let mac = FakeHost::new(Os::Darwin).file("/Applications/Tapper.app/Contents/Info.plist", plist);
    let onhand = Onhand::with_resolvers(mac, resolvers);
    let file = onhand.parser().text(TAPPER, "tapper");
    assert_eq!(onhand.registry().register_file(file), []);
    onhand
}

#[test]
fn every_way_to_ask_compares_by_the_default_of_the_host() {
    for (default, state) in [
        (None, State::Available),
        (Some(VersionScheme::Numeric), State::Available),
        (Some(VersionScheme::Leading), State::VersionTooOld),
        (Some(VersionScheme::Strict), State::VersionTooOld),
    ] {
        let onhand = tapper(default);
        let alone = onhand.availability_of("tapper").expect("registered");
        assert_eq!(alone.state, state, "{default:?}");
        let all = onhand.availabilities();
        assert_eq!(all["tapper"], alone);
        assert_eq!(all["numeric"].state, State::Available, "{default:?}");
        let gate = onhand.mcp_gate();
        assert_eq!(gate.check_fn("tapper", || true)(), state.offerable());
        assert!(gate.check_fn("numeric", || true)());
    }
}

#[test]
fn a_verdict_tells_what_was_dropped_and_who_disagrees() {
    let remark = "the numeric scheme drops `+` from `3.1.2+196` and compares 3.1.2196; the leading \
                  scheme would compare 3.1.2: too old; the strict scheme would compare 3.1.2: too \
                  old";
    let verdict = tapper(None).mcp_gate().verdict("tapper");
    assert!(verdict.offerable);
    assert_eq!(verdict.remarks, [remark]);
    assert!(verdict.to_string().contains(remark), "{verdict}");
    let availability = verdict.availability.expect("registered");
    assert_eq!(availability.remarks, [remark]);

    let leading = tapper(Some(VersionScheme::Leading));
    let verdict = leading.mcp_gate().verdict("tapper");
    assert_eq!(verdict.cause, CauseCode::TooOld);
    assert_eq!(
        verdict.remarks,
        [
            "the leading scheme drops `+196` from `3.1.2+196` and compares 3.1.2; the numeric scheme \
          would compare 3.1.2196: recent enough"
        ]
    );
}

#[cfg(feature = "skills")]
#[test]
fn skills_compare_by_the_default_of_the_host() {
    let tapper = tapper(Some(VersionScheme::Leading));
    let gate = tapper.skill_gate();
    let mut pass = gate.pass();
    assert_eq!(pass.unmet(&["numeric".to_owned()]), []);
    let unmet = pass.unmet(&["tapper".to_owned()]);
    assert_eq!(unmet.len(), 1);
    assert_eq!(unmet[0].code(), "version_too_old");
}
