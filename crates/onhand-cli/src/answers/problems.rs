//! What is wrong with files, and what was passed over: as many of each as anybody reads, and the count of the rest.

use std::collections::HashSet;

use onhand::document::{DocumentRule, Problem};

use super::FileProblem;
use crate::files::PassedOver;

/// How many problems of one run are told. A million of one kind would fill the memory and help nobody.
const MAX_TOLD: usize = 1_000;

/// What is wrong, and what was passed over.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    told: Vec<FileProblem>,
    errors: usize,
    warnings: usize,
    files_with_errors: HashSet<String>,
    /// The names that were met in folders and passed over.
    pub(crate) passed_over: PassedOver,
}

impl Problems {
    /// Adds a problem. Past the bound it is counted, and the last that is told says how many there are.
    pub(crate) fn push(&mut self, found: FileProblem) {
        if found.problem.is_error() {
            self.errors += 1;
            if !self.files_with_errors.contains(&found.file) {
                self.files_with_errors.insert(found.file.clone());
            }
        } else {
            self.warnings += 1;
        }
        if self.told.len() < MAX_TOLD {
            self.told.push(found);
            return;
        }
        let more = self.errors + self.warnings - MAX_TOLD;
        self.told.truncate(MAX_TOLD);
        self.told.push(FileProblem {
            file: found.file,
            problem: Problem::new(
                DocumentRule::TooLarge,
                format!("{more} more problems are not shown, up to this file"),
            )
            .hint("correct the first ones, or check fewer files at once"),
            text: None,
        });
    }

    /// What is told, in the order in which it was found.
    pub(crate) fn told(&self) -> &[FileProblem] {
        &self.told
    }

    /// How many are errors, and how many are warnings, told or not.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.errors, self.warnings)
    }

    /// Whether something is wrong that is more than a warning.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many files have an error.
    pub(crate) fn files_with_errors(&self) -> usize {
        self.files_with_errors.len()
    }
}

impl Extend<FileProblem> for Problems {
    fn extend<I: IntoIterator<Item = FileProblem>>(&mut self, found: I) {
        for problem in found {
            self.push(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_complaints_are_counted_and_not_kept() {
        let mut problems = Problems::default();
        for i in 0..100_000 {
            let problem = FileProblem::unreadable(format!("{}", i % 7), "the same".to_owned());
            problems.push(problem);
        }
        assert_eq!(problems.counts(), (100_000, 0));
        assert_eq!(problems.files_with_errors(), 7);
        assert_eq!(problems.told().len(), MAX_TOLD + 1);
        let last = problems.told().last().map(|last| &*last.problem.message);
        assert_eq!(
            last,
            Some("99000 more problems are not shown, up to this file")
        );
    }
}
