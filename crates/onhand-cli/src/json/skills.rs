//! `onhand skills --json`.

use onhand::resolver::CauseCode;
use serde::Serialize;

use super::document;
use crate::answers::{AnsweredSkill, Answers, WhyHidden};

#[derive(Serialize)]
struct ResultJson<'a> {
    /// The name of the skill; that of its folder where its frontmatter doesn't tell.
    name: &'a str,
    /// The folder of the skill: the one that the user named, and the way from there.
    folder: &'a str,
    offered: bool,
    /// Which of its texts are longer than the format allows, and cut: `name`, `description`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    shortened: &'a [&'static str],
    /// Why it is hidden; all of them must be resolved for the skill to be shown. Empty where it is offered.
    reasons: Vec<ReasonJson<'a>>,
}

#[derive(Serialize)]
struct ReasonJson<'a> {
    /// `unreadable`, `malformed`, `unknown_app`, `no_app`, or the state of the application.
    code: &'a str,
    /// Why, as a finer code: `not_found`, `not_permitted`, `too_old`, …
    cause: CauseCode,
    /// The application that it is about, by its name in `requires_apps`.
    app: Option<&'a str>,
    /// The line of the `SKILL.md` that it is about, from 1.
    line: Option<u64>,
    /// The column there, in characters, from 1.
    column: Option<u64>,
    /// Why, as a sentence.
    why: String,
    /// What has to be done.
    what_would_show_it: &'a str,
}

/// The document.
pub(crate) fn skills(answers: &Answers<AnsweredSkill>) -> String {
    document::answered(answers, |skill| ResultJson {
        name: &skill.name,
        folder: &skill.folder,
        offered: skill.is_offered(),
        shortened: &skill.shortened,
        reasons: skill.reasons.iter().map(reason).collect(),
    })
}

fn reason(hidden: &WhyHidden) -> ReasonJson<'_> {
    let WhyHidden { reason, remedy } = hidden;
    let place = reason.place();
    ReasonJson {
        code: reason.code(),
        cause: reason.cause(),
        app: reason.app(),
        line: place.map(|(line, _)| line),
        column: place.and_then(|(_, column)| column),
        why: reason.to_string(),
        what_would_show_it: remedy,
    }
}
