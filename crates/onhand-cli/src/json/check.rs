//! `onhand check --json`.

use onhand::platform::Os;
use onhand::resolver::{Assessment, Availability};
use serde::Serialize;

use super::document;
use crate::declared::Declared;
use crate::problems::Problems;

#[derive(Serialize)]
struct ResultJson<'a> {
    /// The name of the server.
    name: &'a str,
    /// The file as the user named it, `<stdin>`, or `built-in`.
    source: &'a str,
    availability: &'a Availability,
    /// Whether a server with these requirements should be offered.
    offerable: bool,
}

/// The document.
pub(crate) fn check(os: Os, answers: &[(&Declared, Assessment)], found: &Problems) -> String {
    let results = answers.iter().map(|(declared, assessment)| ResultJson {
        name: &declared.name,
        source: &declared.source,
        availability: &assessment.availability,
        offerable: assessment.availability.offerable(),
    });
    document::answered(os, results, found)
}
