//! Texts written to hang, to exhaust or to confuse. Each ends with an error that names the reason.

#![allow(
    clippy::disallowed_methods,
    reason = "the files beside this are read to be damaged"
)]

mod corpus;

use std::time::{Duration, Instant};

use corpus::{cases, parse};
use onhand_declaration::{DocumentRule, LIMITS, Rule};

/// As long as a hostile text gets before it counts as a hang: each takes some milliseconds.
const HANG: Duration = Duration::from_secs(30);

const LONG: usize = 400_000;

/// The rule of each problem.
fn broken(text: impl AsRef<[u8]>) -> Vec<Rule> {
    let problems = parse(text.as_ref()).problems;
    problems.into_iter().map(|problem| problem.rule).collect()
}

fn declaration_with(location: &str) -> String {
    format!("app: {{ linux: {{ presence: executable, location: {location} }} }}")
}

/// `levels` mappings, one inside of the other, by indentation.
fn steps(levels: usize) -> String {
    (0..levels)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect()
}

/// Each anchor holds `width` aliases of the one before it.
fn laughs(levels: usize, width: usize) -> String {
    let mut text = "a0: &a0 [x]\n".to_owned();
    for level in 1..levels {
        let aliases = vec![format!("*a{}", level - 1); width].join(", ");
        text += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    text
}

#[test]
fn a_text_that_the_reader_refuses_names_the_reason() {
    let keys = |count: usize| (0..count).map(|n| format!("k{n}: 1\n")).collect::<String>();
    let cases: Vec<(&str, Vec<u8>, Rule)> = [
        (
            "brackets",
            "[".repeat(LONG),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "braces",
            "{".repeat(LONG),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "braces with keys",
            "{a: ".repeat(100_000),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "closed brackets",
            "[".repeat(LONG / 2) + &"]".repeat(LONG / 2),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "dashes",
            "- ".repeat(100_000),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "question marks",
            "? ".repeat(100_000),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "indented mappings",
            steps(900),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "one level too deep",
            "[".repeat(LIMITS.depth + 1) + &"]".repeat(LIMITS.depth + 1),
            Rule::Document(DocumentRule::TooDeep),
        ),
        (
            "lines of a list",
            "- x\n".repeat(100_000),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "items in brackets",
            format!("[{}]", "x,".repeat(LONG / 2)),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "empty mappings",
            format!("[{}]", "{},".repeat(100_000)),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "ten thousand keys",
            keys(10_000),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "billion laughs",
            laughs(10, 10),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "laughs in pairs",
            laughs(30, 2),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "many anchors",
            (0..10_000).map(|n| format!("- &a{n} x\n")).collect(),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "many aliases",
            "a: &a x\nb:\n".to_owned() + &"- *a\n".repeat(50_000),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "a long text by alias",
            format!("- &a {}\n", "x".repeat(LONG)) + &"- *a\n".repeat(9_000),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "an alias of itself",
            "a: &a [*a]".to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "a key that is an alias of itself",
            "&a { *a : b }".to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "an alias of nothing",
            "*a".to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "double quotes",
            "\"".repeat(LONG + 1),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "single quotes",
            "'".repeat(LONG + 1),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "stars",
            "*".repeat(LONG),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "percent signs",
            "%".repeat(LONG),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "commas",
            ",".repeat(LONG),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "closing brackets",
            "]".repeat(LONG),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "directives",
            "%YAML 1.2\n".repeat(40_000),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "documents",
            "---\n".repeat(100_000),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "documents of JSON",
            "{}\n".repeat(100_000),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "tabs",
            "a:\n".to_owned() + &"\t".repeat(LONG) + "b: 1",
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "a long key",
            format!("\"{}\": 1", "k".repeat(LONG)),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "a NUL",
            "app: \0".to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "NULs",
            "\0".repeat(LONG),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "a control character",
            "app: \u{7}".to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "an escape without end",
            "a: \"\\u00".to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
        (
            "half of a surrogate pair",
            r#"{"a": "\uD800"}"#.to_owned(),
            Rule::Document(DocumentRule::Syntax),
        ),
    ]
    .into_iter()
    .map(|(name, text, rule)| (name, text.into_bytes(), rule))
    .chain([
        (
            "no UTF-8",
            b"app: \xff".to_vec(),
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "bytes",
            vec![0xff; LONG],
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "a slash of two bytes",
            b"app: \xc0\xaf".to_vec(),
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "an encoded surrogate",
            b"app: \xed\xa0\x80".to_vec(),
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "the half of a character",
            b"app: \xf0\x9f".to_vec(),
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "UTF-16",
            b"\xff\xfea\0p\0p\0".to_vec(),
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "UTF-32",
            b"\0\0\xfe\xff\0\0\0a".to_vec(),
            Rule::Document(DocumentRule::NotUtf8),
        ),
        (
            "longer than is read",
            vec![b' '; LIMITS.bytes + 1],
            Rule::Document(DocumentRule::TooLarge),
        ),
    ])
    .collect();

    let started = Instant::now();
    let wrong: Vec<_> = cases
        .into_iter()
        .map(|(name, text, rule)| (name, broken(text), vec![rule]))
        .filter(|(_, broken, expected)| broken != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(started.elapsed() < HANG);
}

#[test]
fn a_text_that_reads_and_is_no_declaration_names_the_reason() {
    let started = Instant::now();
    let cases = [
        (
            "spaces",
            " ".repeat(LONG),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "line ends",
            "\n".repeat(LONG),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "a comment",
            "#".repeat(LONG),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "comments",
            "#\n".repeat(LONG / 2),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "letters",
            "a".repeat(LONG),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "colons",
            ":".repeat(1_000),
            Rule::Document(DocumentRule::UnknownKey),
        ),
        (
            "a number",
            "1".repeat(LONG),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "an exponent",
            "1e999999999".to_owned(),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "a block of text",
            format!("|\n{}", " x\n".repeat(100_000)),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "a long key",
            format!("{}: 1", "k".repeat(1_000)),
            Rule::Document(DocumentRule::UnknownKey),
        ),
        (
            "an anchor",
            "&".repeat(LONG),
            Rule::Document(DocumentRule::NotAMapping),
        ),
        (
            "a long location",
            declaration_with(&format!("/{}", "a".repeat(LONG))),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "many segments",
            declaration_with(&"/a".repeat(LONG / 2)),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "many variables",
            declaration_with(&"$A".repeat(LONG / 2)),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "many percent signs",
            declaration_with(&format!("'{}'", "%".repeat(LONG))),
            Rule::Document(DocumentRule::TooLarge),
        ),
        (
            "a long scheme",
            declaration_with(&format!("{}:x", "a".repeat(10_000))),
            Rule::LocationUrl,
        ),
        (
            "a long version",
            format!(
                "app: {{}}\nrequires: {{ app: true, min_version: \"{}\" }}",
                "1.".repeat(LONG / 2)
            ),
            Rule::MinVersionNotDottedNumeric,
        ),
        (
            "a long number",
            format!("requires: {{ min_version: {} }}", "1".repeat(300)),
            Rule::Document(DocumentRule::WrongType),
        ),
        (
            "a number longer than there is",
            format!("requires: {{ min_version: {} }}", "1".repeat(LONG)),
            Rule::MinVersionNotDottedNumeric,
        ),
        (
            "no number",
            "requires: { min_version: .inf }".to_owned(),
            Rule::MinVersionNotDottedNumeric,
        ),
        (
            "the same key",
            "a: 1\n".repeat(4_000),
            Rule::Document(DocumentRule::DuplicateKey),
        ),
        (
            "the same long key",
            format!("\"{0}\": 1\n\"{0}\": 1\n", "k".repeat(1_000)),
            Rule::Document(DocumentRule::DuplicateKey),
        ),
        (
            "keys of every type",
            "{1: 1, true: 1, ~: 1, [a]: 1, {b: c}: 1, 1.5: 1}".to_owned(),
            Rule::Document(DocumentRule::WrongType),
        ),
        (
            "a merge",
            "app: &a { linux: { <<: *b } }\nb: &b {}".replace("*b", "{}"),
            Rule::Document(DocumentRule::UnknownKey),
        ),
    ];
    let wrong: Vec<_> = cases
        .into_iter()
        .map(|(name, text, rule)| (name, broken(text), rule))
        .filter(|(_, broken, rule)| !broken.contains(rule))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(started.elapsed() < HANG);
}

#[test]
fn thousands_of_problems_are_told_in_part_and_counted() {
    let keys: String = (0..4_000).map(|n| format!("k{n}: 1\n")).collect();
    let problems = parse(keys.as_bytes()).problems;
    assert_eq!(problems.len(), 201);
    assert!(
        problems[..200]
            .iter()
            .all(|problem| problem.rule == Rule::Document(DocumentRule::UnknownKey))
    );
    assert_eq!(problems[200].rule, Rule::Document(DocumentRule::TooLarge));
    assert_eq!(problems[200].message, "3800 more errors are not shown");
}

#[test]
fn a_crowd_of_problems_takes_no_neighbour_down() {
    let bad: String = (0..500).map(|n| format!("k{n}: 1, ")).collect();
    let warned = "app: { linux: { presence: executable, location: \"%V%/x\" } }";
    let servers = |count: usize, more: &str| {
        let warned: String = (0..count)
            .map(|n| format!("  w{n}: {{ {warned} }}\n"))
            .collect();
        format!("servers:\n{warned}{more}  good: {{}}\n")
    };
    let parsed = parse(servers(450, "").as_bytes());
    assert_eq!(parsed.declarations.len(), 451);
    assert!(parsed.problems.iter().all(|problem| !problem.is_error()));
    assert_eq!(parsed.problems.len(), 201);

    // Nor does a crowd of warnings hide an error, or one of errors a warning.
    let parsed = parse(servers(450, "  bad: { app: { beos: {} } }\n").as_bytes());
    assert_eq!(parsed.declarations.len(), 451);
    assert!(
        parsed
            .problems
            .iter()
            .any(|problem| problem.rule == Rule::UnknownOs)
    );
    let parsed = parse(servers(1, &format!("  bad: {{ {bad} }}\n")).as_bytes());
    assert_eq!(parsed.declarations.len(), 2);
    assert!(parsed.problems.iter().any(|problem| !problem.is_error()));
}

#[test]
fn a_long_key_is_not_told_again_with_each_of_its_children() {
    let long = "k".repeat(300_000);
    let children: String = (0..4_000).map(|n| format!("k{n}: 1, ")).collect();
    let problems = parse(format!("servers: {{ ? {long} : {{ {children} }} }}").as_bytes()).problems;
    let told: usize = problems.iter().map(|problem| problem.path.len()).sum();
    assert!((1..50_000).contains(&told), "{told}");
}

#[test]
fn a_message_shows_no_more_than_a_part_of_a_long_text_and_no_control_character() {
    let key = format!("\"{}\\u001b[31m\\n\": 1", "k".repeat(100_000));
    let wide = format!("name: {}\n\"\\e[31m\\0\": 1\n", "1".repeat(100_000));
    let path = declaration_with("\"/opt/\\e[31m\"");
    let reserved = format!(
        "app: {{ win32: {{ presence: executable, location: 'C:/{}:s' }} }}",
        "k".repeat(20_000)
    );
    let number = declaration_with(&format!("1.{}", "3".repeat(300_000)));
    let parameter = format!(
        "app: {{ win32: {{ presence: executable, location: C:/v, version: {{ kind: \
         uninstall_registry, display_name_prefix: {} }} }} }}",
        "k".repeat(20_000)
    );
    for text in [key, wide, path, reserved, number, parameter] {
        let problems = parse(text.as_bytes()).problems;
        assert!(!problems.is_empty());
        for problem in problems {
            let told = format!("{problem} {:?}", problem.hint);
            assert!(told.len() < 500, "{} bytes", told.len());
            assert!(!told.contains(char::is_control), "{told:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_crlf_change_nothing() {
    for case in cases("valid") {
        let text = String::from_utf8(case.text.clone()).expect("a valid file is UTF-8");
        // A block of literal text keeps its own line ends; YAML makes `\n` of them too.
        let plain = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n");
        let windows = plain.replace('\n', "\r\n");
        let marked = format!("\u{FEFF}{windows}");
        let expected = parse(plain.as_bytes());
        for text in [windows, marked] {
            let parsed = parse(text.as_bytes());
            assert_eq!(
                parsed.declarations,
                expected.declarations,
                "{}",
                case.name()
            );
            let places = |problems: &[onhand_declaration::Problem]| -> Vec<_> {
                let place = |span: onhand_declaration::Span| (span.line, span.column);
                problems
                    .iter()
                    .map(|problem| problem.span.map(place))
                    .collect()
            };
            assert_eq!(
                places(&parsed.problems),
                places(&expected.problems),
                "{}",
                case.name()
            );
        }
    }
}
