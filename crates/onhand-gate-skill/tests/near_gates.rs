//! A gate that is nearly one, or stands where nobody looks, is no gate left open.

use onhand_gate_skill::{Flaw, Frontmatter};

mod support;
use support::{parse, skill};

#[test]
fn a_key_that_is_nearly_the_gate_is_no_gate_left_open() {
    for key in [
        "requires-apps",
        "requires_app",
        "requires-app",
        "Requires_Apps",
        "REQUIRES_APPS",
        "requiresApps",
        "RequiresApp",
        "'requires apps'",
        "' requires_apps '",
        "requires_apps_",
        "requirs_aps",
        "metadata.requires_apps",
        "vendor/requires-apps",
        "vendorRequiresApps",
        "r\u{435}quir\u{435}s_apps",
        "ｒｅｑｕｉｒｅｓ_ａｐｐｓ",
    ] {
        let plain = key.trim_matches('\'');
        let text = skill("x", &format!("{key}: a"));
        let error = Frontmatter::parse(text.as_bytes()).expect_err(key);
        assert_eq!(
            error.to_string(),
            format!("line 4, column 1: `{plain}` has no effect; did you mean `requires_apps`?")
        );
        assert_eq!(error.remedy(), "spell the key `requires_apps`");
        // Whatever it holds, and the true key beside it; and below the metadata as well.
        for (written, way) in [
            (format!("requires_apps: a\n{key}:"), ""),
            (format!("metadata:\n  {key}: [a]"), "metadata."),
            (format!("x: y\nmetadata: {{ {key}: }}"), "metadata."),
        ] {
            assert_eq!(
                parse(&written),
                Err(format!(
                    "line 5: `{way}{plain}` has no effect; did you mean `requires_apps`?"
                ))
            );
        }
    }
    for other in [
        "requires",
        "apps",
        "app",
        "s",
        "''",
        "'-'",
        "requires_apps_of_others",
    ] {
        for (written, kept) in [
            (format!("{other}: a"), 0),
            (format!("metadata: {{ {other}: a }}"), 1),
        ] {
            let found = parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(
                (found.requires_apps.len(), found.metadata.len()),
                (0, kept),
                "{written}"
            );
        }
    }
}

#[test]
fn a_gate_where_nobody_looks_is_no_gate_left_open() {
    for (written, place, way) in [
        (
            "metadata: { vendor: { requires_apps: a } }",
            (4, 23),
            "metadata.vendor.requires_apps",
        ),
        (
            "metadata:\n- requires_apps: a",
            (5, 3),
            "metadata.[].requires_apps",
        ),
        (
            "metadata:\n- [{ requires-app: a }]",
            (5, 6),
            "metadata.[].[].requires-app",
        ),
        (
            "Metadata: { requires_apps: a }",
            (4, 13),
            "Metadata.requires_apps",
        ),
        (
            "vendor: [{ requires_apps: a }]",
            (4, 12),
            "vendor.[].requires_apps",
        ),
        ("requires: { apps: [a] }", (4, 13), "requires.apps"),
        ("requires: [{ app: true }]", (4, 14), "requires.[].app"),
        (
            "metadata: { requires: { apps: a } }",
            (4, 25),
            "metadata.requires.apps",
        ),
        ("? { requires_apps: a }\n: b", (4, 5), "[].requires_apps"),
        ("? [requires_apps]\n: b", (4, 3), "[]"),
        ("metadata: { requires_apps:a }", (4, 13), ""),
        ("metadata: { requires_apps=a }", (4, 13), ""),
    ] {
        let text = skill("x", written);
        let error = Frontmatter::parse(text.as_bytes()).expect_err(written);
        assert_eq!(
            (error.line, error.column),
            (Some(place.0), Some(place.1)),
            "{written}"
        );
        if !way.is_empty() {
            assert_eq!(error.flaw, Flaw::Misplaced(way.to_owned()), "{written}");
        }
    }
    for (written, place) in [
        ("x: |\n  y\n  requires_apps: a", (6, 3)),
        ("x: >-\n  y\n  \"requires_apps\" : a", (6, 3)),
        ("metadata: 'requires_apps: a'", (4, 11)),
        ("metadata: [\"x\\nrequires_apps=a\"]", (4, 12)),
        (
            "metadata: '{\"a\": 1, \"requires_apps\": [\"b\"]}'",
            (4, 11),
        ),
        (
            "metadata: { v: '{\"a\": {\"requires_apps\": [\"b\"]}}' }",
            (4, 16),
        ),
        ("metadata: a=b, requires_apps=c", (4, 11)),
        ("metadata:\n  REQUIRES APPS:a", (5, 3)),
        ("metadata: [{ key: requires_apps, value: a }]", (4, 19)),
        ("x: |\n  y\n  - requires_apps: a", (6, 3)),
        ("x: |\n  y\n  * requires_apps: a", (6, 3)),
        ("x: |\n  y\n  {requires_apps: a}", (6, 3)),
        ("x: |\n  y\n  vendor.requires_apps: a", (6, 3)),
        ("x: |\n  y\r  requires_apps: a", (6, 3)),
    ] {
        let text = skill("x", written);
        let error = Frontmatter::parse(text.as_bytes()).expect_err(written);
        assert_eq!(error.flaw, Flaw::WithinText, "{written}");
        assert_eq!(
            (error.line, error.column),
            (Some(place.0), Some(place.1)),
            "{written}"
        );
    }
    for sound in [
        "x: see requires_apps",
        "metadata: { x: about requires_apps }",
        "x: |\n  required apps: none",
        "metadata: { tags: [app-required], x: 'a, b; c' }",
        "x: |\n  y\r  z\nrequires_apps: a",
    ] {
        assert!(parse(sound).is_ok(), "{sound}");
    }
}

#[test]
fn a_gate_without_a_space_behind_its_colon_is_no_gate_left_open() {
    for gate in [
        "v:\n- requires_apps:a",
        "metadata:\n  REQUIRES APPS:a",
        "metadata:\n  v:\n    requires apps:a",
    ] {
        let text = format!("---\nname: x\ndescription: d\n{gate}\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err(gate);
        assert_eq!(error.flaw, Flaw::WithinText, "{gate}");
    }
}
