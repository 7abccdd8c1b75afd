//! What a frontmatter says, what is wrong with others, and what reading one costs.

use std::time::{Duration, Instant};

use onhand_gate_skill::{Flaw, Frontmatter, MAX_FRONTMATTER_BYTES, ReadError};
use onhand_platform::{HostError, Operation, Os, Recorded};
use onhand_platform_fake::{FakeHost, Fault, FileContent};
use proptest::prelude::*;

mod support;
use support::{rooted, skill};

fn parse(more: &str) -> Result<Frontmatter, String> {
    Frontmatter::parse(skill("x", more).as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn applications_are_a_text_or_a_list_of_texts_and_none_is_no_gate() {
    for (written, apps) in [
        ("", &[][..]),
        ("requires_apps:", &[]),
        ("requires_apps: ~", &[]),
        ("requires_apps: null", &[]),
        ("requires_apps: ''", &[]),
        ("requires_apps: \" \\t\"", &[]),
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
        (
            "requires_apps: a\nrequires_apps: []",
            "line 5: `requires_apps` stands there twice".to_owned(),
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
    ] {
        let plain = key.trim_matches('\'');
        let text = skill("x", &format!("{key}: a"));
        let error = Frontmatter::parse(text.as_bytes()).expect_err(key);
        assert_eq!(
            error.to_string(),
            format!("line 4: `{plain}` gates nothing; did you mean `requires_apps`?")
        );
        assert_eq!(error.remedy(), "spell the key `requires_apps`");
        // Whatever it holds, and the true key beside it.
        let beside = parse(&format!("requires_apps: a\n{key}:"));
        assert_eq!(
            beside,
            Err(format!(
                "line 5: `{plain}` gates nothing; did you mean `requires_apps`?"
            ))
        );
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
        assert_eq!(
            parse(&format!("{other}: a")).map(|found| found.requires_apps),
            Ok(Vec::new()),
            "{other}"
        );
    }
    // What an author keeps there is theirs.
    let metadata = parse("metadata: { requires-apps: a }").expect("it is none of ours");
    assert_eq!(metadata.metadata["requires-apps"], "a");
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
            "---\nname: 5\ndescription: y\n---\n",
            "line 2: `name` must be a text, not the number `5`",
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
        let found = Frontmatter::parse(text.as_bytes()).map_err(|error| error.to_string());
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
            "line 2: a key can't stand here",
            "put an inner key on its own line; quote a text that holds `: `",
        ),
        (
            "---\nname: x\n--- y\n---\n",
            "line 3: a second document starts here",
            "make the frontmatter valid YAML",
        ),
        (
            "---\nname: x\n...\ny: z\n---\n",
            "line 4: a second document starts here",
            "make the frontmatter valid YAML",
        ),
        (
            "---\nname: x\nname: y\n---\n",
            "line 3: `name` stands there twice",
            "leave one `name` out",
        ),
        (
            "---\nname: 5\n---\n",
            "line 2: `name` must be a text, not the number `5`",
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
            (&*error.to_string(), &*error.remedy()),
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
}
