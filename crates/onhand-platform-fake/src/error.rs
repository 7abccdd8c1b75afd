//! Why a machine can't be as it was described.

use onhand_platform::{FileKind, FingerprintError, Os, PathViolation};

/// Why a machine can't be as it was described. Builder methods panic with it; a scenario file
/// that describes one is [invalid](crate::InvalidScenario).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// No path of this OS.
    #[error("`{path}` is not a path on {}: {violation}", .os.display_name())]
    Path {
        /// The text.
        path: String,
        /// The OS of the machine.
        os: Os,
        /// The rule that it breaks.
        violation: PathViolation,
    },
    /// A path of too many folders, or a link to one.
    #[error("more than {limit} folders deep: `{path}`")]
    TooDeep {
        /// The path.
        path: String,
        /// How many segments a path may have.
        limit: usize,
    },
    /// Something should stand below a thing that is not a folder.
    #[error("`{path}` can't stand there: `{ancestor}` is a {}, not a folder", .kind.describe())]
    BelowNoFolder {
        /// What should stand there.
        path: String,
        /// What is above it.
        ancestor: String,
        /// What kind of thing that is.
        kind: FileKind,
    },
    /// Something should stand in place of a folder that holds something, or of a root.
    #[error("`{0}` is a folder already")]
    FolderInTheWay(String),
    /// A write time for what is not a file.
    #[error("`{0}` is not a file of this machine, so it has no write time")]
    NoFile(String),
    /// A second name for what is not a file.
    #[error("`{0}` is not a file of this machine, so it can't have a second name")]
    HardLink(String),
    /// A text that no link of this OS leads to.
    #[error("`{target}` can't be the target of a link on {}: {reason}", .os.display_name())]
    LinkTarget {
        /// The text.
        target: String,
        /// The OS of the machine.
        os: Os,
        /// What is wrong with it.
        reason: String,
    },
    /// Something that other OSes don't have.
    #[error("{0} exists on Windows only")]
    WindowsOnly(&'static str),
    /// Something that Windows doesn't have.
    #[error("{0} does not exist on Windows")]
    NotOnWindows(&'static str),
    /// No name of a variable.
    #[error("`{0}` can't name a variable: a name is not empty and holds neither `=` nor NUL")]
    VariableName(String),
    /// No value of a variable.
    #[error("the value of `{0}` holds a NUL, which no environment can")]
    VariableValue(String),
    /// No name of a registry key.
    #[error("`{0}` can't name a registry key: a name is not empty and holds neither `\\` nor NUL")]
    RegistryKey(String),
    /// A 32-bit view of HKCU.
    #[error("HKCU has one view for all programs, given as 64")]
    CurrentUserView,
    /// Process id 0.
    #[error("0 is not a process id")]
    PidZero,
    /// No address that a loopback server listens at.
    #[error("`{0}` is not a loopback address: write `127.0.0.1:PORT` or `[::1]:PORT`")]
    Address(String),
    /// No fingerprint of a certificate.
    #[error("this is not the SHA-256 of a certificate: {0}")]
    Certificate(#[from] FingerprintError),
    /// No status of HTTP.
    #[error("{0} is not an HTTP status: it is between 100 and 599")]
    Status(u16),
    /// No header of HTTP.
    #[error("the header `{0}` has a name or a value that HTTP can't carry")]
    Header(String),
}
