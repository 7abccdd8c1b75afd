//! The rules of a scenario file, each with a code that stays.

use std::fmt;

use onhand_document::{DocumentRule, RuleCode, Severity};

/// A rule that a scenario file can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ScenarioRule {
    /// One of every document: its syntax, the types of its values, its keys.
    Document(DocumentRule),
    /// A key that must be there is missing.
    KeyMissing,
    /// Of several keys exactly one must be there.
    NotExactlyOne,
    /// Two keys can't both be there.
    Exclusive,
    /// A word that is not one of those allowed.
    UnknownWord,
    /// A number outside its range.
    OutOfRange,
    /// A time that is not one of RFC 3339 in UTC, or is before 1970.
    TimeInvalid,
    /// A text that is not base64.
    Base64Invalid,
    /// A path that doesn't lead to a file beside the scenario.
    FromInvalid,
    /// A file beside the scenario that can't be read.
    FromUnreadable,
    /// The same thing described a second time.
    DescribedTwice,
    /// A fault that shows only on something, where there is nothing.
    NothingThere,
    /// Something that no machine of this OS can have: see [`MachineError`](crate::MachineError).
    MachineImpossible,
}

impl ScenarioRule {
    /// Every rule of scenarios alone.
    pub const OWN: &'static [ScenarioRule] = &[
        ScenarioRule::KeyMissing,
        ScenarioRule::NotExactlyOne,
        ScenarioRule::Exclusive,
        ScenarioRule::UnknownWord,
        ScenarioRule::OutOfRange,
        ScenarioRule::TimeInvalid,
        ScenarioRule::Base64Invalid,
        ScenarioRule::FromInvalid,
        ScenarioRule::FromUnreadable,
        ScenarioRule::DescribedTwice,
        ScenarioRule::NothingThere,
        ScenarioRule::MachineImpossible,
    ];
}

impl RuleCode for ScenarioRule {
    fn code(self) -> &'static str {
        match self {
            ScenarioRule::Document(rule) => rule.code(),
            ScenarioRule::KeyMissing => "key-missing",
            ScenarioRule::NotExactlyOne => "not-exactly-one",
            ScenarioRule::Exclusive => "exclusive",
            ScenarioRule::UnknownWord => "unknown-word",
            ScenarioRule::OutOfRange => "out-of-range",
            ScenarioRule::TimeInvalid => "time-invalid",
            ScenarioRule::Base64Invalid => "base64-invalid",
            ScenarioRule::FromInvalid => "from-invalid",
            ScenarioRule::FromUnreadable => "from-unreadable",
            ScenarioRule::DescribedTwice => "described-twice",
            ScenarioRule::NothingThere => "nothing-there",
            ScenarioRule::MachineImpossible => "machine-impossible",
        }
    }

    fn severity(self) -> Severity {
        match self {
            ScenarioRule::Document(rule) => rule.severity(),
            _ => Severity::Error,
        }
    }
}

impl From<DocumentRule> for ScenarioRule {
    fn from(rule: DocumentRule) -> Self {
        ScenarioRule::Document(rule)
    }
}

impl fmt::Display for ScenarioRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_names_one_rule() {
        let documents = DocumentRule::ALL.iter().map(|rule| rule.code());
        let own = ScenarioRule::OWN.iter().map(|rule| rule.code());
        let codes: Vec<_> = documents.chain(own).collect();
        let different: BTreeSet<_> = codes.iter().collect();
        assert_eq!(codes.len(), different.len());
    }
}
