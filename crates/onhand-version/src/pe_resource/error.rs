//! Why a file has no version to read.

use onhand_platform::HostError;
use onhand_resolver::Observation;

/// Why no version resource was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PeError {
    /// The host can't read the file.
    #[error(transparent)]
    Host(#[from] HostError),
    /// A whole PE file without resources.
    #[error("the executable has no resources")]
    NoResources,
    /// A whole PE file with resources, none of them of the type `RT_VERSION`.
    #[error("the executable has no version resource")]
    NoVersionResource,
    /// A script, an archive, an empty file.
    #[error("not a PE file: it doesn't start with `MZ`")]
    NoDosHeader,
    /// A program of DOS or of 16-bit Windows, or a file that is cut short.
    #[error("not a PE file: no `PE` signature where its DOS header points")]
    NoPeHeader,
    /// Neither PE32 nor PE32+: an object file, or the image of a ROM.
    #[error("not an executable: its optional header is of type {0:#06x}")]
    OptionalHeader(u16),
    /// The file ends before this part of it does.
    #[error("the file ends within {0}")]
    Truncated(&'static str),
    /// A part that is in none of the file's sections, or reaches out of its own.
    #[error("{0} is outside of every section")]
    Outside(&'static str),
    /// The resource directory isn't the tree of three levels that it should be.
    #[error("malformed resource directory: {0}")]
    Directory(&'static str),
    /// What the directory gives as version resource is none.
    #[error("malformed version resource: {0}")]
    VersionInfo(&'static str),
    /// A count is over its bound.
    #[error("more than {most} {of}")]
    TooMany {
        /// The bound.
        most: u64,
        /// What was counted.
        of: &'static str,
    },
}

impl<T> From<PeError> for Observation<T> {
    /// No version resource is absent, what the host says is as it says, all else is an error.
    fn from(error: PeError) -> Self {
        match error {
            PeError::Host(error) => error.into(),
            PeError::NoResources | PeError::NoVersionResource => {
                Observation::Absent(error.to_string().into())
            }
            _ => Observation::Error(error.to_string().into()),
        }
    }
}
