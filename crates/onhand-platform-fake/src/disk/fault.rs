//! What can be wrong with a path.

use std::fmt;
use std::str::FromStr;

use onhand_platform::HostError;

/// What is wrong with a path of a [`FakeHost`](crate::FakeHost).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The OS refuses this user the path and everything below it.
    PermissionDenied,
    /// The path and everything below it vanished: it may be listed, but it isn't found.
    NotFound,
    /// The path leads to the network, as a mounted share does, and so does everything below it.
    Network,
    /// The disk fails at the path and everything below it.
    IoError,
    /// The path can be looked at, but a file there can't be opened and a folder can't be listed.
    /// What stands below a folder can be reached.
    Unreadable,
    /// A file opens, and every read of it fails.
    ReadError,
    /// The path is a Windows app-execution alias.
    AppExecutionAlias,
    /// The path is a FIFO; a socket or a device looks the same to onhand.
    Fifo,
}

/// What a fault does to a call.
pub(super) enum Effect {
    /// The walk ends here.
    Blocks(HostError),
    /// The walk goes on; the outcome carries the fault.
    Spoils,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 8] = [
        Fault::PermissionDenied,
        Fault::NotFound,
        Fault::Network,
        Fault::IoError,
        Fault::Unreadable,
        Fault::ReadError,
        Fault::AppExecutionAlias,
        Fault::Fifo,
    ];

    /// Its name in a scenario file.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Fault::PermissionDenied => "permission_denied",
            Fault::NotFound => "not_found",
            Fault::Network => "network",
            Fault::IoError => "io_error",
            Fault::Unreadable => "unreadable",
            Fault::ReadError => "read_error",
            Fault::AppExecutionAlias => "app_execution_alias",
            Fault::Fifo => "fifo",
        }
    }

    /// What an I/O error is called.
    pub(crate) fn io_error() -> HostError {
        HostError::Io("input/output error".to_owned())
    }

    /// Whether something must stand at the path for the fault to show.
    pub(crate) fn needs_something_there(self) -> bool {
        matches!(self, Fault::Unreadable | Fault::ReadError)
    }

    pub(super) fn effect(self) -> Effect {
        match self {
            Fault::PermissionDenied => Effect::Blocks(HostError::PermissionDenied),
            Fault::NotFound => Effect::Blocks(HostError::NotFound),
            Fault::Network => Effect::Blocks(HostError::Network),
            Fault::IoError => Effect::Blocks(Fault::io_error()),
            Fault::Unreadable | Fault::ReadError | Fault::AppExecutionAlias | Fault::Fifo => {
                Effect::Spoils
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no fault")]
pub struct UnknownFault(pub String);

impl FromStr for Fault {
    type Err = UnknownFault;

    fn from_str(text: &str) -> Result<Self, UnknownFault> {
        Fault::ALL
            .into_iter()
            .find(|fault| fault.as_str() == text)
            .ok_or_else(|| UnknownFault(text.to_owned()))
    }
}
