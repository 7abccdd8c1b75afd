//! What holds of every JSON text: it reads as `serde_json` reads it, and at the places that the YAML reader tells.

use onhand_document::{DocumentRule, Format, Limits, Node, Problem, Value};
use proptest::prelude::*;

fn read(text: &str, format: Format) -> Result<Node, Box<Problem>> {
    Node::read(text.as_bytes(), format, &Limits::default())
}

fn json(text: &str) -> Result<Node, Box<Problem>> {
    read(text, Format::Json)
}

/// Line, column and what is said of a text that is no JSON.
fn told(text: &str) -> (u64, u64, String) {
    let problem = json(text).expect_err(text);
    assert_eq!(problem.rule, DocumentRule::Syntax, "{text:?}");
    assert!(problem.hint.is_some(), "{text:?}");
    let span = problem.span.expect("it has a place");
    assert!(
        text.get(span.start..span.start + span.len).is_some(),
        "{text:?}"
    );
    (span.line, span.column, problem.message)
}

#[test]
fn what_people_write_in_place_of_json_is_told_in_plain_words_with_its_place() {
    const COMMA: &str = "a comma after the last entry";
    const QUOTES: &str = "JSON strings are in double quotes only";
    const KEY: &str = "a key must be a text in double quotes";
    const COMMENT: &str = "JSON has no comments";
    const VALUE: &str = "no value of JSON starts here";
    const BEHIND: &str = "something stands behind the last value";
    const ESCAPE: &str = r"a `\` starts an escape, and there is none of this name";
    const CONTROL: &str = "a text can't hold a line break or another control character as it is";
    const HALF: &str = r"the `\u` is one half of a character, and the other is missing";
    for (text, line, column, expected) in [
        ("{\"a\": 1,\n}", 1, 8, COMMA),
        ("{\"a\": 1\n, // b\n}", 2, 3, COMMENT),
        ("[\"€\", {\"b\": 1}\n\t,\n]", 2, 2, COMMA),
        ("{\"€\": [1, 2,]}", 1, 12, COMMA),
        ("\u{feff}{'a': 1}", 1, 2, QUOTES),
        ("{\"a\":\r\n  'b'}", 2, 3, QUOTES),
        ("# a comment\n{}", 1, 1, COMMENT),
        ("{/* a */}", 1, 2, COMMENT),
        ("{a: 1}", 1, 2, KEY),
        ("{\"a\": 1, b: 2}", 1, 10, KEY),
        ("{\"a\": 1}\n---\n", 2, 1, BEHIND),
        ("{} {}", 1, 4, BEHIND),
        ("{\"a\": 01}", 1, 7, "a number can't begin with `0`"),
        ("[1.]", 1, 4, "a digit is missing here"),
        ("[-]", 1, 3, "a digit is missing here"),
        ("[+1]", 1, 2, VALUE),
        ("[True]", 1, 2, VALUE),
        ("[truely]", 1, 2, VALUE),
        ("[/opt/app]", 1, 2, VALUE),
        ("", 1, 1, VALUE),
        (" \n ", 2, 2, VALUE),
        ("[1 2]", 1, 4, "a `,` or a `]` is missing here"),
        (
            "{\"a\": 1 \"b\": 2}",
            1,
            9,
            "a `,` or a `}` is missing here",
        ),
        ("{\"a\" 1}", 1, 6, "a `:` is missing here"),
        ("[\n {\"a\":", 2, 2, "the `{` here is never closed"),
        ("[[1, 2]", 1, 1, "the `[` here is never closed"),
        ("[1,", 1, 1, "the `[` here is never closed"),
        ("[\"ab", 1, 2, "the quote that opens here is never closed"),
        ("\"C:\\path\"", 1, 4, ESCAPE),
        ("\"a\nb\"", 1, 3, CONTROL),
        ("\"a\tb\"", 1, 3, CONTROL),
        (r#"["\ud800"]"#, 1, 3, HALF),
        (r#"["\ud800A"]"#, 1, 3, HALF),
        (r#"["\udc00\ud800"]"#, 1, 3, HALF),
        (
            r#"["\u00g0"]"#,
            1,
            3,
            r"a `\u` needs four hexadecimal digits behind it",
        ),
        (
            r#"["\u00"#,
            1,
            3,
            r"a `\u` needs four hexadecimal digits behind it",
        ),
    ] {
        assert_eq!(told(text), (line, column, expected.to_owned()), "{text:?}");
    }
}

#[test]
fn json_is_read_with_a_byte_order_mark_too_and_a_second_mark_is_none() {
    let text = "\u{feff}{\"a\": [1, \"\\u00e4\", null]}\r\n";
    assert!(json(text).is_ok());
    assert_eq!(
        told(&format!("\u{feff}{text}")).2,
        "no value of JSON starts here"
    );
}

#[test]
fn an_escape_stands_for_its_character_also_beyond_16_bits() {
    let node = json(r#""\ud83e\uddf0 \"\\\/\b\f\n\r\t \u0000""#).expect("it is JSON");
    assert_eq!(
        node.value,
        Value::Text("🧰 \"\\/\u{8}\u{c}\n\r\t \0".to_owned())
    );
}

#[test]
fn a_number_of_any_size_keeps_its_spelling() {
    for text in [
        "123456789012345678901234567890",
        "1e999",
        "-0",
        "2.30",
        "18446744073709551615",
    ] {
        let node = json(text).expect("it is JSON");
        assert_eq!(node.spelled(), Some(text));
    }
}

#[test]
fn keys_that_stand_twice_are_both_there() {
    let node = json(r#"{"a": 1, "a": 2}"#).expect("it is JSON");
    assert!(matches!(node.value, Value::Mapping(entries) if entries.len() == 2));
}

#[test]
fn the_limits_are_those_of_yaml_and_the_stack_is_never_overrun() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let wide = |items: usize| format!("[{}1]", "1,".repeat(items - 1));
    let pairs = |pairs: usize| format!("{{{}}}", vec!["\"a\":1"; pairs].join(","));
    let Limits {
        depth,
        nodes,
        bytes,
        ..
    } = Limits::default();
    let long = |len: usize| format!("{{}}{}", " ".repeat(len - 2));
    for format in [Format::Json, Format::Yaml] {
        let rule = |text: &str| read(text, format).err().map(|problem| problem.rule);
        assert_eq!(rule(&deep(depth)), None);
        assert_eq!(rule(&deep(depth + 1)), Some(DocumentRule::TooDeep));
        assert_eq!(rule(&wide(nodes - 1)), None);
        assert_eq!(rule(&wide(nodes)), Some(DocumentRule::TooLarge));
        assert_eq!(rule(&pairs(nodes / 2 - 1)), None);
        assert_eq!(rule(&pairs(nodes / 2)), Some(DocumentRule::TooLarge));
        assert_eq!(rule(&long(bytes)), None);
        assert_eq!(rule(&long(bytes + 1)), Some(DocumentRule::TooLarge));
        assert_eq!(rule(&"[".repeat(bytes)), Some(DocumentRule::TooDeep));
    }
}

/// Any JSON, as text with any white space between.
fn any_json() -> impl Strategy<Value = String> {
    let text = prop_oneof![
        any::<String>().prop_map(|text| serde_json::to_string(&text).expect("a text")),
        r#""([a-zé€🧰 :#,]|\\n|\\"|\\u00e4|\\ud83e\\uddf0){0,8}""#,
    ];
    let number = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,2})?",
    ];
    let word = prop::sample::select(vec!["true", "false", "null"]).prop_map(str::to_owned);
    let leaf = prop_oneof![text.clone(), number, word];
    let space = prop::sample::select(vec!["", "", " ", "\n", "\r\n", "\n  ", " \n"]);
    leaf.prop_recursive(5, 60, 6, move |inner| {
        let spaced = (space.clone(), inner, space.clone())
            .prop_map(|(before, value, behind)| format!("{before}{value}{behind}"));
        let entry = (space.clone(), text.clone(), space.clone(), spaced.clone())
            .prop_map(|(before, key, behind, value)| format!("{before}{key}{behind}:{value}"));
        prop_oneof![
            prop::collection::vec(spaced, 0..6).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(entry, 0..6).prop_map(|items| format!("{{{}}}", items.join(","))),
        ]
    })
}

/// As [`any_json`], with a byte of it changed.
fn damaged_json() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "", "\"", "{", "}", "[", "]", ",", ":", "0", "\\", "e", "'", "#", "é",
    ]);
    (any_json(), any::<prop::sample::Index>(), piece).prop_map(|(text, at, piece)| {
        let mut characters: Vec<char> = text.chars().collect();
        let at = at.index(characters.len());
        characters.splice(at..=at, piece.chars());
        characters.into_iter().collect()
    })
}

