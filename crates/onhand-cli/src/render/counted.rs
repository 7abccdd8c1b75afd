//! Numbers of things.

use crate::answers::Problems;

/// `1 error`, `2 errors`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

/// What a sum adds where names were passed over.
pub(super) fn passed_over(problems: &Problems) -> String {
    match problems.passed_over.count() {
        0 => String::new(),
        count => format!("; {count} passed over"),
    }
}

/// What a sum of answers adds: names that were passed over, and files with errors.
pub(super) fn left_out(problems: &Problems) -> String {
    let errors = match problems.files_with_errors() {
        0 => String::new(),
        1 => "; 1 file has errors".to_owned(),
        files => format!("; {} have errors", counted(files, "file")),
    };
    passed_over(problems) + &errors
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
