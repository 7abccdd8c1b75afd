//! The answers of `skills`: a row for each, why it is hidden and what would show it, a sum at the end.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::plain;
use super::style::{HEADING, QUIET, mark, styled};
use super::table::{MAX_NAME, cut, errors, padded};
use crate::commands::skills::{Answered, Hindrance};
use crate::declared::Reading;
use crate::machine::Machine;

/// The rows and the sum.
pub(crate) fn skills(machine: &Machine, reading: &Reading, answered: &[Answered]) -> String {
    let names: Vec<String> = answered
        .iter()
        .map(|answered| cut(&plain(&answered.name), MAX_NAME))
        .collect();
    let widest = names.iter().map(|name| name.width()).max();
    let mut text = String::new();
    for (answered, name) in answered.iter().zip(&names) {
        let _ = writeln!(
            text,
            "{} {HEADING}{}{HEADING:#}  {}",
            mark(answered.is_offered()),
            padded(name, widest.unwrap_or_default()),
            plain(&answered.folder),
        );
        if !answered.shortened.is_empty() {
            let cut = answered.shortened.join(" and ");
            let told = format!("└ its {cut} is cut: longer than the format allows");
            let _ = writeln!(text, "  {}", styled(QUIET, &told));
        }
        for Hindrance { reason, remedy } in &answered.reasons {
            let why = reason.to_string();
            let remedy = format!("to show it: {remedy}");
            let _ = writeln!(text, "  {}", styled(QUIET, &format!("└ {}", plain(&why))));
            let _ = writeln!(text, "    {}", styled(QUIET, &plain(&remedy)));
        }
    }
    if !answered.is_empty() {
        text.push('\n');
    }
    text.push_str(&passed_over(reading));
    let offered = answered.iter().filter(|answered| answered.is_offered());
    let _ = writeln!(
        text,
        "{} of {} skills offered on {} ({}){}",
        offered.count(),
        answered.len(),
        machine.host().os(),
        plain(machine.name()),
        errors(reading),
    );
    text
}

/// How many of those that were passed over are shown. `--json` has them all.
const MAX_SHOWN: usize = 50;

/// A line for each name that was passed over, with why.
fn passed_over(reading: &Reading) -> String {
    let problems = &reading.problems;
    let told = problems.passed_over();
    let mut text = String::new();
    for passed_over in told.iter().take(MAX_SHOWN) {
        let name = plain(&passed_over.name);
        let reason = plain(&passed_over.reason);
        let _ = writeln!(text, "– {name}  {}", styled(QUIET, &reason));
    }
    let (all, _) = problems.count_passed_over();
    if all > MAX_SHOWN {
        let _ = writeln!(text, "– and {} more", all - MAX_SHOWN);
    }
    if all > 0 {
        text.push('\n');
    }
    text
}