/// Whether the values are the same. Numbers are so by their value: other readers keep no spelling, round the last bit in
/// their own way, and take `-0` for a fraction.
fn same(ours: &Node, theirs: &Node) -> bool {
    match (&ours.value, &theirs.value) {
        (Value::Number(ours), Value::Number(theirs)) => {
            let whole = ours.as_u64().zip(theirs.as_u64());
            let fractions = ours.as_f64().zip(theirs.as_f64());
            let is_near = |(a, b): (f64, f64)| (a - b).abs() <= a.abs() * 1e-15;
            whole.is_none_or(|(a, b)| a == b) && fractions.is_some_and(is_near)
        }
        (Value::Sequence(ours), Value::Sequence(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(a, b))
        }
        (Value::Mapping(ours), Value::Mapping(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|(a, b)| same(&a.key, &b.key) && same(&a.value, &b.value))
        }
        (ours, theirs) => ours == theirs,
    }
}

/// Every place, in order.
fn places(node: &Node) -> Vec<(u64, u64, usize, usize)> {
    let span = node.span.expect("a node of a text has a place");
    let mut found = vec![(span.line, span.column, span.start, span.len)];
    match &node.value {
        Value::Sequence(items) => found.extend(items.iter().flat_map(places)),
        Value::Mapping(entries) => found.extend(
            entries
                .iter()
                .flat_map(|entry| [places(&entry.key), places(&entry.value)].concat()),
        ),
        _ => {}
    }
    found
}

