//! What a file or an answer's body holds.

use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use onhand_document::{DocumentRule, Field, Fields, Report, keys_hint, shown};

use super::beside::Beside;
use super::error::told;
use super::rule::ScenarioRule;
use crate::FileContent;

const FILE_KEYS: [&str; 7] = [
    "text",
    "base64",
    "json",
    "from",
    "size",
    "modified",
    "executable",
];
const FILE_CONTENT: [&str; 5] = ["text", "base64", "json", "from", "size"];
const BODY_CONTENT: [&str; 4] = ["text", "base64", "json", "from"];

/// A file as a scenario describes it.
pub(super) struct File {
    pub(super) content: FileContent,
    pub(super) modified: Option<SystemTime>,
    pub(super) executable: Option<bool>,
}

/// A file: its text, or `{ text | base64 | json | from | size, modified?, executable? }`.
pub(super) fn file(
    field: &Field<'_>,
    beside: &Beside<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<File> {
    if is_scalar(field) {
        return Some(File {
            content: field.text(report)?.into(),
            modified: None,
            executable: None,
        });
    }
    let mark = report.mark();
    let hint = || {
        format!(
            "write the text of the file, or a mapping: {}",
            keys_hint(&FILE_KEYS)
        )
    };
    let mut fields = Fields::read(field.node, &field.place, "a file", hint, report)?;
    let modified = fields
        .take("modified")
        .and_then(|field| time(&field, report));
    let executable = fields
        .take("executable")
        .and_then(|field| field.bool(report));
    let content = content(fields, &FILE_CONTENT, &FILE_KEYS, beside, report);
    let file = File {
        content: content?,
        modified,
        executable,
    };
    (!report.errors_since(mark)).then_some(file)
}

/// A body: its text, or `{ text | base64 | json | from }`.
pub(super) fn body(
    field: &Field<'_>,
    beside: &Beside<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<FileContent> {
    if is_scalar(field) {
        return field.text(report).map(FileContent::from);
    }
    let hint = || {
        format!(
            "write the text of the body, or a mapping: {}",
            keys_hint(&BODY_CONTENT)
        )
    };
    let fields = Fields::read(field.node, &field.place, "a body", hint, report)?;
    content(fields, &BODY_CONTENT, &BODY_CONTENT, beside, report)
}

/// Whether it is a text, or what YAML took for something other than the text it was meant to be.
fn is_scalar(field: &Field<'_>) -> bool {
    field.node.spelled().is_some()
}

/// A time of RFC 3339 in UTC.
pub(super) fn time(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<SystemTime> {
    let text = field.text(report)?;
    let time = humantime::parse_rfc3339(text);
    if time.is_err() {
        report.add_with_hint(
            ScenarioRule::TimeInvalid,
            &field.place,
            format!("`{}` is not a time that a scenario takes", shown(text)),
            "write one in UTC, as `2026-01-31T12:00:00Z`, not before 1970",
        );
    }
    time.ok()
}

/// What one of `keys` gives. `known` are all keys of the mapping, of which the others are taken by now.
fn content(
    mut fields: Fields<'_>,
    keys: &[&str],
    known: &[&str],
    beside: &Beside<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<FileContent> {
    // Who misspelled a key is told of that alone.
    let is_misspelled = !fields.is_empty() && !fields.keys().any(|key| keys.contains(&key));
    let field = if is_misspelled {
        None
    } else {
        fields.take_one_of(keys, ScenarioRule::NotExactlyOne, report)
    };
    fields.deny_rest(known, report);
    let field = field?;
    Some(match field.key {
        "text" => field.text(report)?.into(),
        "base64" => {
            // A block of lines is as good as one line.
            let mut text = field.text(report)?.to_owned();
            text.retain(|c| !c.is_ascii_whitespace());
            let bytes = STANDARD.decode(&text);
            if bytes.is_err() {
                report.add_with_hint(
                    ScenarioRule::Base64Invalid,
                    &field.place,
                    "this is not base64",
                    "it has a character outside `A-Za-z0-9+/`, or lacks its last `=`",
                );
            }
            bytes.ok()?.into()
        }
        "json" => {
            let json = serde_json::to_vec(field.node);
            if let Err(error) = &json {
                report.add(DocumentRule::WrongType, &field.place, told(error));
            }
            json.ok()?.into()
        }
        "from" => beside.read(&field, report)?.into(),
        _ => {
            let range = "a whole number of bytes";
            FileContent::zeros(field.number(range, ScenarioRule::OutOfRange, report)?)
        }
    })
}
