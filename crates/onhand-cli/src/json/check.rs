//! `onhand check --json`.

use onhand::platform::Os;
use onhand::resolver::Assessment;
use serde::Serialize;

use super::availability::AvailabilityJson;
use super::lint::{ProblemJson, problems};
use super::pretty;
use crate::declared::{Declared, FileProblem};

#[derive(Serialize)]
struct CheckJson<'a> {
    /// The OS of the machine: `win32`, `darwin` or `linux`.
    platform: &'a str,
    /// The answer to each valid declaration, in the order of the files.
    results: Vec<ResultJson<'a>>,
    /// What is wrong with the files, in their order.
    problems: Vec<ProblemJson<'a>>,
}

#[derive(Serialize)]
struct ResultJson<'a> {
    /// The name of the server.
    name: &'a str,
    /// The file as the user named it, `<stdin>`, or `built-in`.
    source: &'a str,
    availability: AvailabilityJson<'a>,
    /// Whether a server with these requirements should be offered.
    offerable: bool,
}

/// The document.
pub(crate) fn check(os: Os, answers: &[(&Declared, Assessment)], found: &[FileProblem]) -> String {
    let results = answers
        .iter()
        .map(|(declared, assessment)| ResultJson {
            name: &declared.name,
            source: &declared.source,
            availability: (&assessment.availability).into(),
            offerable: assessment.availability.offerable(),
        })
        .collect();
    pretty(&CheckJson {
        platform: os.as_str(),
        results,
        problems: problems(found),
    })
}
