//! What a frontmatter says, and what is wrong with others.

use std::time::{Duration, Instant};

use onhand_gate_skill::{Flaw, Frontmatter};

mod support;
use support::{parse, skill, told};

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
