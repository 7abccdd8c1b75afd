//! The answers of `check`: a row for each declaration, what is wrong below it, a sum at the end.

use std::collections::HashMap;
use std::fmt::Write;

use onhand::declaration::{Declaration, Requirements as _};
use onhand::resolver::{Assessment, Cause};
use unicode_width::UnicodeWidthStr;

use super::counted::left_out;
use super::style::{HEADING, QUIET, mark, styled, verdict};
use super::width::{cut, cut_front, padded};
use crate::answers::{Answers, Checked};
use crate::visible::plain;

/// A longer name is cut, so that one declaration can't push all others off the screen.
pub(super) const MAX_NAME: usize = 40;
/// A reason stands in its row where both fit in so many columns, else below it.
const MAX_ROW: usize = 100;

/// The rows and the sum.
pub(crate) fn check(answers: &Answers<Checked<'_>>) -> String {
    let results = &answers.results;
    let mut rows: Vec<Row> = results.iter().map(Row::new).collect();
    tell_apart(&mut rows, results);
    let rows = rows;
    let widest = |column: fn(&Row) -> &str| {
        let widths = rows.iter().map(|row| column(row).width());
        widths.max().unwrap_or_default()
    };
    let name = widest(|row| &row.name);
    let state = widest(|row| &row.state);
    // Where none was found, a column of dashes says nothing.
    let versions = results
        .iter()
        .any(|checked| checked.assessment.availability.version.is_some());
    let version = versions.then(|| widest(|row| &row.version));
    let mut text = String::new();
    for row in &rows {
        let style = verdict(row.offerable);
        let _ = write!(
            text,
            "{} {HEADING}{}{HEADING:#}  {style}{}{style:#}",
            mark(row.offerable),
            padded(&row.name, name),
            padded(&row.state, state),
        );
        let mut width = 2 + name + 2 + state;
        if let Some(version) = version {
            let _ = write!(text, "  {}", padded(&row.version, version));
            width += 2 + version;
        }
        let _ = write!(text, "  {}", row.path);
        width += 2 + row.path.width();
        match &row.reasons[..] {
            [reason] if width + 4 + reason.width() <= MAX_ROW => {
                let _ = writeln!(text, "  {}", styled(QUIET, &format!("({reason})")));
            }
            reasons => {
                text.push('\n');
                for reason in reasons {
                    let _ = writeln!(text, "  {}", styled(QUIET, &format!("└ {reason}")));
                }
            }
        }
    }
    if !rows.is_empty() {
        text.push('\n');
    }
    text.push_str(&summary(answers, &rows));
    text
}

/// A declaration's answer, every text fit to be shown.
struct Row {
    offerable: bool,
    name: String,
    state: String,
    version: String,
    path: String,
    reasons: Vec<String>,
}

impl Row {
    fn new(checked: &Checked<'_>) -> Self {
        let assessment = &checked.assessment;
        let availability = &assessment.availability;
        let offerable = availability.offerable();
        let shown =
            |text: Option<&str>| text.map_or("-".to_owned(), |text| plain(text).into_owned());
        Row {
            offerable,
            name: cut(&plain(checked.name), MAX_NAME),
            state: availability.state.to_string(),
            version: shown(
                availability
                    .version
                    .as_ref()
                    .map(|version| version.as_str()),
            ),
            path: shown(availability.path.as_deref()),
            reasons: why(checked.declaration, assessment),
        }
    }
}

/// Adds to names that are there more than once the file that each was read from.
fn tell_apart(rows: &mut [Row], results: &[Checked<'_>]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for row in rows.iter() {
        *counts.entry(row.name.clone()).or_default() += 1;
    }
    for (row, checked) in rows.iter_mut().zip(results) {
        if counts[&row.name] > 1 {
            let source = cut_front(&plain(checked.source), MAX_NAME);
            let _ = write!(row.name, " ({source})");
        }
    }
}

/// An author who declares an application may well have meant to require it.
pub(super) fn unasked(declaration: &Declaration) -> Option<&'static str> {
    let unasked = !declaration.requires_app() && declaration.apps().next().is_some();
    unasked.then_some("an application is declared, but `requires.app` does not ask for it")
}

/// What stands behind an answer: why it is not offerable, and what people should know of it.
fn why(declaration: Option<&Declaration>, assessment: &Assessment) -> Vec<String> {
    let availability = &assessment.availability;
    let mut why = if availability.offerable() {
        declaration
            .and_then(unasked)
            .map(str::to_owned)
            .into_iter()
            .collect()
    } else {
        reasons(assessment)
    };
    let remarks = availability.remarks.iter();
    why.extend(remarks.map(|remark| plain(remark).into_owned()));
    why
}

/// Why something is not offerable: of what was not found, each place with what is there.
fn reasons(assessment: &Assessment) -> Vec<String> {
    let candidates = match (&assessment.cause, &assessment.resolution) {
        (Cause::NotFound(_) | Cause::NotKnown(_), Some(resolution)) => &resolution.candidates[..],
        (cause, _) => return vec![plain(&cause.to_string()).into_owned()],
    };
    let alone = candidates.len() == 1;
    candidates
        .iter()
        .map(|candidate| {
            let reason = candidate.present.reason().unwrap_or("not looked at");
            if alone {
                plain(reason).into_owned()
            } else {
                plain(&format!("{}: {reason}", candidate.value)).into_owned()
            }
        })
        .collect()
}

fn summary(answers: &Answers<Checked<'_>>, rows: &[Row]) -> String {
    let offerable = rows.iter().filter(|row| row.offerable).count();
    format!(
        "{offerable} of {} offerable on {} ({}){}\n",
        rows.len(),
        answers.machine.os,
        plain(&answers.machine.name),
        left_out(&answers.problems),
    )
}
