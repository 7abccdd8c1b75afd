//! The rules of the grammar, each with a code that stays.

use std::fmt;

use onhand_document::{DocumentRule, RuleCode, Severity};

/// A rule that a declaration file can break. Its [`code`](RuleCode::code) is stable: programs may
/// depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// One that every document can break.
    Document(DocumentRule),
    /// `servers` names no server.
    ServersEmpty,
    /// `app` names no OS.
    AppEmpty,
    /// `app` names an OS that onhand doesn't know.
    UnknownOs,
    /// An OS has no `presence`.
    PresenceMissing,
    /// `presence` is neither `executable` nor `bundle`.
    PresenceUnknown,
    /// An OS has no `location`, or an empty one.
    LocationMissing,
    /// A path is relative.
    LocationNotRooted,
    /// A path leads to the network or to a device.
    LocationNetwork,
    /// A path has a `..` segment.
    LocationTraversal,
    /// A path is a URL.
    LocationUrl,
    /// A path holds a name or a character that the OS keeps for itself.
    LocationReserved,
    /// A path holds a `*`, or on Windows a `?`: no pattern is matched.
    LocationPattern,
    /// A path names a variable as PowerShell alone does.
    LocationPowerShell,
    /// The location of an executable ends in a separator.
    LocationNamesFolder,
    /// A block has parameters of a kind, and no `kind`.
    KindMissing,
    /// No version kind of that name is known.
    VersionKindUnknown,
    /// The version kind doesn't exist on this OS.
    VersionKindWrongOs,
    /// `uninstall_registry` without `display_name_prefix`.
    DisplayNamePrefixMissing,
    /// No liveness kind of that name is known.
    LivenessKindUnknown,
    /// The liveness kind doesn't exist on this OS.
    LivenessKindWrongOs,
    /// `server_json` without `path`.
    LivenessPathMissing,
    /// An endpoint path that could change where a request goes.
    EndpointPathInvalid,
    /// A kind lacks a parameter that it requires.
    ParameterMissing,
    /// A parameter has a value that its kind doesn't take.
    ParameterInvalid,
    /// Two parameters of a kind name the same key of a file.
    KeysEqual,
    /// `requires.app` is neither `true` nor `false`.
    RequiresAppNotBool,
    /// `requires.app` is `true`, and there is no `app` block.
    RequiresAppWithoutApp,
    /// `min_version` is not digits and dots.
    MinVersionNotDottedNumeric,
    /// `min_version` without `requires.app: true`.
    MinVersionNeedsApp,
    /// `min_version`, and an OS whose version is not read.
    MinVersionNeedsVersionSource,
    /// `version_scheme` is none of `numeric`, `leading` and `strict`.
    VersionSchemeUnknown,
    /// Warning: `%VAR%` in a path for an OS that doesn't expand it.
    PercentVarOffWindows,
    /// Warning: `~user` in a path, whose home folder is never looked up.
    OtherUsersHome,
    /// Warning: a `?` in a path outside Windows, which is taken for the character that it is.
    LiteralPattern,
    /// Warning: white space around a path, which is dropped.
    SurroundingSpace,
}

impl Rule {
    /// Every rule.
    pub fn all() -> impl Iterator<Item = Rule> {
        let document = DocumentRule::ALL.iter().copied().map(Rule::Document);
        document.chain(Rule::OWN.iter().copied())
    }

    /// The rules of this grammar alone.
    const OWN: &'static [Rule] = &[
        Rule::ServersEmpty,
        Rule::AppEmpty,
        Rule::UnknownOs,
        Rule::PresenceMissing,
        Rule::PresenceUnknown,
        Rule::LocationMissing,
        Rule::LocationNotRooted,
        Rule::LocationNetwork,
        Rule::LocationTraversal,
        Rule::LocationUrl,
        Rule::LocationReserved,
        Rule::LocationPattern,
        Rule::LocationPowerShell,
        Rule::LocationNamesFolder,
        Rule::KindMissing,
        Rule::VersionKindUnknown,
        Rule::VersionKindWrongOs,
        Rule::DisplayNamePrefixMissing,
        Rule::LivenessKindUnknown,
        Rule::LivenessKindWrongOs,
        Rule::LivenessPathMissing,
        Rule::EndpointPathInvalid,
        Rule::ParameterMissing,
        Rule::ParameterInvalid,
        Rule::KeysEqual,
        Rule::RequiresAppNotBool,
        Rule::RequiresAppWithoutApp,
        Rule::MinVersionNotDottedNumeric,
        Rule::MinVersionNeedsApp,
        Rule::MinVersionNeedsVersionSource,
        Rule::VersionSchemeUnknown,
        Rule::PercentVarOffWindows,
        Rule::OtherUsersHome,
        Rule::LiteralPattern,
        Rule::SurroundingSpace,
    ];
}

impl From<DocumentRule> for Rule {
    fn from(rule: DocumentRule) -> Self {
        Rule::Document(rule)
    }
}

impl RuleCode for Rule {
    fn code(self) -> &'static str {
        match self {
            Rule::Document(rule) => rule.code(),
            Rule::ServersEmpty => "servers-empty",
            Rule::AppEmpty => "app-empty",
            Rule::UnknownOs => "unknown-os",
            Rule::PresenceMissing => "presence-missing",
            Rule::PresenceUnknown => "presence-unknown",
            Rule::LocationMissing => "location-missing",
            Rule::LocationNotRooted => "location-not-rooted",
            Rule::LocationNetwork => "location-network",
            Rule::LocationTraversal => "location-traversal",
            Rule::LocationUrl => "location-url",
            Rule::LocationReserved => "location-reserved",
            Rule::LocationPattern => "location-pattern",
            Rule::LocationPowerShell => "location-powershell",
            Rule::LocationNamesFolder => "location-names-folder",
            Rule::KindMissing => "kind-missing",
            Rule::VersionKindUnknown => "version-kind-unknown",
            Rule::VersionKindWrongOs => "version-kind-wrong-os",
            Rule::DisplayNamePrefixMissing => "display-name-prefix-missing",
            Rule::LivenessKindUnknown => "liveness-kind-unknown",
            Rule::LivenessKindWrongOs => "liveness-kind-wrong-os",
            Rule::LivenessPathMissing => "liveness-path-missing",
            Rule::EndpointPathInvalid => "endpoint-path-invalid",
            Rule::ParameterMissing => "parameter-missing",
            Rule::ParameterInvalid => "parameter-invalid",
            Rule::KeysEqual => "keys-equal",
            Rule::RequiresAppNotBool => "requires-app-not-bool",
            Rule::RequiresAppWithoutApp => "requires-app-without-app",
            Rule::MinVersionNotDottedNumeric => "min-version-not-dotted-numeric",
            Rule::MinVersionNeedsApp => "min-version-needs-app",
            Rule::MinVersionNeedsVersionSource => "min-version-needs-version-source",
            Rule::VersionSchemeUnknown => "version-scheme-unknown",
            Rule::PercentVarOffWindows => "percent-var-off-windows",
            Rule::OtherUsersHome => "other-users-home",
            Rule::LiteralPattern => "literal-pattern",
            Rule::SurroundingSpace => "surrounding-space",
        }
    }

    fn severity(self) -> Severity {
        match self {
            Rule::Document(rule) => rule.severity(),
            Rule::PercentVarOffWindows
            | Rule::OtherUsersHome
            | Rule::LiteralPattern
            | Rule::SurroundingSpace => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl fmt::Display for Rule {
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
        let codes: BTreeSet<_> = Rule::all().map(RuleCode::code).collect();
        assert_eq!(codes.len(), Rule::all().count());
    }
}
