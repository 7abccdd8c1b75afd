//! The parser's cases as data: `fixtures/declarations`. With `ONHAND_BLESS=1` the expectations
//! are written anew, to be read before they are committed.

#![allow(
    clippy::disallowed_methods,
    reason = "the cases are files of the repository"
)]

mod corpus;

use std::collections::BTreeSet;
use std::path::PathBuf;

use corpus::{Case, cases, parse};
use onhand_declaration::{ParsedFile, Problem, Rule};

/// Every rule that no text breaks under the documented kinds: what is wrong with files is
/// their reader's to tell, and the others take a host's own kinds, as in `vocabulary.rs`.
const NOT_IN_A_TEXT: [Rule; 2] = [Rule::LivenessKindWrongOs, Rule::ParameterMissing];

#[test]
fn an_invalid_file_is_told_what_is_written_beside_it() {
    let mut wrong = Vec::new();
    for case in cases("invalid") {
        let name = case.name();
        let parsed = parse(&case.text);
        let has_error = parsed.problems.iter().any(Problem::is_error);
        assert!(has_error, "{name} has an error");
        let told = tell(&case, &parsed);
        bless(&case, &told);
        match expected(&case) {
            Some(expected) if expected == told => {}
            Some(expected) => wrong.push(format!("{name}: expected\n{expected}and got\n{told}")),
            None => wrong.push(format!("{name}: no .expected stands beside it")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_valid_file_has_declarations_and_only_the_warnings_written_beside_it() {
    for case in cases("valid") {
        let name = case.name();
        let parsed = parse(&case.text);
        let told = tell(&case, &parsed);
        assert!(!parsed.declarations.is_empty(), "{name}: {told}");
        assert!(
            !parsed.problems.iter().any(Problem::is_error),
            "{name}: {told}"
        );
        if parsed.problems.is_empty() {
            assert_eq!(expected(&case), None, "{name} has no warning");
        } else {
            bless(&case, &told);
            assert_eq!(expected(&case), Some(told), "{name}");
        }
    }
}

#[test]
fn an_expectation_belongs_to_a_file() {
    for folder in ["valid", "invalid"] {
        let cases = cases(folder);
        let known: BTreeSet<PathBuf> = cases.iter().map(expected_path).collect();
        assert_eq!(
            known.len(),
            cases.len(),
            "no two files share an expectation"
        );
        let folder = cases[0].path.parent().expect("a file is in a folder");
        for entry in std::fs::read_dir(folder).expect("it is part of the repository") {
            let path = entry.expect("it can be listed").path();
            let is_expectation = path.extension().is_some_and(|end| end == "expected");
            assert!(
                !is_expectation || known.contains(&path),
                "{} stands alone",
                path.display()
            );
        }
    }
}

#[test]
fn every_rule_has_a_file_that_breaks_it() {
    let broken: BTreeSet<Rule> = ["valid", "invalid"]
        .into_iter()
        .flat_map(cases)
        .flat_map(|case| parse(&case.text).problems)
        .map(|problem| problem.rule)
        .collect();
    let expected: BTreeSet<Rule> = Rule::all()
        .filter(|rule| !NOT_IN_A_TEXT.contains(rule))
        .collect();
    assert_eq!(broken, expected);
}

#[test]
fn a_place_is_the_same_in_lines_and_columns_as_in_bytes() {
    for case in ["valid", "invalid"].into_iter().flat_map(cases) {
        let name = case.name();
        for problem in parse(&case.text).problems {
            let Some(span) = problem.span else { continue };
            let before = std::str::from_utf8(&case.text[..span.start])
                .unwrap_or_else(|_| panic!("{name}: {problem} starts at a character"));
            let before = before.strip_prefix('\u{FEFF}').unwrap_or(before);
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            let line = before.matches('\n').count() + 1;
            let column = before[line_start..].chars().count() + 1;
            assert_eq!(
                (span.line, span.column),
                (line as u64, column as u64),
                "{name}: {problem}"
            );
            let shown = &case.text[span.start..span.start + span.len];
            assert!(
                std::str::from_utf8(shown).is_ok(),
                "{name}: {problem} ends at a character"
            );
        }
    }
}

#[test]
fn an_error_says_something_in_one_line() {
    for case in cases("invalid") {
        let name = case.name();
        for problem in parse(&case.text).problems {
            let hint = problem.hint.as_deref();
            let texts = [Some(problem.message.as_str()), hint];
            for text in texts.into_iter().flatten() {
                assert!(!text.is_empty(), "{name}: {problem:?}");
                assert!(!text.contains(char::is_control), "{name}: {text:?}");
                assert!(text.chars().count() < 300, "{name}: {text:?}");
            }
        }
    }
}

/// Where what must be told of a file is written down.
fn expected_path(case: &Case) -> PathBuf {
    case.path.with_extension("expected")
}

fn expected(case: &Case) -> Option<String> {
    std::fs::read_to_string(expected_path(case)).ok()
}

/// Writes down what is told, if that is asked for.
fn bless(case: &Case, told: &str) {
    if std::env::var_os("ONHAND_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(expected_path(case), told).expect("the folder can be written");
    }
}

/// What is told of a file, in the form that the README beside the files explains.
fn tell(case: &Case, parsed: &ParsedFile) -> String {
    let mut lines = Vec::new();
    for problem in &parsed.problems {
        let place = match problem.span {
            Some(span) => format!("{}:{}", span.line, span.column),
            None => "-".to_owned(),
        };
        let path = match problem.path.as_str() {
            "" => String::new(),
            path => format!(" {path}"),
        };
        let (severity, rule, message) = (problem.severity(), problem.rule, &problem.message);
        lines.push(format!("{place} {severity} {rule}{path}: {message}"));
        if let Some(hint) = &problem.hint {
            lines.push(format!("    hint: {hint}"));
        }
        if let Some(shown) = underlined(case, problem) {
            lines.push(format!("    at: {shown}"));
        }
    }
    let names: Vec<&str> = parsed
        .declarations
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    if !names.is_empty() {
        lines.push(format!("valid: {}", names.join(", ")));
    }
    lines.join("\n") + "\n"
}

/// The part of the text that is underlined, in one line and cut.
fn underlined(case: &Case, problem: &Problem) -> Option<String> {
    let span = problem.span.filter(|span| span.len > 0)?;
    let text = String::from_utf8_lossy(&case.text[span.start..span.start + span.len]);
    let mut shown: String = text.chars().take(100).collect();
    if text.chars().nth(100).is_some() {
        shown.push('…');
    }
    Some(shown.replace('\n', "⏎").replace('\t', "⇥"))
}
