//! What the YAML reader makes of a text, beside what `json.rs` holds both readers to.

use onhand_document::{DocumentRule, Format, Limits, Node, Number, Value};

fn read(text: &str) -> Value {
    Node::from_yaml(text.as_bytes()).expect(text).value
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

#[test]
fn booleans_are_two_words_and_what_only_looks_like_a_number_is_a_text() {
    assert_eq!(read("true"), Value::Bool(true));
    for word in [
        "yes", "no", "on", "off", "y", "0755", "00", "1_000", "1:30", "1.2.3", ".inf", ".nan",
    ] {
        assert_eq!(read(word), text(word));
    }
    for nothing in ["", "~", "null"] {
        assert_eq!(read(nothing), Value::Null);
    }
}

#[test]
fn a_number_keeps_its_spelling_and_has_its_value() {
    for (spelled, value) in [
        ("42", Some(42)),
        ("0x2A", Some(42)),
        ("2.30", None),
        ("1e3", None),
        ("+5", Some(5)),
    ] {
        let Value::Number(number) = read(spelled) else {
            panic!("{spelled} is a number")
        };
        assert_eq!((number.as_str(), number.as_u64()), (spelled, value));
    }
    let Value::Sequence(items) = read("[&a 2.30, *a]") else {
        panic!("a list")
    };
    // What an alias stands for is spelled elsewhere.
    assert_eq!(items[1].value, Value::Number(Number::from(2.3)));
}

#[test]
fn merge_keys_are_keys_unless_the_limits_ask_for_them() {
    let source = b"a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }";
    let keys = |merge_keys| {
        let limits = Limits {
            merge_keys,
            ..Limits::DEFAULT
        };
        let node = Node::read(source, Format::Yaml, &limits).expect("it is YAML");
        let Value::Mapping(top) = node.value else {
            panic!("a mapping")
        };
        let Value::Mapping(entries) = &top[1].value.value else {
            panic!("a mapping")
        };
        let mut keys: Vec<String> = entries
            .iter()
            .map(|entry| {
                format!(
                    "{}={}",
                    entry.key.spelled().expect("a key"),
                    entry.value.describe()
                )
            })
            .collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(false), ["<<=a mapping", "y=the number `3`"]);
    assert_eq!(keys(true), ["x=the number `1`", "y=the number `3`"]);

    let limits = Limits {
        merge_keys: true,
        ..Limits::DEFAULT
    };
    let problem =
        Node::read(b"a: { <<: 5 }", Format::Yaml, &limits).expect_err("it merges a number");
    assert_eq!(problem.rule, DocumentRule::Syntax);
    assert!(
        problem.message.starts_with("`<<` merges a mapping"),
        "{}",
        problem.message
    );
}

#[test]
fn a_refusal_calls_the_text_what_its_user_calls_it() {
    let limits = Limits {
        noun: "scenario",
        second_document: "a scenario is one document",
        depth: 2,
        nodes: 8,
        anchors: 1,
        ..Limits::DEFAULT
    };
    let told = |text: &str| {
        let problem = Node::read(text.as_bytes(), Format::Yaml, &limits).expect_err(text);
        (
            problem.rule,
            problem.message,
            problem.hint.unwrap_or_default(),
        )
    };
    let expected = |rule, message: &str, hint: &str| (rule, message.to_owned(), hint.to_owned());
    assert_eq!(
        told("[[[1]]]"),
        expected(
            DocumentRule::TooDeep,
            "the text nests deeper than any scenario",
            "at most 2 levels are read"
        )
    );
    assert_eq!(
        told("[1, 2, 3, 4, 5, 6, 7, 8]"),
        expected(
            DocumentRule::TooLarge,
            "the text holds more values than any scenario",
            "at most 8 values are read"
        )
    );
    assert_eq!(
        told("[&a 1, *a, *a, *a, *a, *a]"),
        expected(
            DocumentRule::TooLarge,
            "the aliases stand for more values than any scenario holds",
            "at most 8 values are read"
        )
    );
    for text in ["a\n---\nb", "{}\n---\n{}"] {
        let (rule, _, hint) = told(text);
        assert_eq!(
            (rule, &*hint),
            (DocumentRule::Syntax, "a scenario is one document"),
            "{text:?}"
        );
    }
}

#[test]
fn what_aliases_stand_for_is_bounded_in_bytes_too() {
    let long = "x".repeat(Limits::DEFAULT.bytes / 2);
    let text = format!("- &a {long}\n{}", "- *a\n".repeat(100));
    let problem = Node::from_yaml(text.as_bytes()).expect_err("it stands for 25 MiB");
    assert_eq!(problem.rule, DocumentRule::TooLarge);
}

#[test]
fn a_byte_order_mark_is_no_column_before_a_byte_that_is_not_utf_8() {
    let place = |text: &[u8]| {
        let problem = Node::from_yaml(text).expect_err("it is not UTF-8");
        let span = problem.span.expect("it has a place");
        (span.line, span.column)
    };
    assert_eq!(place(b"a: \xFF"), (1, 4));
    assert_eq!(place(b"\xEF\xBB\xBFa: \xFF"), (1, 4));
    assert_eq!(place(b"\xEF\xBB\xBFa:\n \xFF"), (2, 2));
}

#[test]
fn a_byte_order_mark_moves_a_place_by_its_bytes_and_by_no_column() {
    let place = |text: &str| {
        let problem = Node::from_yaml(text.as_bytes()).expect_err("it can't be read");
        problem.span.expect("it has a place")
    };
    for text in [
        "# ab\u{19}c",
        "a: [",
        "a: 'x",
        "a: b: c",
        "{a: b",
        "{} x",
        "a: !!int x",
        "a: {\tb: [",
    ] {
        let (plain, marked) = (place(text), place(&format!("\u{FEFF}{text}")));
        assert_eq!(
            (marked.line, marked.column, marked.start, marked.len),
            (plain.line, plain.column, plain.start + 3, plain.len),
            "{text:?}"
        );
    }
}
