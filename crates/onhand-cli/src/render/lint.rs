//! The answer of `lint`: every problem, a sum at the end.

use super::counted::{counted, passed_over};
use super::problem::problems;
use super::style::{BAD, GOOD, WARNED, styled};
use crate::answers::Linted;

/// The problems and the sum.
pub(crate) fn lint(linted: &Linted) -> String {
    let (errors, warnings) = linted.problems.counts();
    let mut found = Vec::new();
    if errors > 0 {
        found.push(styled(BAD, &counted(errors, "error")));
    }
    if warnings > 0 {
        found.push(styled(WARNED, &counted(warnings, "warning")));
    }
    if found.is_empty() {
        found.push(styled(GOOD, "no problems"));
    }
    format!(
        "{}{} in {}{}\n",
        problems(linted.problems.told()),
        found.join(", "),
        counted(linted.files, "file"),
        passed_over(&linted.problems),
    )
}
