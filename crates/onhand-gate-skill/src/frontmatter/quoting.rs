//! What to put in quotes, so that a frontmatter that is no YAML becomes one.
//!
//! Authors write prose, and YAML takes some of it for marks of its own: `: ` in a sentence, a `[` before it. The reader
//! tells where it lost its way; what would be right is told by the line itself, and tried before it is said.

use onhand_document::{Format, Node, Value};

use super::gate_key::is_meant;
use super::limits::LIMITS;
use super::line::FieldLine;
use super::{Flaw, FrontmatterError};

/// How many lines are tried, nearest to where the reader lost its way first. Each costs a reading.
const MOST_TRIED: usize = 8;

/// The keys whose values are texts, however they look.
const PROSE: [&str; 4] = ["name", "description", "license", "compatibility"];

/// What is wrong with the text, of which the reader got as far as that line, and what to write there. `None` where no
/// change of one value would get it further.
pub(super) fn to_quote(text: &str, reached: u64) -> Option<FrontmatterError> {
    let lines: Vec<&str> = text.split('\n').collect();
    let last = usize::try_from(reached).ok()?.min(lines.len());
    let tried = (0..last).rev().filter_map(|at| {
        let field = FieldLine::read(lines[at])?;
        // A list of applications is no text that its author forgot to quote.
        let change = (!is_meant(field.key)).then(|| change(&lines, at, field, last))??;
        Some((at, field, change))
    });
    for (at, field, change) in tried.take(MOST_TRIED) {
        let new = [&lines[..at], &[&*change.lines], &lines[at + 1..]].concat();
        let reached = reached + change.lines.matches('\n').count() as u64;
        if gets_further(&new.join("\n"), reached) {
            return Some(FrontmatterError {
                line: Some(at as u64 + 1),
                column: Some(field.column),
                flaw: Flaw::Syntax {
                    message: change.wrong,
                    hint: Some(change.hint),
                },
            });
        }
    }
    at_margin(&lines, last)
}

/// What is wrong with a value of which YAML takes the first word for a mark of its own and leaves it out: `!important`,
/// an `&anchor` that nothing refers to, a `# comment` where there is no value besides.
pub(super) fn passed_over(
    field: FieldLine<'_>,
    node: &Node,
    text: &str,
) -> Option<FrontmatterError> {
    let mark = field.value.chars().next()?;
    let is_passed_over = match mark {
        '!' => !field.value.starts_with("!!"),
        '&' => {
            let name = field.value[1..].split_whitespace().next()?;
            !text.contains(&format!("*{name}"))
        }
        '#' => node.value == Value::Null,
        _ => false,
    };
    is_passed_over.then(|| FrontmatterError {
        line: node.span.map(|span| span.line),
        column: Some(field.column),
        flaw: Flaw::Syntax {
            message: begins_with(mark),
            hint: Some(format!("put the text in quotes: `{}`", field.quoted())),
        },
    })
}

/// What is wrong with a text of several lines, the second of which stands at the margin.
fn at_margin(lines: &[&str], reached: usize) -> Option<FrontmatterError> {
    let is_margin =
        |line: &str| line.starts_with(char::is_alphanumeric) && FieldLine::read(line).is_none();
    let at = (reached.saturating_sub(2)..reached)
        .find(|at| lines.get(*at).is_some_and(|line| is_margin(line)))?;
    let fields = lines[..at].iter().rev();
    let above = fields.filter_map(|line| FieldLine::read(line)).next()?;
    PROSE.contains(&above.key).then(|| FrontmatterError {
        line: Some(at as u64 + 1),
        column: Some(1),
        flaw: Flaw::Syntax {
            message: format!(
                "a text of several lines goes on at the margin, where `{}` ends",
                above.key
            ),
            hint: Some("indent the line by two spaces".to_owned()),
        },
    })
}

fn begins_with(mark: char) -> String {
    match mark {
        '`' => "a text can't begin with a backtick unless it is in quotes".to_owned(),
        _ => format!("a text can't begin with `{mark}` unless it is in quotes"),
    }
}

fn gets_further(text: &str, reached: u64) -> bool {
    match Node::read(text.as_bytes(), Format::Yaml, &LIMITS) {
        Ok(_) => true,
        Err(problem) => problem.span.is_some_and(|span| span.line > reached),
    }
}

/// Other lines in place of one.
struct Change {
    wrong: String,
    hint: String,
    lines: String,
}

/// What may be meant by the line, whose value ends before line `last` if it is a text of several.
fn change(lines: &[&str], at: usize, field: FieldLine<'_>, last: usize) -> Option<Change> {
    if !field.is_spaced {
        let line = field.with(field.value);
        return Some(Change {
            wrong: format!("there is no space behind `{}:`", field.key),
            hint: format!("write `{}`", line.trim_start()),
            lines: line,
        });
    }
    if let Some(wrong) = taken_for_a_mark(field) {
        let line = field.quoted();
        return Some(Change {
            wrong,
            hint: format!("put the text in quotes: `{}`", line.trim_start()),
            lines: line,
        });
    }
    folded(&lines[at + 1..last], field)
}

/// Why the value, on a line of its own, is not a plain text for YAML.
fn taken_for_a_mark(field: FieldLine<'_>) -> Option<String> {
    let value = field.value;
    let first = value.chars().next()?;
    match first {
        '"' | '\'' => {
            let rest = &value[1..];
            let end = rest.find(first)?;
            return (end + 1 < rest.len())
                .then(|| "a text in quotes ends before its line does".to_owned());
        }
        '[' | '{' => {
            let close = if first == '[' { ']' } else { '}' };
            let behind = value.rfind(close).map(|end| value[end + 1..].trim());
            let goes_on =
                behind.is_some_and(|behind| !behind.is_empty() && !behind.starts_with('#'));
            return (goes_on || PROSE.contains(&field.key)).then(|| begins_with(first));
        }
        '@' | '`' | '%' | '*' | '&' | '!' | ',' | ']' | '}' | '|' | '>' => {
            return Some(begins_with(first));
        }
        '-' | '?' if value[1..].is_empty() || value[1..].starts_with(' ') => {
            return Some(begins_with(first));
        }
        _ => {}
    }
    (value.contains(": ") || value.ends_with(':'))
        .then(|| "a text can't hold `: ` unless it is in quotes".to_owned())
}

/// The value as a text of several lines, none of which is taken for a key. `rest` goes as far as the reader got.
fn folded(rest: &[&str], field: FieldLine<'_>) -> Option<Change> {
    let is_within = |line: &&str| {
        let inner = line.trim_start_matches(' ');
        inner.trim_end().is_empty() || line.len() - inner.len() > field.indent()
    };
    let is_gate = |line: &&str| FieldLine::read(line).is_some_and(|inner| is_meant(inner.key));
    let is_text = PROSE.contains(&field.key) && !rest.is_empty();
    if !is_text || !rest.iter().all(|line| is_within(line) && !is_gate(line)) {
        return None;
    }
    let mut lines = field.with(">-");
    if !field.value.is_empty() {
        let inner = rest.iter().find(|line| !line.trim().is_empty())?;
        let indent = inner.len() - inner.trim_start_matches(' ').len();
        lines = format!("{lines}\n{}{}", " ".repeat(indent), field.value);
    }
    Some(Change {
        wrong: "a text of several lines can't hold `: ` unless it is marked as one".to_owned(),
        hint: format!(
            "write `{}: >-`, and the text on the lines below it, indented",
            field.key
        ),
        lines,
    })
}
