//! The document of every command that asks a machine.

use serde::Serialize;

use super::lint::{PassedOverJson, ProblemJson, told};
use super::pretty;
use crate::answers::{Answers, FileProblem};
use crate::files::PassedOver;

#[derive(Serialize)]
struct Document<'a, R> {
    /// The OS of the machine: `win32`, `darwin` or `linux`; `null` where there is no machine, as
    /// its file is wrong.
    platform: Option<&'a str>,
    /// The answer to each valid declaration, in the order of the files.
    results: Vec<R>,
    /// What is wrong with the files, in their order.
    problems: Vec<ProblemJson<'a>>,
    #[serde(flatten)]
    passed_over: PassedOverJson<'a>,
}

/// What the machine answered, each result of that shape.
pub(super) fn answered<'a, A, R: Serialize>(
    answers: &'a Answers<A>,
    result: impl FnMut(&'a A) -> R,
) -> String {
    let problems = &answers.problems;
    pretty(&Document {
        platform: Some(answers.machine.os.as_str()),
        results: answers.results.iter().map(result).collect(),
        problems: told(problems),
        passed_over: (&problems.passed_over).into(),
    })
}

/// There is no machine to ask.
pub(crate) fn refusal(problems: &[FileProblem]) -> String {
    pretty(&Document::<()> {
        platform: None,
        results: Vec::new(),
        problems: problems.iter().map(Into::into).collect(),
        passed_over: (&PassedOver::default()).into(),
    })
}
