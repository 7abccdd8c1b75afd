//! `onhand check --json`.

use onhand::resolver::Availability;
use serde::Serialize;

use super::document;
use crate::answers::{Answers, Checked};

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
pub(crate) fn check(answers: &Answers<Checked<'_>>) -> String {
    document::answered(answers, |checked| ResultJson {
        name: checked.name,
        source: checked.source,
        availability: &checked.assessment.availability,
        offerable: checked.assessment.availability.offerable(),
    })
}
