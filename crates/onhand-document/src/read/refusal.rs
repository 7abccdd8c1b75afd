//! What is said of a text that can't be read: the reader's findings in words for its author.

use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

use super::Limits;
use super::place::{first_column, first_tab, place};
use crate::{DocumentRule, Problem, Span};

/// A rule, a sentence, and what would be right.
pub(super) type Told = (DocumentRule, String, Option<String>);

/// What the reader refused the text for.
pub(super) fn refusal(text: &str, error: &Error, limits: &Limits) -> Problem {
    let error = error.without_snippet();
    let span = error.location().and_then(|location| place(text, &location));
    let (rule, message, hint) = told(error, limits);
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
pub(super) fn too_long(bytes: usize, limits: &Limits) -> Problem {
    let message = format!("the file holds {bytes} bytes");
    Problem::new(DocumentRule::TooLarge, message)
        .hint(format!("at most {} bytes are read", limits.bytes))
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
        rule: DocumentRule::NotUtf8,
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

fn told(error: &Error, limits: &Limits) -> Told {
    match error {
        // Where an alias led is not what is wrong.
        Error::AliasError { error, .. } => told(error.without_snippet(), limits),
        Error::Budget { breach, .. } => over(breach, limits),
        Error::MergeValueNotMapOrSeqOfMaps { .. } => (
            DocumentRule::Syntax,
            "`<<` merges a mapping or a list of mappings, and this is neither".to_owned(),
            None,
        ),
        Error::MultipleDocuments { .. } => second_document(limits),
        Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. } => aliases(limits),
        Error::RecursiveReferencesRequireWeakTypes { .. } => (
            DocumentRule::Syntax,
            "the alias is inside the value that it refers to".to_owned(),
            Some("write out what is meant".to_owned()),
        ),
        Error::UnknownAnchor { .. } => (
            DocumentRule::Syntax,
            "the alias has no anchor".to_owned(),
            Some("`&name` marks a value before `*name` stands for it".to_owned()),
        ),
        Error::InvalidScalar { .. } => (
            DocumentRule::Syntax,
            "the value is not of the type that its tag names".to_owned(),
            Some("leave the tag out".to_owned()),
        ),
        Error::Message { msg, .. } => syntax(msg, limits),
        other => {
            let mut message = other.to_string();
            // The place is told apart from the sentence.
            if let Some(at) = message.find(" at line ") {
                message.truncate(at);
            }
            syntax(&message, limits)
        }
    }
}

fn over(breach: &BudgetBreach, limits: &Limits) -> Told {
    match breach {
        BudgetBreach::Depth { .. } => too_deep(limits),
        BudgetBreach::Documents { .. } => second_document(limits),
        BudgetBreach::Aliases { .. }
        | BudgetBreach::AliasAnchorRatio { .. }
        | BudgetBreach::RecordedAnchorEvents { .. }
        | BudgetBreach::RecordedAnchorBytes { .. } => aliases(limits),
        BudgetBreach::Anchors { .. } => (
            DocumentRule::TooLarge,
            format!("the text has more anchors than any {}", limits.noun),
            None,
        ),
        _ => too_many_values(limits),
    }
}

pub(super) fn too_many_values(limits: &Limits) -> Told {
    (
        DocumentRule::TooLarge,
        format!("the text holds more values than any {}", limits.noun),
        Some(format!("at most {} values are read", limits.nodes)),
    )
}

pub(super) fn too_deep(limits: &Limits) -> Told {
    (
        DocumentRule::TooDeep,
        format!("the text nests deeper than any {}", limits.noun),
        Some(format!("at most {} levels are read", limits.depth)),
    )
}

fn aliases(limits: &Limits) -> Told {
    (
        DocumentRule::TooLarge,
        format!(
            "the aliases stand for more values than any {} holds",
            limits.noun
        ),
        Some(format!("at most {} values are read", limits.nodes)),
    )
}

fn second_document(limits: &Limits) -> Told {
    (
        DocumentRule::Syntax,
        "a second document starts here".to_owned(),
        Some(limits.second_document.to_owned()),
    )
}

const TABS: &str = "a tab can't indent";

/// What the reader tells only in words: a part of its sentence, and ours for it.
const WORDINGS: [(&str, &str, &str); 12] = [
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
        "the quote that opens here is never closed",
        "put the same quote behind the text",
    ),
    (
        "trailing content",
        "this can't stand behind a text in quotes",
        "a comma or a line break is missing; inside of single quotes `'` is written twice",
    ),
    (
        "unclosed bracket '['",
        "the `[` here is never closed",
        "put a `]` behind its last value",
    ),
    (
        "unclosed bracket '{'",
        "the `{` here is never closed",
        "put a `}` behind its last value",
    ),
];

/// A wording that is not known here is passed on as it is.
fn syntax(message: &str, limits: &Limits) -> Told {
    if message.contains("recursion limit") {
        return too_deep(limits);
    }
    if message.contains("multiple YAML documents") {
        return second_document(limits);
    }
    if message.contains("expected <document start>") {
        let message = "no document can start here".to_owned();
        return (
            DocumentRule::Syntax,
            message,
            Some(limits.second_document.to_owned()),
        );
    }
    if let Some(quoted) = message.strip_prefix("unexpected character: ") {
        let quoted = quoted.strip_prefix('`').unwrap_or(quoted);
        return character(quoted.strip_suffix('\'').unwrap_or(quoted));
    }
    let known = WORDINGS.iter().find(|(part, ..)| message.contains(part));
    match known {
        Some((_, ours, hint)) => (
            DocumentRule::Syntax,
            (*ours).to_owned(),
            Some((*hint).to_owned()),
        ),
        None => (DocumentRule::Syntax, message.to_owned(), None),
    }
}

fn character(character: &str) -> Told {
    let hint = match character {
        "%" | "@" | "`" => format!("quote a text that starts with `{character}`"),
        _ => "leave it out".to_owned(),
    };
    let message = format!("the character `{character}` can't stand here");
    (DocumentRule::Syntax, message, Some(hint))
}
