//! What is said of a text that can't be read: the reader's findings in the words of the grammar.

use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error, Location};

use super::YamlBudget;
use super::read::span;
use crate::{Problem, Rule, Span};

/// A rule, a sentence, and what would be right.
type Told = (Rule, String, Option<String>);

/// What the reader refused the text for.
pub(super) fn refusal(text: &str, error: &Error, budget: YamlBudget) -> Problem {
    let error = error.without_snippet();
    let span = error.location().and_then(|location| place(text, &location));
    let (rule, message, hint) = told(error, budget);
    let span = if message.contains(TABS) {
        span.map(|span| first_tab(text, span))
    } else {
        span
    };
    Problem {
        path: String::new(),
        rule,
        message,
        hint,
        span,
    }
}

/// What is said of a text that is too long to be read at all.
pub(super) fn too_long(bytes: usize, budget: YamlBudget) -> Problem {
    Problem {
        path: String::new(),
        rule: Rule::TooLarge,
        message: format!("the file holds {bytes} bytes"),
        hint: Some(format!("at most {} bytes are read", budget.bytes)),
        span: None,
    }
}

/// What is said of the first byte that is not UTF-8.
pub(super) fn not_utf8(text: &[u8], error: std::str::Utf8Error) -> Problem {
    let start = error.valid_up_to();
    let before = String::from_utf8_lossy(&text[..start]);
    let line_break = before.rfind('\n');
    let line_start = line_break.map_or_else(|| first_column(&before), |at| at + 1);
    let line = before.matches('\n').count() as u64 + 1;
    let column = before[line_start..].chars().count() as u64 + 1;
    let hint = match text {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file looks like UTF-16; save it as UTF-8",
        _ => "save the file as UTF-8",
    };
    Problem {
        path: String::new(),
        rule: Rule::NotUtf8,
        message: format!("the byte 0x{:02X} is not UTF-8", text[start]),
        hint: Some(hint.to_owned()),
        span: Some(Span {
            line,
            column,
            start,
            len: 0,
        }),
    }
}

fn told(error: &Error, budget: YamlBudget) -> Told {
    match error {
        // Where an alias led is not what is wrong.
        Error::AliasError { error, .. } => told(error.without_snippet(), budget),
        Error::Budget { breach, .. } => over(breach, budget),
        Error::MultipleDocuments { .. } => second_document(),
        Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. } => aliases(budget),
        Error::RecursiveReferencesRequireWeakTypes { .. } => (
            Rule::Syntax,
            "an alias stands inside of what it stands for".to_owned(),
            Some("write out what is meant".to_owned()),
        ),
        Error::UnknownAnchor { .. } => (
            Rule::Syntax,
            "the alias has no anchor".to_owned(),
            Some("`&name` marks a value before `*name` stands for it".to_owned()),
        ),
        Error::InvalidScalar { .. } => (
            Rule::Syntax,
            "the value is not of the type that its tag names".to_owned(),
            Some("leave the tag out".to_owned()),
        ),
        Error::Message { msg, .. } => syntax(msg, budget),
        other => {
            let mut message = other.to_string();
            // The place is told apart from the sentence.
            if let Some(at) = message.find(" at line ") {
                message.truncate(at);
            }
            syntax(&message, budget)
        }
    }
}

fn over(breach: &BudgetBreach, budget: YamlBudget) -> Told {
    match breach {
        BudgetBreach::Depth { .. } => too_deep(budget),
        BudgetBreach::Documents { .. } => second_document(),
        BudgetBreach::Aliases { .. }
        | BudgetBreach::AliasAnchorRatio { .. }
        | BudgetBreach::RecordedAnchorEvents { .. }
        | BudgetBreach::RecordedAnchorBytes { .. } => aliases(budget),
        BudgetBreach::Anchors { .. } => (
            Rule::TooLarge,
            "the text has more anchors than any declaration".to_owned(),
            None,
        ),
        _ => (
            Rule::TooLarge,
            "the text holds more values than any declaration".to_owned(),
            Some(format!("at most {} values are read", budget.nodes)),
        ),
    }
}

fn too_deep(budget: YamlBudget) -> Told {
    (
        Rule::TooDeep,
        "the text nests deeper than any declaration".to_owned(),
        Some(format!("at most {} levels are read", budget.depth)),
    )
}

fn aliases(budget: YamlBudget) -> Told {
    (
        Rule::TooLarge,
        "the aliases stand for more values than any declaration holds".to_owned(),
        Some(format!("at most {} values are read", budget.nodes)),
    )
}

/// What is right where a second document begins, in any text.
pub(super) const ONE_DOCUMENT: &str = "one document is read: leave its marks `---` and `...` out";

