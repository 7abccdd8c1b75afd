//! The document of every command that asks a machine.

use onhand::platform::Os;
use serde::Serialize;

use super::lint::{PassedOverJson, ProblemJson, problems};
use super::pretty;
use crate::declared::FileProblem;
use crate::problems::Problems;

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

/// What the machine answered.
pub(super) fn answered(
    os: Os,
    results: impl Iterator<Item = impl Serialize>,
    found: &Problems,
) -> String {
    pretty(&Document {
        platform: Some(os.as_str()),
        results: results.collect(),
        problems: problems(found),
        passed_over: found.into(),
    })
}

/// There is no machine to ask.
pub(crate) fn refusal(problem: &FileProblem) -> String {
    pretty(&Document::<()> {
        platform: None,
        results: Vec::new(),
        problems: vec![problem.into()],
        passed_over: (&Problems::default()).into(),
    })
}
