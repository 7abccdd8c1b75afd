//! Numbers of things.

use super::style::{BAD, GOOD, WARNED, styled};
use crate::declared::Reading;

/// `1 error`, `2 errors`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

/// How many problems there are, and in how many files.
pub(crate) fn sum(reading: &Reading) -> String {
    let (errors, warnings) = reading.counts();
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
        "{} in {}{}\n",
        found.join(", "),
        counted(reading.files, "file"),
        passed_over(reading),
    )
}

/// How many names were passed over, behind a sum; nothing where there was none.
pub(super) fn passed_over(reading: &Reading) -> String {
    match reading.problems.count_passed_over() {
        (0, _) => String::new(),
        (count, _) => format!("; {count} passed over"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular_and_nothing_else_is() {
        let shown = [0, 1, 2].map(|count| counted(count, "error"));
        assert_eq!(shown, ["0 errors", "1 error", "2 errors"]);
    }
}
