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
