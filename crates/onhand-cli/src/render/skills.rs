//! The answers of `skills`: a row for each, why it is hidden and what would show it, a sum at the end.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::check::MAX_NAME;
use super::counted::left_out;
use super::style::{HEADING, QUIET, mark, styled};
use super::width::{cut, padded};
use crate::answers::{AnsweredSkill, Answers, WhyHidden};
use crate::files::PassedOver;
use crate::visible::plain;

/// The rows and the sum.
pub(crate) fn skills(answers: &Answers<AnsweredSkill>) -> String {
    let results = &answers.results;
    let names: Vec<String> = results
        .iter()
        .map(|skill| cut(&plain(&skill.name), MAX_NAME))
        .collect();
    let widest = names.iter().map(|name| name.width()).max();
    let mut text = String::new();
    for (skill, name) in results.iter().zip(&names) {
        let _ = writeln!(
            text,
            "{} {HEADING}{}{HEADING:#}  {}",
            mark(skill.is_offered()),
            padded(name, widest.unwrap_or_default()),
            plain(&skill.folder),
        );
        if !skill.shortened.is_empty() {
            let cut = skill.shortened.join(" and ");
            let told = format!("└ its {cut} is cut, as it is longer than the format allows");
            let _ = writeln!(text, "  {}", styled(QUIET, &told));
        }
        for WhyHidden { reason, remedy } in &skill.reasons {
            let why = reason.to_string();
            let remedy = format!("to show it: {remedy}");
            let _ = writeln!(text, "  {}", styled(QUIET, &format!("└ {}", plain(&why))));
            let _ = writeln!(text, "    {}", styled(QUIET, &plain(&remedy)));
        }
    }
    if !results.is_empty() {
        text.push('\n');
    }
    text.push_str(&passed_over(&answers.problems.passed_over));
    let offered = results.iter().filter(|skill| skill.is_offered());
    let _ = writeln!(
        text,
        "{} of {} skills offered on {} ({}){}",
        offered.count(),
        results.len(),
        answers.machine.os,
        plain(&answers.machine.name),
        left_out(&answers.problems),
    );
    text
}

/// How many of those that were passed over are shown. `--json` has them all.
const MAX_SHOWN: usize = 50;

/// A line for each name that was passed over, with why.
fn passed_over(names: &PassedOver) -> String {
    let mut text = String::new();
    for passed_over in names.told().iter().take(MAX_SHOWN) {
        let name = plain(&passed_over.name);
        let reason = plain(&passed_over.reason);
        let _ = writeln!(text, "– {name}  {}", styled(QUIET, &reason));
    }
    let all = names.count();
    if all > MAX_SHOWN {
        let _ = writeln!(text, "– and {} more", all - MAX_SHOWN);
    }
    if all > 0 {
        text.push('\n');
    }
    text
}