/// Our answer and that of `serde_json` are the same.
fn expect_oracle(text: &str) -> Result<(), TestCaseError> {
    let theirs: Result<Node, _> = serde_json::from_str(text);
    match (json(text), theirs) {
        (Ok(ours), Ok(theirs)) => {
            prop_assert!(same(&ours, &theirs), "{ours:?}\n{theirs:?}");
            let written = serde_json::to_string(&ours).expect("it is JSON");
            prop_assert!(same(&json(&written).expect("JSON"), &theirs));
        }
        (Err(_), Err(_)) => {}
        // `serde_json` keeps no number beyond a `f64`.
        (Ok(_), Err(theirs)) => {
            prop_assert!(theirs.to_string().contains("out of range"), "{theirs}")
        }
        (Err(ours), Ok(_)) => prop_assert!(false, "{ours}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn json_reads_as_serde_json_reads_it(text in any_json()) {
        prop_assert!(json(&text).is_ok());
        expect_oracle(&text)?;
    }

    #[test]
    fn damaged_json_is_refused_as_serde_json_refuses_it(text in damaged_json()) {
        expect_oracle(&text)?;
    }

    #[test]
    fn what_both_readers_read_is_the_same_at_the_same_places(text in any_json()) {
        let ours = json(&text).expect("it is JSON");
        if let Ok(theirs) = read(&text, Format::Yaml) {
            prop_assert!(same(&ours, &theirs), "{ours:?}\n{theirs:?}");
            prop_assert_eq!(places(&ours), places(&theirs));
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(text in any::<Vec<u8>>()) {
        for format in [Format::Json, Format::Yaml] {
            if let Err(problem) = Node::read(&text, format, &Limits::default()) {
                prop_assert!(!problem.message.is_empty());
            }
        }
    }

    #[test]
    fn a_problem_stands_at_a_character_and_its_line_and_column_are_those_of_its_byte(text in damaged_json()) {
        let Err(problem) = json(&text) else { return Ok(()) };
        let span = problem.span.expect("it has a place");
        let before = text.get(..span.start).expect("it is at a character");
        let line = before.rsplit('\n').next().unwrap_or_default();
        // A line may end with CR alone, where the damage took the rest of it.
        prop_assume!(!before.replace("\r\n", "").contains('\r'));
        prop_assert_eq!(span.line, before.matches('\n').count() as u64 + 1);
        prop_assert_eq!(span.column, line.chars().count() as u64 + 1);
        prop_assert!(text.get(span.start..span.start + span.len).is_some());
    }
}
