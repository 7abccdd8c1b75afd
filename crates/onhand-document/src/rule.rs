//! The rules that every closed grammar shares, and what a grammar's own rules have to tell.

use std::fmt;

/// A rule that a text can break, whatever its grammar. Its [`code`](RuleCode::code) is stable: programs may depend
/// on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DocumentRule {
    /// The text is no YAML or JSON.
    Syntax,
    /// The text is not UTF-8.
    NotUtf8,
    /// The text nests deeper than its [limits](crate::Limits) allow.
    TooDeep,
    /// The text, what its aliases stand for, or a value of it is larger than allowed.
    TooLarge,
    /// A mapping is wanted.
    NotAMapping,
    /// A value of another type is wanted.
    WrongType,
    /// The grammar has no such key here.
    UnknownKey,
    /// A mapping has the same key twice.
    DuplicateKey,
    /// Warning: a key without a value, or an empty text where a default stands: it is as good as left out.
    EmptyValue,
}

/// How much a problem weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The text is not used, or the part of it that is wrong.
    Error,
    /// It is used, and is likely not what its author meant.
    Warning,
}

/// The rules of a grammar: its own, and those of every document.
pub trait RuleCode: Copy + Eq + fmt::Debug + From<DocumentRule> {
    /// The code by which programs and people name the rule. It stays.
    fn code(self) -> &'static str;

    /// What breaking the rule means.
    fn severity(self) -> Severity;
}

impl DocumentRule {
    /// Every rule.
    pub const ALL: &'static [DocumentRule] = &[
        DocumentRule::Syntax,
        DocumentRule::NotUtf8,
        DocumentRule::TooDeep,
        DocumentRule::TooLarge,
        DocumentRule::NotAMapping,
        DocumentRule::WrongType,
        DocumentRule::UnknownKey,
        DocumentRule::DuplicateKey,
        DocumentRule::EmptyValue,
    ];
}

impl RuleCode for DocumentRule {
    fn code(self) -> &'static str {
        match self {
            DocumentRule::Syntax => "syntax",
            DocumentRule::NotUtf8 => "not-utf-8",
            DocumentRule::TooDeep => "too-deep",
            DocumentRule::TooLarge => "too-large",
            DocumentRule::NotAMapping => "not-a-mapping",
            DocumentRule::WrongType => "wrong-type",
            DocumentRule::UnknownKey => "unknown-key",
            DocumentRule::DuplicateKey => "duplicate-key",
            DocumentRule::EmptyValue => "empty-value",
        }
    }

    fn severity(self) -> Severity {
        match self {
            DocumentRule::EmptyValue => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl fmt::Display for DocumentRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
