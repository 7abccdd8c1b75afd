//! What the program says of files, beside what the parser of declarations does.

use onhand::declaration::Rule;
use onhand::document::{DocumentRule, RuleCode, Severity};
use onhand::platform_fake::ScenarioRule;

/// A rule that a file can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileRule {
    /// One of a declaration.
    Declaration(Rule),
    /// One of a file that describes a machine.
    Scenario(ScenarioRule),
    /// A file or folder that was named is not there, can't be read, or holds no declaration file.
    Unreadable,
    /// Warning: two files declare the same name.
    DeclaredTwice,
}

impl RuleCode for FileRule {
    fn code(self) -> &'static str {
        match self {
            FileRule::Declaration(rule) => rule.code(),
            FileRule::Scenario(rule) => rule.code(),
            FileRule::Unreadable => "unreadable",
            FileRule::DeclaredTwice => "declared-twice",
        }
    }

    fn severity(self) -> Severity {
        match self {
            FileRule::Declaration(rule) => rule.severity(),
            FileRule::Scenario(rule) => rule.severity(),
            FileRule::Unreadable => Severity::Error,
            FileRule::DeclaredTwice => Severity::Warning,
        }
    }
}

impl From<Rule> for FileRule {
    fn from(rule: Rule) -> Self {
        FileRule::Declaration(rule)
    }
}

impl From<ScenarioRule> for FileRule {
    fn from(rule: ScenarioRule) -> Self {
        FileRule::Scenario(rule)
    }
}

impl From<DocumentRule> for FileRule {
    fn from(rule: DocumentRule) -> Self {
        Rule::from(rule).into()
    }
}
