//! What files state of their versions: a block for each file that was read.

use std::fmt::Write;

use onhand::resolver::Observation;
use onhand::version::compare::VersionScheme;
use unicode_width::UnicodeWidthStr;

use super::style::{BAD, GOOD, HEADING, QUIET, WARNED, mark, styled};
use super::width::{cut, padded};
use crate::answers::{Inspection, Value};
use crate::visible::plain;

/// The widest value that is shown whole. What is longer can be no version.
const MAX_VALUE: usize = 256;
/// The widest label that others are aligned to.
const MAX_LABEL: usize = 40;

/// A block for each file that was read.
pub(crate) fn inspect(inspections: &[Inspection]) -> String {
    inspections
        .iter()
        .filter(|inspection| inspection.was_read)
        .map(block)
        .collect::<Vec<_>>()
        .join("\n")
}

fn block(inspection: &Inspection) -> String {
    let rows = rows(inspection);
    let labels = rows.iter().map(|(label, _)| label.width());
    let width = labels.max().unwrap_or_default().min(MAX_LABEL);
    let mut text = format!(
        "{} {HEADING}{}{HEADING:#}  {}\n",
        mark(inspection.version.is_present()),
        plain(&inspection.path),
        inspection.kind.as_str(),
    );
    for (label, value) in rows {
        let label = styled(QUIET, &padded(&label, width));
        let _ = writeln!(text, "  {label}  {value}");
    }
    text
}

/// Each label with what stands beside it.
fn rows(inspection: &Inspection) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    if let Some(way) = &inspection.inside {
        rows.push(("file".to_owned(), plain(way).into_owned()));
    }
    for field in &inspection.fields {
        rows.push((plain(&field.name).into_owned(), value(&field.value)));
    }
    rows.push(("version".to_owned(), version(inspection)));
    rows.extend(note(inspection).map(|note| ("note".to_owned(), note)));
    rows
}

fn value(value: &Value) -> String {
    match value {
        Value::Missing => "-".to_owned(),
        Value::Text(text) if text.trim().is_empty() => styled(QUIET, "(blank)"),
        Value::Text(text) => cut(&plain(text), MAX_VALUE),
        Value::Other(kind) => styled(QUIET, &format!("({kind})")),
    }
}

/// The version that counts and where it stands, or why there is none.
fn version(inspection: &Inspection) -> String {
    match &inspection.version {
        Observation::Present(stated) => {
            let version = styled(GOOD, &plain(stated.version.as_str()));
            let source = styled(QUIET, &format!("({})", plain(&stated.stated_as)));
            format!("{version}  {source}")
        }
        other => {
            let reason = plain(other.reason().unwrap_or_default());
            format!("{}: {reason}", styled(BAD, other.state()))
        }
    }
}

/// What an author should know of how the version compares.
fn note(inspection: &Inspection) -> Option<String> {
    let text = inspection.version.present()?.version.as_str();
    let scheme = VersionScheme::Numeric;
    let dropped = scheme.dropped(text);
    let kept = scheme.as_compared(text).ok()?;
    if dropped.is_empty() {
        return None;
    }
    let mut note = format!(
        "the {scheme} scheme drops `{}` and compares it as `{kept}`",
        plain(&dropped)
    );
    let leading = VersionScheme::Leading;
    if let Ok(other) = leading.as_compared(text)
        && other != kept
    {
        note += &format!("; the {leading} scheme compares it as `{other}`");
    }
    Some(styled(WARNED, &note))
}
