//! Why an answer is as it is, for programs.

use std::fmt;

use onhand_platform::{ExpansionError, HostError, PathRule};
use serde::Serialize;

/// Why an answer is as it is: a code that stays the same whatever the sentence beside it says, finer than a
/// [`State`](crate::State). New ones may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CauseCode {
    /// It is there, and no version is required.
    Found,
    /// It is there, and as recent as required.
    RecentEnough,
    /// No application is required.
    NothingRequired,
    /// Somebody looked, and nothing is there.
    NotFound,
    /// Something is there, and no file, where a file is wanted.
    NotAFile,
    /// Something is there, and no folder, where a folder is wanted.
    NotAFolder,
    /// A folder is there, and no bundle.
    NotABundle,
    /// A file is there that nobody may execute, and the declaration asks for one that somebody may.
    NotExecutable,
    /// The OS doesn't let this user look.
    NotPermitted,
    /// What is there can't be read, or is malformed.
    Unreadable,
    /// What is there holds more than what is read.
    TooLarge,
    /// Nothing answered in time.
    TimedOut,
    /// The path leads to the network or to a device, where nobody looks.
    NetworkPath,
    /// A Windows app-execution alias: it can be run, and not read.
    AppExecutionAlias,
    /// A variable of the location is not set.
    VariableUnset,
    /// The value of a variable is not a text.
    VariableUnreadable,
    /// The home folder is not known.
    HomeUnknown,
    /// The location is in another user's home folder, which is never looked up.
    OtherHome,
    /// What the location stands for is not a path that can be looked at.
    InvalidPath,
    /// No application is declared for this OS.
    NotOnThisOs,
    /// What was declared has errors.
    Invalid,
    /// Nobody declared it.
    NotDeclared,
    /// Nothing that is plugged in reads the declared kind, or the OS has no such thing.
    NotSupported,
    /// This program was built without what it takes.
    NotBuiltIn,
    /// It is there, and states no version.
    NoVersion,
    /// It is there, and older than required.
    TooOld,
    /// It is there, and its version can't be compared.
    NotComparable,
    /// It does not run: no process has the id that it wrote, or one that started later has.
    NotRunning,
    /// A process has its id, or holds its port, that is not the application's.
    OtherProcess,
    /// What it wrote is another machine's, whose processes can't be seen from here.
    OtherMachine,
    /// Nobody listens where it says that it does.
    NotListening,
    /// What listens there gives no answer of the server that it should be.
    NotAnswering,
    /// The server shows another certificate than the declared one.
    OtherCertificate,
    /// The server is not connected.
    NotConnected,
    /// It can't be known, for a reason that has no code of its own.
    NotKnown,
}

impl CauseCode {
    /// Its name in JSON: `not_found`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            CauseCode::Found => "found",
            CauseCode::RecentEnough => "recent_enough",
            CauseCode::NothingRequired => "nothing_required",
            CauseCode::NotFound => "not_found",
            CauseCode::NotAFile => "not_a_file",
            CauseCode::NotAFolder => "not_a_folder",
            CauseCode::NotABundle => "not_a_bundle",
            CauseCode::NotExecutable => "not_executable",
            CauseCode::NotPermitted => "not_permitted",
            CauseCode::Unreadable => "unreadable",
            CauseCode::TooLarge => "too_large",
            CauseCode::TimedOut => "timed_out",
            CauseCode::NetworkPath => "network_path",
            CauseCode::AppExecutionAlias => "app_execution_alias",
            CauseCode::VariableUnset => "variable_unset",
            CauseCode::VariableUnreadable => "variable_unreadable",
            CauseCode::HomeUnknown => "home_unknown",
            CauseCode::OtherHome => "other_home",
            CauseCode::InvalidPath => "invalid_path",
            CauseCode::NotOnThisOs => "not_on_this_os",
            CauseCode::Invalid => "invalid",
            CauseCode::NotDeclared => "not_declared",
            CauseCode::NotSupported => "not_supported",
            CauseCode::NotBuiltIn => "not_built_in",
            CauseCode::NoVersion => "no_version",
            CauseCode::TooOld => "too_old",
            CauseCode::NotComparable => "not_comparable",
            CauseCode::NotRunning => "not_running",
            CauseCode::OtherProcess => "other_process",
            CauseCode::OtherMachine => "other_machine",
            CauseCode::NotListening => "not_listening",
            CauseCode::NotAnswering => "not_answering",
            CauseCode::OtherCertificate => "other_certificate",
            CauseCode::NotConnected => "not_connected",
            CauseCode::NotKnown => "not_known",
        }
    }
}

impl fmt::Display for CauseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<&HostError> for CauseCode {
    fn from(error: &HostError) -> Self {
        match error {
            HostError::NotFound => CauseCode::NotFound,
            HostError::PermissionDenied => CauseCode::NotPermitted,
            HostError::NotAFile => CauseCode::NotAFile,
            HostError::NotADirectory => CauseCode::NotAFolder,
            HostError::AppExecutionAlias => CauseCode::AppExecutionAlias,
            HostError::Network => CauseCode::NetworkPath,
            HostError::TooLarge { .. } | HostError::TooManyNames { .. } => CauseCode::TooLarge,
            HostError::NotUnicode | HostError::Io(_) => CauseCode::Unreadable,
            HostError::Unsupported(_) => CauseCode::NotSupported,
            HostError::NotBuiltIn(_) => CauseCode::NotBuiltIn,
            HostError::OtherCertificate => CauseCode::OtherCertificate,
            HostError::TimedOut => CauseCode::TimedOut,
            _ => CauseCode::NotKnown,
        }
    }
}

impl From<&ExpansionError> for CauseCode {
    fn from(error: &ExpansionError) -> Self {
        match error {
            ExpansionError::Unset(_) => CauseCode::VariableUnset,
            ExpansionError::NoHome => CauseCode::HomeUnknown,
            ExpansionError::OtherHome(_) => CauseCode::OtherHome,
            ExpansionError::Host { .. } => CauseCode::VariableUnreadable,
            ExpansionError::Rule {
                rule: PathRule::Network,
                ..
            } => CauseCode::NetworkPath,
            ExpansionError::Rule { .. } => CauseCode::InvalidPath,
            _ => CauseCode::NotKnown,
        }
    }
}