fn second_document() -> Told {
    (
        Rule::Syntax,
        "a second document starts here".to_owned(),
        Some(ONE_DOCUMENT.to_owned()),
    )
}

const TABS: &str = "a tab can't indent";

/// What the reader tells only in words: a part of its sentence, and ours for it.
const WORDINGS: [(&str, &str, &str); 13] = [
    ("tabs disallowed", TABS, "indent with spaces"),
    (
        "tab cannot be used as indentation",
        TABS,
        "indent with spaces",
    ),
    (
        "unknown escape",
        r"a `\` in double quotes starts an escape, and there is none of this name",
        "use single quotes, or write `/`",
    ),
    (
        "expected hexadecimal number",
        r"a `\x`, `\u` or `\U` in double quotes needs hexadecimal digits behind it",
        "use single quotes, or write `/`",
    ),
    (
        "mapping values are not allowed",
        "a key can't stand here",
        "put an inner key on its own line; quote a text that holds `: `",
    ),
    (
        "did not find expected key",
        "a key is missing here",
        "the keys of one mapping start in the same column",
    ),
    (
        "',' or '}'",
        "a `,` or a `}` is missing here",
        "a bracket further up may have no end",
    ),
    (
        "',' or ']'",
        "a `,` or a `]` is missing here",
        "a bracket further up may have no end",
    ),
    (
        "unclosed quote",
        "the quote that starts here has no end",
        "put the same quote behind the text",
    ),
    (
        "trailing content",
        "this can't stand behind a text in quotes",
        "a comma or a line break is missing; inside of single quotes `'` is written twice",
    ),
    (
        "unclosed bracket '['",
        "the `[` that stands here has no end",
        "put a `]` behind its last value",
    ),
    (
        "unclosed bracket '{'",
        "the `{` that stands here has no end",
        "put a `}` behind its last value",
    ),
    (
        "expected <document start>",
        "no document can start here",
        ONE_DOCUMENT,
    ),
];

/// A wording that is not known here is passed on as it is.
fn syntax(message: &str, budget: YamlBudget) -> Told {
    if message.contains("recursion limit") {
        return too_deep(budget);
    }
    if message.contains("multiple YAML documents") {
        return second_document();
    }
    if let Some(quoted) = message.strip_prefix("unexpected character: ") {
        let quoted = quoted.strip_prefix('`').unwrap_or(quoted);
        return character(quoted.strip_suffix('\'').unwrap_or(quoted));
    }
    let known = WORDINGS.iter().find(|(part, ..)| message.contains(part));
    match known {
        Some((_, ours, hint)) => (Rule::Syntax, (*ours).to_owned(), Some((*hint).to_owned())),
        None => (Rule::Syntax, message.to_owned(), None),
    }
}

fn character(character: &str) -> Told {
    let hint = match character {
        "%" | "@" | "`" => format!("quote a text that starts with `{character}`"),
        _ => "leave it out".to_owned(),
    };
    let message = format!("the character `{character}` can't stand here");
    (Rule::Syntax, message, Some(hint))
}

/// The place of an error, whose byte offset the reader doesn't always know.
fn place(text: &str, location: &Location) -> Option<Span> {
    if let Some(span) = span(location) {
        return Some(span);
    }
    if *location == Location::UNKNOWN {
        return None;
    }
    let (line, column) = (location.line(), location.column());
    let line_start = match line.checked_sub(2) {
        None => first_column(text),
        Some(breaks) => {
            let nth = usize::try_from(breaks).ok()?;
            text.match_indices('\n').nth(nth)?.0 + 1
        }
    };
    let in_line = usize::try_from(column.saturating_sub(1)).ok()?;
    let offset = text[line_start..]
        .char_indices()
        .nth(in_line)
        .map_or(text.len() - line_start, |(at, _)| at);
    Some(Span {
        line,
        column,
        start: line_start + offset,
        len: 0,
    })
}

/// Where the first line has its first column: a byte order mark takes none.
fn first_column(text: &str) -> usize {
    if text.starts_with('\u{FEFF}') {
        '\u{FEFF}'.len_utf8()
    } else {
        0
    }
}

/// The reader notices a tab when it has passed it.
fn first_tab(text: &str, span: Span) -> Span {
    let line_break = text[..span.start].rfind('\n');
    let line_start = line_break.map_or_else(|| first_column(text), |at| at + 1);
    let before = text.get(line_start..span.start).unwrap_or_default();
    let Some(tab) = before.find('\t') else {
        return span;
    };
    Span {
        line: span.line,
        column: before[..tab].chars().count() as u64 + 1,
        start: line_start + tab,
        len: 1,
    }
}
