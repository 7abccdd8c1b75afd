//! A mistake in a scenario is told with its place and what would be right.
//!
//! `mistakes.txt` holds the cases: a scenario, then `-->` with the line, the column and the message
//! that it must give, then `====`.

use onhand_platform::Os;
use onhand_platform_fake::{FakeHost, MachineError, MistakeKind};

#[test]
fn each_mistake_is_told_where_it_stands_and_with_what_would_be_right() {
    let mut section = "";
    let mut cases = 0;
    let file = include_str!("mistakes.txt").replace("\r\n", "\n");
    for case in file.split_terminator("====\n") {
        let case = match case
            .strip_prefix("## ")
            .and_then(|case| case.split_once('\n'))
        {
            Some((name, rest)) => {
                section = name;
                rest
            }
            None => case,
        };
        let (scenario, expected) = case.split_once("--> ").expect("a case has an outcome");
        let error = FakeHost::from_scenario("m.yaml", scenario)
            .map(|_| ())
            .expect_err(scenario);
        let expected = format!("m.yaml:{}", expected.trim_end());
        assert_eq!(error.to_string(), expected, "{section}:\n{scenario}");
        let mistake = error.mistake().expect("a mistake");
        let line = scenario.lines().nth(mistake.line - 1);
        assert_eq!(
            mistake.source_line.as_deref(),
            line,
            "{section}:\n{scenario}"
        );
        cases += 1;
    }
    assert!(cases > 100, "{cases} cases");
}

#[test]
fn a_place_counts_characters_and_no_byte_order_mark_or_line_end() {
    for (text, place) in [
        ("", (1, 1)),
        ("\u{FEFF}fils: {}\r\nos: linux\r\n", (1, 1)),
        ("\u{FEFF}os: linux\r\nfils: {}\r\n", (2, 1)),
        ("os: linux\nfiles: { /äöü😀: { txt: x } }\n", (2, 19)),
    ] {
        let error = FakeHost::from_scenario("m.yaml", text).expect_err(text);
        let mistake = error.mistake().expect("a mistake");
        assert_eq!((mistake.line, mistake.column), place, "{text:?}");
        assert!(
            mistake
                .source_line
                .as_ref()
                .is_none_or(|line| !line.ends_with('\r'))
        );
    }
}

#[test]
fn what_is_wrong_is_a_fact_that_a_caller_can_act_on() {
    let kind_of = |text: &str| {
        let error = FakeHost::from_scenario("m.yaml", text).expect_err(text);
        match error {
            onhand_platform_fake::ScenarioError::Mistake(mistake) => mistake.kind,
            other => panic!("{other}"),
        }
    };
    let MistakeKind::UnknownKey {
        key, near, known, ..
    } = kind_of("os: linux\nfile: {}\n")
    else {
        panic!("another mistake");
    };
    assert_eq!((key.as_str(), near), ("file", Some("files")));
    assert!(known.contains(&"symlinks"));
    assert_eq!(
        kind_of("os: linux\nfiles: { /a: x, /a/b: x }\n"),
        MistakeKind::Machine(MachineError::BelowNoFolder {
            path: "/a/b".to_owned(),
            ancestor: "/a".to_owned(),
            kind: onhand_platform::FileKind::File,
        })
    );
    assert!(matches!(
        kind_of("os: win32\nfiles: { /a: x }\n"),
        MistakeKind::Machine(MachineError::Path { os: Os::Win32, .. })
    ));
}
