//! What a frontmatter says, what is wrong with others, and what reading one costs.

use std::time::{Duration, Instant};

use onhand_gate_skill::{Flaw, Frontmatter, FrontmatterError, MAX_FRONTMATTER_BYTES, ReadError};
use onhand_platform::{HostError, Operation, Os, Recorded};
use onhand_platform_fake::{FakeHost, Fault, FileContent};
use proptest::prelude::*;

mod support;
use support::{rooted, skill};

/// What is wrong, without the column: most of these look at the words.
fn told(error: &FrontmatterError) -> String {
    let column = None;
    FrontmatterError {
        column,
        ..error.clone()
    }
    .to_string()
}

fn parse(more: &str) -> Result<Frontmatter, String> {
    Frontmatter::parse(skill("x", more).as_bytes()).map_err(|error| told(&error))
}

#[test]
fn applications_are_a_text_or_a_list_of_texts_and_none_is_no_gate() {
    for (written, apps) in [
        ("", &[][..]),
        ("requires_apps:", &[]),
        ("requires_apps: ~", &[]),
        ("requires_apps: null", &[]),
        ("requires_apps: []", &[]),
        ("requires_apps: a", &["a"]),
        ("requires_apps: '  a b '", &["a b"]),
        ("requires_apps: 'null'", &["null"]),
        ("requires_apps: '5'", &["5"]),
        ("requires_apps: |\n  a\n", &["a"]),
        ("requires_apps: [a, ' b ', \"c\", a]", &["a", "b", "c"]),
        ("requires_apps:\n- a # one\n\n- b", &["a", "b"]),
        ("\"requires_apps\": a", &["a"]),
        ("x: &a [b]\nrequires_apps: *a", &["b"]),
        ("requires_apps: a, b", &["a, b"]),
        ("metadata:", &[]),
        ("metadata: { requires_apps: }", &[]),
        ("metadata: { requires_apps: [] }", &[]),
        ("metadata: { requires_apps: a }", &["a"]),
        ("metadata: { requires_apps: ' a ,b' }", &["a", "b"]),
        ("metadata: { requires_apps: [a, 'b, c'] }", &["a", "b, c"]),
        (
            "metadata:\n  x: y\n  requires_apps:\n  - a\n  - b",
            &["a", "b"],
        ),
        ("metadata: {\n  requires_apps: a }", &["a"]),
        (
            "requires_apps: b\nmetadata: { requires_apps: 'a, b' }",
            &["b", "a"],
        ),
        ("requires_apps:\nmetadata: { requires_apps: a }", &["a"]),
        ("# requires_apps: a", &[]),
        (
            "metadata: { vendor: { requires: { bins: [a], env: [b] } } }",
            &[],
        ),
    ] {
        let found = parse(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(found.requires_apps, apps, "{written}");
    }
}

#[test]
fn applications_of_any_other_form_are_refused_with_their_line() {
    let whole = "`requires_apps` must be a text or a list of texts, not";
    let item = "each item of `requires_apps` must name an application; one is";
    for (written, error) in [
        (
            "requires_apps: 5",
            format!("line 4: {whole} the number `5`"),
        ),
        (
            "requires_apps: 0x10",
            format!("line 4: {whole} the number `0x10`"),
        ),
        (
            "requires_apps: false",
            format!("line 4: {whole} the boolean `false`"),
        ),
        ("requires_apps: {}", format!("line 4: {whole} a mapping")),
        (
            "requires_apps:\n  a: b",
            format!("line 5: {whole} a mapping"),
        ),
        ("requires_apps: [[a]]", format!("line 4: {item} a list")),
        (
            "requires_apps: [a, 5]",
            format!("line 4: {item} the number `5`"),
        ),
        (
            "requires_apps: [{ a: b }]",
            format!("line 4: {item} a mapping"),
        ),
        ("requires_apps:\n- a\n-", format!("line 6: {item} nothing")),
        ("requires_apps: [~]", format!("line 4: {item} nothing")),
        ("requires_apps: [a, ' ']", format!("line 4: {item} blank")),
        ("requires_apps: ''", format!("line 4: {whole} a blank text")),
        (
            "requires_apps: \" \\t\"",
            format!("line 4: {whole} a blank text"),
        ),
        (
            "requires_apps: |\n\n",
            format!("line 4: {whole} a blank text"),
        ),
        (
            "metadata: { requires_apps: ' ' }",
            format!(
                "line 4: {} a blank text",
                whole.replace("requires", "metadata.requires")
            ),
        ),
        (
            "metadata: { requires_apps: 'a,,b' }",
            format!(
                "line 4: {} blank",
                item.replace("requires", "metadata.requires")
            ),
        ),
        (
            "requires_apps: a\nmetadata:\n  requires_apps: { b: }",
            format!(
                "line 6: {} a mapping",
                whole.replace("requires", "metadata.requires")
            ),
        ),
        (
            "metadata:\n  requires_apps: a\n  'requires_apps': b",
            "line 6: `metadata.requires_apps` appears twice".to_owned(),
        ),
        (
            "metadata: { a: b }\nmetadata: { requires_apps: c }",
            "line 5: `metadata` appears twice".to_owned(),
        ),
        (
            "metadata:\n  <<: { requires_apps: a }",
            "line 5: `<<` merges nothing here".to_owned(),
        ),
        (
            "requires_apps: a\nrequires_apps: []",
            "line 5: `requires_apps` appears twice".to_owned(),
        ),
        (
            "<<: { requires_apps: a }",
            "line 4: `<<` merges nothing here".to_owned(),
        ),
    ] {
        assert_eq!(
            parse(written).map(|found| found.requires_apps),
            Err(error),
            "{written}"
        );
    }
}

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

/// What is wrong with a text that is no YAML or not at its place, where, and what would be right.
#[test]
fn what_to_quote_and_what_to_move_is_told_at_its_place() {
    for (text, wrong, right) in [
        (
            "---\nname: colon\ndescription: Draws floor plans. Keeps one rule: walls before doors.\n---\n",
            "line 3, column 14: a text can't hold `: ` unless it is in quotes",
            "put the text in quotes: `description: \"Draws floor plans. Keeps one rule: walls before doors.\"`",
        ),
        (
            "---\nname: x\nargument-hint: [week] - e.g. \"this\", \"last\"\n---\n",
            "line 3, column 16: a text can't begin with `[` unless it is in quotes",
            "put the text in quotes: `argument-hint: '[week] - e.g. \"this\", \"last\"'`",
        ),
        (
            "\n\n---\r\nname: x\r\nmetadata:\r\n  note: Mind: the gap\r\nlicense: MIT\r\n---\r\n",
            "line 6, column 9: a text can't hold `: ` unless it is in quotes",
            "put the text in quotes: `note: \"Mind: the gap\"`",
        ),
        (
            "---\nname: x\nglobs: *.ts\n---\n",
            "line 3, column 8: a text can't begin with `*` unless it is in quotes",
            "put the text in quotes: `globs: \"*.ts\"`",
        ),
        (
            "---\nname: x\ndescription: @me reads\n---\n",
            "line 3, column 14: a text can't begin with `@` unless it is in quotes",
            "put the text in quotes: `description: \"@me reads\"`",
        ),
        (
            "---\nname: x\ndescription: 'It's here'\n---\n",
            "line 3, column 14: a text in quotes ends before its line does",
            "put the text in quotes: `description: \"It's here\"`",
        ),
        (
            "---\nname: x\ndescription: [WIP\n---\n",
            "line 3, column 14: a text can't begin with `[` unless it is in quotes",
            "put the text in quotes: `description: \"[WIP\"`",
        ),
        (
            "---\nname: x\ndescription:Paints.\n---\n",
            "line 3, column 13: there is no space behind `description:`",
            "write `description: Paints.`",
        ),
        (
            "---\nname: x\ndescription: Draws.\n  One rule: walls before doors.\n---\n",
            "line 3, column 14: a text of several lines can't hold `: ` unless it is marked as one",
            "write `description: >-`, and the text on the lines below it, indented",
        ),
        (
            "---\nname: x\ndescription: [week]\n---\n",
            "line 3, column 14: `description` must be a text, not a list",
            "write a text, in quotes: `description: \"[week]\"`",
        ),
        (
            "<!-- made by a tool -->\n\n---\nname: x\n---\n",
            "line 1, column 1: there is text above the frontmatter: its `---` must be the first line, but is line 3",
            "move what is above line 3 below the frontmatter",
        ),
    ] {
        let error = Frontmatter::parse(text.as_bytes()).expect_err(text);
        assert_eq!(
            (&*error.to_string(), &*error.remedy()),
            (wrong, right),
            "{text:?}"
        );
    }
}

#[test]
fn a_text_of_which_yaml_would_leave_a_part_out_is_told_to_be_quoted() {
    for (description, wrong, right) in [
        ("!important prose", "`!`", "\"!important prose\""),
        ("! prose", "`!`", "\"! prose\""),
        ("&co prose", "`&`", "\"&co prose\""),
        ("#1 of its kind", "`#`", "\"#1 of its kind\""),
        ("`code` prose", "a backtick", "\"`code` prose\""),
    ] {
        let text = format!("---\nname: x\ndescription: {description}\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err(description);
        assert_eq!(
            error.to_string(),
            format!("line 3, column 14: a text can't begin with {wrong} unless it is in quotes")
        );
        let right = format!("put the text in quotes: `description: {right}`");
        assert_eq!(error.remedy(), right);
    }
    for (description, text) in [
        ("!!str 5", "5"),
        ("&co prose\ncompatibility: *co", "prose"),
        ("# what follows\n  prose", "prose"),
        ("prose # a comment", "prose"),
    ] {
        let file = format!("---\nname: x\ndescription: {description}\n---\n");
        let found = Frontmatter::parse(file.as_bytes()).map(|found| found.description);
        assert_eq!(found.as_deref(), Ok(text), "{description}");
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

#[test]
fn a_name_that_is_the_word_null_is_told_to_be_quoted() {
    for name in ["null", "~", "NULL"] {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err(name);
        let right = format!("write a text, in quotes: `name: \"{name}\"`");
        assert_eq!(error.remedy(), right);
    }
}

#[test]
fn a_line_of_prose_at_the_margin_is_told_to_be_indented() {
    for more in ["", "\nlicense: MIT"] {
        let text = format!("---\nname: x\ndescription: one\ntwo and three{more}\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err("it is no YAML");
        assert_eq!(
            error.to_string(),
            "line 4, column 1: a text of several lines goes on at the margin, where `description` ends"
        );
        assert_eq!(error.remedy(), "indent the line by two spaces");
    }
}

#[test]
fn a_list_of_applications_is_never_told_to_be_a_text() {
    for more in [
        "requires_apps: [a, b",
        "requires_apps: [a] b",
        "requires_apps:a",
        "metadata:\n  requires_apps: a: b",
    ] {
        let text = skill("x", more);
        let error = Frontmatter::parse(text.as_bytes()).expect_err(more);
        assert!(
            !error.remedy().contains("requires_apps: \""),
            "{more}: {}",
            error.remedy()
        );
    }
}

#[test]
fn a_name_that_looks_like_a_number_is_the_text_that_is_written() {
    for name in [
        "2048",
        "1.10",
        "0x1F",
        "007",
        "true",
        "False",
        "1e3",
        "-5",
        "2024-01-01",
    ] {
        let text = format!("\n---\nname: {name}\ndescription: 5\n---\n");
        let found = Frontmatter::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&*found.name, &*found.description), (name, "5"));
    }
}

#[test]
fn a_name_and_a_description_are_required_and_must_be_texts() {
    for (text, error) in [
        ("---\n---\n", "there is no `name`"),
        ("---\n# nothing\n---\n", "there is no `name`"),
        ("---\nname: x\n---\n", "there is no `description`"),
        (
            "---\nname:\ndescription: y\n---\n",
            "line 2: there is no `name`",
        ),
        (
            "---\nname: x\ndescription: ' '\n---\n",
            "line 3: there is no `description`",
        ),
        (
            "---\nname: [x]\ndescription: y\n---\n",
            "line 2: `name` must be a text, not a list",
        ),
        (
            "---\n- name\n---\n",
            "line 2: the frontmatter must be a mapping, not a list",
        ),
        (
            "---\nname\n---\n",
            "line 2: the frontmatter must be a mapping, not the text `name`",
        ),
    ] {
        let found = Frontmatter::parse(text.as_bytes()).map_err(|error| told(&error));
        assert_eq!(found, Err(error.to_owned()), "{text:?}");
    }
}

#[test]
fn what_gates_nothing_is_kept_as_far_as_it_is_text() {
    let found = parse(
        "license: MIT\ncompatibility: 3\nmetadata: { version: 1.0, author: me, 7: yes, tags: [a], none: }\n\
         allowed-tools: [Read, 'Bash(git:*)']\nmodel: large\n? [a, list]\n: is a key\n5: is one too",
    )
    .expect("it is sound");
    assert_eq!(found.license.as_deref(), Some("MIT"));
    assert_eq!(found.compatibility.as_deref(), Some("3"));
    let metadata: Vec<String> = found
        .metadata
        .iter()
        .map(|(k, v)| format!("{k}={v}"))
        .collect();
    assert_eq!(metadata, ["7=yes", "author=me", "version=1.0"]);
    assert_eq!(found.allowed_tools.as_deref(), Some("Read Bash(git:*)"));

    let odd = parse("license: [MIT]\nmetadata: 5\nallowed-tools: Read Write").expect("it is sound");
    assert_eq!((odd.license, odd.metadata.len()), (None, 0));
    assert_eq!(odd.allowed_tools.as_deref(), Some("Read Write"));
}

#[test]
fn what_is_wrong_comes_with_what_would_be_right() {
    for (text, wrong, right) in [
        (
            "",
            "the file is empty",
            "begin the file with a line `---`, its `name`, its `description`, and a line `---`",
        ),
        (
            "# Title\n",
            "the file has no frontmatter: its first line is not `---`",
            "begin the file with a line `---`, its `name`, its `description`, and a line `---`",
        ),
        (
            "---\nname: x\n",
            "no line `---` ends the frontmatter",
            "end the frontmatter with a line `---`",
        ),
        (
            "---\nname: x\na:\n\tb: c\n---\n",
            "line 4: a tab can't indent",
            "indent with spaces",
        ),
        (
            "---\nname: x: y\n---\n",
            "line 2: a text can't hold `: ` unless it is in quotes",
            "put the text in quotes: `name: \"x: y\"`",
        ),
        (
            "---\nname: x\n--- y\n---\n",
            "line 3: a second document starts here",
            "one document is read: leave its marks `---` and `...` out",
        ),
        (
            "---\nname: x\n...\ny: z\n---\n",
            "line 4: a second document starts here",
            "one document is read: leave its marks `---` and `...` out",
        ),
        (
            "---\nname: x\nname: y\n---\n",
            "line 3: `name` appears twice",
            "leave one `name` out",
        ),
        (
            "---\nname:\n- 5\n---\n",
            "line 3: `name` must be a text, not a list",
            "write a text, in quotes: `name: \"…\"`",
        ),
        (
            "---\nrequires_apps: 5\n---\n",
            "line 2: `requires_apps` must be a text or a list of texts, not the number `5`",
            "name each application by a text: `requires_apps: [blender]`",
        ),
    ] {
        let error = Frontmatter::parse(text.as_bytes()).expect_err("it is not sound");
        assert_eq!(
            (&*told(&error), &*error.remedy()),
            (wrong, right),
            "{text:?}"
        );
    }
}

#[test]
fn marks_line_ends_and_encodings_are_told_apart() {
    let text = skill("x", "requires_apps: [a]");
    let crlf = text.replace('\n', "\r\n");
    for sound in [
        crlf.clone(),
        format!("\u{FEFF}{text}"),
        format!("\u{FEFF}{crlf}"),
    ] {
        let found = Frontmatter::parse(sound.as_bytes()).expect("it is sound");
        assert_eq!(
            (&*found.description, &found.requires_apps[..]),
            ("Does x.", &["a".to_owned()][..])
        );
    }
    let mut body = text.clone().into_bytes();
    body.extend(b"\xFF\xFE\0");
    assert!(
        Frontmatter::parse(&body).is_ok(),
        "its text is nobody's business"
    );

    let flaw = |text: &[u8]| Frontmatter::parse(text).map_err(|error| (error.line, error.flaw));
    let latin = b"---\nname: x\ndescription: caf\xE9\n---\n";
    assert_eq!(flaw(latin), Err((Some(3), Flaw::NotUtf8)));
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [&b"\xFF\xFE"[..], &utf_16].concat();
    assert_eq!(flaw(&marked), Err((None, Flaw::NotUtf8)));
    assert_eq!(flaw(&utf_16), Err((None, Flaw::NoFrontmatter)));
}

/// What is read of a file with that content, the operations that it took, and how many bytes were read.
fn read(
    content: impl Into<FileContent>,
) -> (Result<Frontmatter, ReadError>, Vec<Operation>, usize) {
    let host = Recorded::new(FakeHost::new(Os::Linux).file("/SKILL.md", content));
    let found = Frontmatter::read(&host, &rooted("/SKILL.md"));
    let calls = host.take_calls();
    let bytes = calls
        .iter()
        .filter(|call| call.operation == Operation::Read)
        .map(|call| {
            let outcome = call.outcome.as_ref().expect("it reads");
            let (bytes, _) = outcome.split_once(' ').expect("N bytes at …");
            bytes.parse::<usize>().expect("a number")
        });
    let bytes = bytes.sum();
    (
        found,
        calls.into_iter().map(|call| call.operation).collect(),
        bytes,
    )
}

#[test]
fn a_huge_text_behind_the_frontmatter_costs_nothing() {
    let mut text = skill("x", "").into_bytes();
    let (small, ..) = read(text.clone());
    text.resize(5_000_000, b'x');
    let (found, operations, bytes) = read(text);
    assert_eq!(found, small);
    assert_eq!(operations, [Operation::Open, Operation::Read]);
    assert_eq!(bytes, 4096);
}

#[test]
fn a_long_frontmatter_costs_a_read_for_each_doubling_and_has_a_bound() {
    let padded = |len: usize| {
        let text = skill("x", "#");
        let padding = "#".repeat(len - text.len());
        skill("x", &format!("#{padding}"))
    };
    // Without the text behind the closing fence.
    let frontmatter = |len: usize| padded(len + "# x\n".len());
    for (len, reads) in [(4096, 1), (4097, 2), (8193, 3), (MAX_FRONTMATTER_BYTES, 5)] {
        let (found, operations, _) = read(frontmatter(len));
        assert!(found.is_ok(), "{len}: {found:?}");
        assert_eq!(operations.len(), 1 + reads, "{len}");
    }
    let (found, _, bytes) = read(frontmatter(MAX_FRONTMATTER_BYTES + 1));
    assert_eq!(found, Err(ReadError::Malformed(Flaw::TooLong.into())));
    assert_eq!(bytes, MAX_FRONTMATTER_BYTES);
    let (found, _, bytes) = read(FileContent::zeros(1 << 50));
    assert_eq!(found, Err(ReadError::Malformed(Flaw::NoFrontmatter.into())));
    assert_eq!(bytes, 4096);
}

#[test]
fn a_file_that_can_not_be_read_says_why() {
    let path = rooted("/SKILL.md");
    let sound = || FakeHost::new(Os::Linux).file("/SKILL.md", skill("x", ""));
    for (host, error) in [
        (FakeHost::new(Os::Linux), HostError::NotFound),
        (
            sound().fault("/SKILL.md", Fault::Unreadable),
            HostError::PermissionDenied,
        ),
        (
            FakeHost::new(Os::Linux).dir("/SKILL.md"),
            HostError::NotAFile,
        ),
        (
            FakeHost::new(Os::Linux).fault("/SKILL.md", Fault::Fifo),
            HostError::NotAFile,
        ),
    ] {
        assert_eq!(
            Frontmatter::read(&host, &path),
            Err(ReadError::Unreadable(error))
        );
    }
    let failing = sound().fault("/SKILL.md", Fault::ReadError);
    let found = Frontmatter::read(&failing, &path);
    assert!(
        matches!(found, Err(ReadError::Unreadable(HostError::Io(_)))),
        "{found:?}"
    );
}

#[test]
fn aliases_nesting_and_values_have_a_budget() {
    let bomb = include_bytes!("../../../fixtures/skills/tree/malformed/alias-bomb/SKILL.md");
    assert_eq!(bomb.len(), 385);
    let deep = skill("x", &format!("a: {}", "[".repeat(60_000)));
    let wide = skill("x", &format!("a: [{}]", "x,".repeat(30_000)));
    let keys: String = (0..6_000).map(|key| format!("k{key}: x\n")).collect();
    let start = Instant::now();
    for _ in 0..20 {
        for text in [
            &bomb[..],
            deep.as_bytes(),
            wide.as_bytes(),
            skill("x", &keys).as_bytes(),
        ] {
            let error = Frontmatter::parse(text).expect_err("it is over the budget");
            assert_eq!(error.flaw, Flaw::OverBudget);
        }
    }
    // Written out, the first alone would be millions of values.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn what_is_told_of_hostile_texts_is_one_short_line() {
    for more in [
        "\"a\\e[2J\\n\\u202e\": 1\n\"a\\e[2J\\n\\u202e\": 2".to_owned(),
        format!("requires_apps: {{ ? \"{}\" : x }}", "y".repeat(30_000)),
        format!("requires_apps: {}", "9".repeat(300)),
        format!("{0}: 1\n{0}: 2", "z".repeat(10_000)),
    ] {
        let error = Frontmatter::parse(skill("x", &more).as_bytes()).expect_err("it is not sound");
        let told = error.to_string();
        assert!(told.chars().count() < 300, "{told}");
        assert!(!told.chars().any(char::is_control), "{told:?}");
    }
}

/// Pieces that a frontmatter is made of, and breaks by.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"---\n"[..],
        b"---\r\n",
        b"---",
        b"\xEF\xBB\xBF",
        b"name: x\n",
        b"description: y\n",
        b"requires_apps:",
        b"requires_apps: [a, b]\n",
        b"metadata:\n",
        b"  require_apps: a\n",
        b"Banner\n",
        b": text: text\n",
        b"  requires_apps: a\n",
        b" a\n",
        b"- b\n",
        b"  - c\n",
        b"[",
        b"]",
        b"{ }",
        b"&a ",
        b"*a ",
        b": ",
        b"\n",
        b"\r",
        b"\t",
        b"'",
        b"\"",
        b"# c\n",
        b"<<: *a\n",
        b"...\n",
        b"\xFF",
        b"\0",
        b"5",
        b"~",
        b"|\n",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Bytes, most of which get past the first fence.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let inside = pieces().prop_map(|inside| [b"---\n", &inside[..], b"\n---\n"].concat());
    prop_oneof![prop::collection::vec(any::<u8>(), 0..300), pieces(), inside,]
}

proptest! {
    #[test]
    fn nothing_panics_and_what_is_found_obeys_the_rules(text in texts()) {
        match Frontmatter::parse(&text) {
            Ok(found) => {
                for kept in [&found.name, &found.description].into_iter().chain(&found.requires_apps) {
                    prop_assert!(!kept.is_empty() && kept.trim() == kept);
                }
            }
            Err(error) => prop_assert!(!error.to_string().is_empty() && !error.remedy().is_empty()),
        }
    }

    #[test]
    fn a_file_is_read_as_its_text_is_parsed(text in texts(), padding in 0..9000_usize) {
        let mut text = text;
        text.resize(text.len() + padding, b'#');
        let (read, ..) = read(text.clone());
        let read = read.map_err(|error| error.to_string());
        prop_assert_eq!(read, Frontmatter::parse(&text).map_err(|error| error.to_string()));
    }

    #[test]
    fn what_follows_the_closing_fence_changes_nothing(text in texts(), more in texts()) {
        let fenced = [&text[..], b"\n---\n"].concat();
        if let Ok(found) = Frontmatter::parse(&fenced) {
            let longer = [&fenced[..], &more].concat();
            prop_assert_eq!(Frontmatter::parse(&longer), Ok(found));
        }
    }

    #[test]
    fn every_name_that_is_written_in_quotes_is_required(names in prop::collection::vec("\\PC{1,20}", 1..5)) {
        let quoted: Vec<String> = names.iter().map(|name| format!("'{}'", name.replace('\'', "''"))).collect();
        let text = skill("x", &format!("requires_apps: [{}]", quoted.join(", ")));
        let found = Frontmatter::parse(text.as_bytes());
        if names.iter().any(|name| name.trim().is_empty()) {
            prop_assert!(found.is_err());
        } else {
            let found = found.map_err(|error| TestCaseError::fail(error.to_string()))?.requires_apps;
            for name in &names {
                prop_assert!(found.contains(&name.trim().to_owned()), "{name:?} in {found:?}");
            }
        }
    }

    #[test]
    fn a_gate_that_might_have_been_meant_is_never_left_open(
        before in pieces(),
        key in prop::sample::select(vec![
            "requires_apps", "requires-apps", "require_apps", "required_apps", "requires_app", "requiresApps",
            "Requires_Apps", "REQUIRES APPS", "requires_aps", "reqiures_apps", "requires_applications",
        ]),
        quote in prop::sample::select(vec!["", "'", "\""]),
        value in prop::sample::select(vec![" a", " [a]", " 'a, b'", " ' '", " 5", " { a: b }", "\n    - a", "a", " [a"]),
        parent in prop::sample::select(vec!["", "metadata:\n  ", "metadata:\n  x: y\n  ", "metadata:\n  v:\n    ", "v:\n- ", "v: |\n  w\n  "]),
        after in pieces(),
    ) {
        let gate = format!("{parent}{quote}{key}{quote}:{value}\n");
        let own = parent.is_empty() || parent.starts_with('m');
        let text = [b"---\nname: x\ndescription: y\n", &before[..], b"\n", gate.as_bytes(), &after, b"\n---\n"].concat();
        let plain = format!("---\nname: x\ndescription: y\n{gate}---\n");
        if let Ok(found) = Frontmatter::parse(plain.as_bytes()) {
            prop_assert!(found.requires_apps.contains(&"a".to_owned()) || found.requires_apps.contains(&"a, b".to_owned())
                || (!own && key != "requires_apps"), "{plain}");
        }
        // Whatever stands around it: a block that ends before the gate is another frontmatter.
        let ends_before = String::from_utf8_lossy(&before).lines().any(|line| line.trim_end() == "---");
        // A quote or a bracket that is open makes a text of it, which is no key of anybody.
        let swallows = before.iter().any(|byte| b"'\"[{|#&:".contains(byte)) || !own;
        if !ends_before && !swallows && let Ok(found) = Frontmatter::parse(&text) {
            prop_assert!(!found.requires_apps.is_empty(), "{}", String::from_utf8_lossy(&text));
        }
    }
}
