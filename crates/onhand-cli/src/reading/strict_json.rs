//! JSON is YAML too, and the reader of declarations takes both. A file named `*.json` goes to other
//! readers as well, and those take JSON alone: no comma behind the last entry, no single quotes,
//! no comment.

use std::path::Path;

use onhand::declaration::{Problem, Rule, Span};
use serde::de::IgnoredAny;

use crate::files::{Text, without_mark};

/// Whether a file of that name promises JSON.
pub(super) fn is_asked_of(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The first place where the text is no JSON.
pub(super) fn problem(text: &[u8]) -> Option<Problem> {
    let json = without_mark(text);
    let error = serde_json::from_slice::<IgnoredAny>(json).err()?;
    let (offset, told) = in_words(json, offset(json, &error), &error);
    let (line, column) = Text::new(json).place(offset);
    Some(Problem {
        path: String::new(),
        rule: Rule::Syntax,
        message: format!("the file is named as JSON, but is not JSON: {told}"),
        hint: Some("write JSON, or name the file `*.yaml`: YAML takes this".to_owned()),
        span: Some(Span {
            line,
            column,
            start: text.len() - json.len() + offset,
            len: 1,
        }),
    })
}

/// What is wrong, and at which byte: in plain words what people write most, else in those of
/// `serde_json`.
fn in_words(json: &[u8], offset: usize, error: &serde_json::Error) -> (usize, String) {
    let (before, rest) = json.split_at(offset);
    let before = before.trim_ascii_end();
    match rest {
        [b'}' | b']', ..] if before.ends_with(b",") => {
            (before.len() - 1, "a comma behind the last entry".to_owned())
        }
        [b'\'', ..] => (offset, "JSON has texts in double quotes only".to_owned()),
        [b'#', ..] => (offset, "JSON has no comments".to_owned()),
        _ => {
            let told = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            (
                offset,
                told.strip_suffix(&place).unwrap_or(&told).to_owned(),
            )
        }
    }
}

/// The byte that the error is about. `serde_json` counts lines by LF, and columns in bytes.
fn offset(json: &[u8], error: &serde_json::Error) -> usize {
    if error.is_eof() {
        return json.len();
    }
    let before = error.line().saturating_sub(1);
    let line: usize = json
        .split_inclusive(|b| *b == b'\n')
        .take(before)
        .map(<[u8]>::len)
        .sum();
    (line + error.column().saturating_sub(1)).min(json.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Option<(u64, u64, String)> {
        let problem = problem(text.as_bytes())?;
        let span = problem.span.expect("it has a place");
        let told = problem.message.rsplit(": ").next().expect("a reason");
        Some((span.line, span.column, told.to_owned()))
    }

    #[test]
    fn what_only_yaml_takes_is_told_with_its_place() {
        for (text, line, column, told) in [
            ("{\"a\": 1,\n}", 1, 8, "a comma behind the last entry"),
            ("{\"€\": [1, 2,]}", 1, 12, "a comma behind the last entry"),
            (
                "\u{feff}{'a': 1}",
                1,
                2,
                "JSON has texts in double quotes only",
            ),
            (
                "{\"a\":\r\n  'b'}",
                2,
                3,
                "JSON has texts in double quotes only",
            ),
            ("# a comment\n{}", 1, 1, "JSON has no comments"),
            ("{a: 1}", 1, 2, "key must be a string"),
            ("{\"a\": 1}\n---\n", 2, 1, "trailing characters"),
            ("{\"a\": 01}", 1, 8, "invalid number"),
        ] {
            assert_eq!(
                place(text),
                Some((line, column, told.to_owned())),
                "{text:?}"
            );
        }
        let (line, column, told) = place("{\"a\":\n").expect("it ends too early");
        assert_eq!((line, column), (2, 1));
        assert!(told.starts_with("EOF"), "{told}");
    }

    #[test]
    fn json_is_let_alone_with_a_byte_order_mark_too() {
        assert_eq!(place("\u{feff}{\"a\": [1, \"\\u00e4\", null]}\r\n"), None);
    }

    #[test]
    fn the_name_tells_whether_it_is_asked() {
        assert!(is_asked_of("d/x.json") && is_asked_of("X.JSON"));
        assert!(!is_asked_of("x.yaml") && !is_asked_of("<stdin>") && !is_asked_of("json"));
    }
}
