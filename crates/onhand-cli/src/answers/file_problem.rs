//! One thing that is wrong with a file.

use std::rc::Rc;

use onhand::document::Problem;

use super::FileRule;
use crate::files::{Quote, Text};

/// A problem, and the file that has it.
#[derive(Debug)]
pub(crate) struct FileProblem {
    /// The file as the user named it, or the way from a folder that they named.
    pub(crate) file: String,
    /// What is wrong.
    pub(crate) problem: Problem<FileRule>,
    /// What the file holds, where it could be read.
    pub(crate) text: Option<Rc<Text>>,
}

impl FileProblem {
    /// What can't be read.
    pub(crate) fn unreadable(file: String, message: String) -> Self {
        FileProblem {
            file,
            problem: Problem::new(FileRule::Unreadable, message),
            text: None,
        }
    }

    /// The line that is wrong, where there is one. It is made when somebody is to see it:
    /// programs that read JSON don't pay for it.
    pub(crate) fn quote(&self) -> Option<Quote> {
        let span = self.problem.span?;
        self.text.as_ref()?.quote(span.line, span.column, span.len)
    }
}
