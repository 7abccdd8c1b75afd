//! What the program says of files, beside what the parser of declarations does.

use onhand::declaration::Rule;
use onhand::document::{DocumentRule, RuleCode, Severity};

/// A rule that a file can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileRule {
    /// One of a declaration.
    Declaration(Rule),
    /// A file or folder that was named is not there, can't be read, or holds no declaration file.
    Unreadable,
    /// A file that describes a machine can't be used.
    MachineInvalid,
    /// Warning: two files declare the same name.
    DeclaredTwice,
}

impl RuleCode for FileRule {
    fn code(self) -> &'static str {
        match self {
            FileRule::Declaration(rule) => rule.code(),
            FileRule::Unreadable => "unreadable",
            FileRule::MachineInvalid => "machine-invalid",
            FileRule::DeclaredTwice => "declared-twice",
        }
    }

    fn severity(self) -> Severity {
        match self {
            FileRule::Declaration(rule) => rule.severity(),
            FileRule::Unreadable | FileRule::MachineInvalid => Severity::Error,
            FileRule::DeclaredTwice => Severity::Warning,
        }
    }
}

impl From<Rule> for FileRule {
    fn from(rule: Rule) -> Self {
        FileRule::Declaration(rule)
    }
}

impl From<DocumentRule> for FileRule {
    fn from(rule: DocumentRule) -> Self {
        Rule::from(rule).into()
    }
}
