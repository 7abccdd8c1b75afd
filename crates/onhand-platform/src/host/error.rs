//! How a host call fails.

use crate::PathRule;

/// The answer of a host call.
pub type HostResult<T> = Result<T, HostError>;

/// Why a host call has no answer. Each variant is a fact about the machine, not about onhand.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// Nothing is there, or a link that leads nowhere.
    #[error("not found")]
    NotFound,
    /// The OS refuses this user.
    #[error("permission denied")]
    PermissionDenied,
    /// A folder, FIFO, socket or device where a regular file is wanted. Never opened.
    #[error("not a regular file")]
    NotAFile,
    /// Something other than a folder where a folder is wanted.
    #[error("not a folder")]
    NotADirectory,
    /// A Windows app-execution alias: it can be run, but not read.
    #[error("an app-execution alias can't be opened")]
    AppExecutionAlias,
    /// The path leads off this machine's own disks. Not followed.
    #[error("the path leads to the network")]
    Network,
    /// A file that holds more than the caller's bound.
    #[error("larger than {limit} bytes")]
    TooLarge {
        /// The bound, in bytes.
        limit: u64,
    },
    /// A folder that holds more than the caller's bound.
    #[error("a folder with more than {limit} names")]
    TooManyNames {
        /// The bound, in names.
        limit: usize,
    },
    /// The physical path breaks a rule that onhand has for paths, as a name with a control character does.
    #[error("the path leads to one that can't be used: it is {0}")]
    UnusablePath(PathRule),
    /// The text is not Unicode.
    #[error("not valid Unicode")]
    NotUnicode,
    /// This OS has no such thing.
    #[error("{0} is not known on this OS")]
    Unsupported(&'static str),
    /// The program was built without what it takes.
    #[error("this program was built without {0}")]
    NotBuiltIn(&'static str),
    /// A server on the loopback shows another certificate than the pinned one. Nothing was sent to it.
    #[error("the server shows a certificate other than the declared one")]
    OtherCertificate,
    /// Nothing answered before the deadline.
    #[error("no answer before the deadline")]
    TimedOut,
    /// Anything else, in the OS's words.
    #[error("{0}")]
    Io(String),
}

impl From<std::io::Error> for HostError {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::NotFound => HostError::NotFound,
            ErrorKind::PermissionDenied => HostError::PermissionDenied,
            // A file stands where a folder of the path should be: nothing is there.
            ErrorKind::NotADirectory => HostError::NotFound,
            ErrorKind::TimedOut => HostError::TimedOut,
            ErrorKind::IsADirectory => HostError::NotAFile,
            _ => HostError::Io(error.to_string()),
        }
    }
}
