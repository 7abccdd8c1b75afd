//! `onhand lint --json`, and the problems of every other command.

use serde::Serialize;

use super::pretty;
use crate::declared::FileProblem;

#[derive(Serialize)]
struct LintJson<'a> {
    problems: Vec<ProblemJson<'a>>,
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

pub(super) fn problems(found: &[FileProblem]) -> Vec<ProblemJson<'_>> {
    found.iter().map(ProblemJson::from).collect()
}

/// The document.
pub(crate) fn lint(found: &[FileProblem]) -> String {
    pretty(&LintJson {
        problems: problems(found),
    })
}
