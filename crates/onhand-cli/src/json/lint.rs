//! `onhand lint --json`, and the problems of every other command.

use onhand::document::RuleCode as _;
use serde::Serialize;

use super::pretty;
use crate::answers::{FileProblem, Linted, Problems};
use crate::files::PassedOver;

#[derive(Serialize)]
struct LintJson<'a> {
    problems: Vec<ProblemJson<'a>>,
    #[serde(flatten)]
    passed_over: PassedOverJson<'a>,
}

/// One problem.
#[derive(Debug, Serialize)]
pub(super) struct ProblemJson<'a> {
    /// The file as the user named it, or the way from a folder that they named; `<stdin>`.
    file: &'a str,
    /// The line, from 1.
    line: Option<u64>,
    /// The column in characters, from 1.
    column: Option<u64>,
    /// The place as a path of keys: `app.win32.location`.
    path: Option<&'a str>,
    /// The code of the rule.
    rule: &'a str,
    /// `error` or `warning`.
    severity: &'a str,
    /// What is wrong.
    message: &'a str,
    /// What would be right.
    hint: Option<&'a str>,
}

impl<'a> From<&'a FileProblem> for ProblemJson<'a> {
    fn from(found: &'a FileProblem) -> Self {
        let problem = &found.problem;
        ProblemJson {
            file: &found.file,
            line: problem.span.map(|span| span.line),
            column: problem.span.map(|span| span.column),
            path: Some(problem.path.as_str()).filter(|path| !path.is_empty()),
            rule: problem.rule.code(),
            severity: problem.severity().as_str(),
            message: &problem.message,
            hint: problem.hint.as_deref(),
        }
    }
}

pub(super) fn told(problems: &Problems) -> Vec<ProblemJson<'_>> {
    problems.told().iter().map(ProblemJson::from).collect()
}

/// What was met in folders and passed over; nothing of it is in the document where there was none.
#[derive(Serialize)]
pub(super) struct PassedOverJson<'a> {
    /// The names, as far as they are told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passed_over: Vec<NameJson<'a>>,
    /// How many more there were.
    #[serde(skip_serializing_if = "is_zero")]
    passed_over_more: usize,
}

#[derive(Serialize)]
struct NameJson<'a> {
    /// The name: the folder that the user named, and the way from there.
    name: &'a str,
    /// Why, for programs.
    code: &'a str,
    /// Why, as a phrase.
    why: &'a str,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl<'a> From<&'a PassedOver> for PassedOverJson<'a> {
    fn from(passed_over: &'a PassedOver) -> Self {
        let names = passed_over.told().iter().map(|name| NameJson {
            name: &name.name,
            code: name.code,
            why: &name.reason,
        });
        PassedOverJson {
            passed_over: names.collect(),
            passed_over_more: passed_over.more(),
        }
    }
}

/// The document.
pub(crate) fn lint(linted: &Linted) -> String {
    pretty(&LintJson {
        problems: told(&linted.problems),
        passed_over: (&linted.problems.passed_over).into(),
    })
}
