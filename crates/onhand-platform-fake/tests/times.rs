//! Times in a scenario are those of RFC 3339, in UTC.

use std::time::SystemTime;

use onhand_platform::{LocateHost, Os, RootedPath};
use onhand_platform_fake::{FakeHost, ScenarioRule};
use proptest::prelude::*;

/// When the file was changed, in seconds and nanoseconds since 1970, or what is wrong with the text.
fn modified(text: &str) -> Result<(u64, u32), ScenarioRule> {
    let quoted = serde_json::to_string(text).expect("a text");
    let scenario = format!("os: linux\nfiles: {{ /a: {{ text: x, modified: {quoted} }} }}\n");
    let host = FakeHost::from_scenario("m.yaml", &scenario)
        .map_err(|error| error.problems().first().expect("a problem").rule)?;
    let file = RootedPath::new(Os::Linux, "/a").expect("rooted");
    let modified = host.stat(&file).expect("there").modified.expect("a time");
    let since = modified.duration_since(SystemTime::UNIX_EPOCH);
    Ok(since
        .map(|since| (since.as_secs(), since.subsec_nanos()))
        .expect("not before 1970"))
}

#[test]
fn a_time_is_read_as_rfc_3339_writes_it() {
    for (text, expected) in [
        ("1970-01-01T00:00:00Z", (0, 0)),
        ("2026-01-01T00:00:00Z", (1_767_225_600, 0)),
        ("2026-01-01T00:00:00+00:00", (1_767_225_600, 0)),
        ("2000-02-29T23:59:59Z", (951_868_799, 0)),
        ("2024-12-31T12:00:00.25Z", (1_735_646_400, 250_000_000)),
        // Windows keeps seven digits of a fraction.
        ("2026-01-01T00:00:00.1234567Z", (1_767_225_600, 123_456_700)),
        // A leap second is the one before it, as for the clock of an OS.
        ("2016-12-31T23:59:60Z", (1_483_228_799, 0)),
        ("9999-12-31T23:59:59Z", (253_402_300_799, 0)),
    ] {
        assert_eq!(modified(text), Ok(expected), "{text}");
    }
}

#[test]
fn anything_else_is_no_time() {
    for text in [
        "",
        "2026-01-01",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00",
        "2026-01-01T00:00Z",
        "2026-1-1T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00.+1Z",
        "2026-01-01T01:30:00+01:30",
        "2025-12-31T16:00:00-08:00",
        "2026-01-01T00:00:00+0000",
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00+00:01",
        "+026-01-01T00:00:00Z",
        "２０２６-01-01T00:00:00Z",
    ] {
        assert_eq!(modified(text), Err(ScenarioRule::TimeInvalid), "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "[0-9TtZz:.+-]{0,30}|\\PC{0,30}") {
        let _ = modified(&text);
    }
}
