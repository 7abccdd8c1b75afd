//! One thing that is wrong with a file.

use std::rc::Rc;

use onhand::declaration::{Problem, Rule};

use crate::files::{Quote, Text};

/// A problem, and the file that has it.
#[derive(Debug)]
pub(crate) struct FileProblem {
    /// The file as the user named it, or the way from a folder that they named.
    pub(crate) file: String,
    /// What is wrong.
    pub(crate) problem: Problem,
    /// What the file holds, where it could be read.
    pub(crate) text: Option<Rc<Text>>,
}

impl FileProblem {
    /// What can't be read.
    pub(crate) fn unreadable(file: String, message: String) -> Self {
        FileProblem {
            file,
            problem: Problem {
                path: String::new(),
                rule: Rule::Unreadable,
                message,
                hint: None,
                span: None,
            },
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
