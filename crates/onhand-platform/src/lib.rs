//! What a host operating system is to onhand: paths with the rules of their own OS, and one
//! trait for each cost tier.
//!
//! ```
//! use onhand_platform::{Os, PathTemplate, PathViolation, RootedPath};
//!
//! // A declaration's text is checked once, for its own OS, wherever this runs.
//! let location = PathTemplate::parse(Os::Win32, "%ProgramFiles%/Vendor/App.exe")?;
//! assert_eq!(location.as_str(), "%ProgramFiles%/Vendor/App.exe");
//! let error = PathTemplate::parse(Os::Win32, "%ProgramFiles%/../App.exe").unwrap_err();
//! assert_eq!(error.violations(), [PathViolation::Traversal]);
//!
//! // A path that exists as a value obeys the rules.
//! let path = RootedPath::new(Os::Linux, "/opt/vendor/app")?;
//! assert_eq!(path.join("bin/app")?.as_str(), "/opt/vendor/app/bin/app");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The tiers are [`LocateHost`] (metadata only), [`InspectHost`] (bounded reads and calls into
//! the OS within this process) and [`ProbeHost`] (processes and loopback sockets). Each contains
//! the one before, so a function says in its signature what it may cost. [`Recorded`] wraps any
//! host and keeps every call; a [`LocateWrapper`] changes some of a host's answers. What a program wants to keep from one run to the next goes to a
//! [`SnapshotStore`].
//!
//! What somebody else wrote is shown through [`excerpt`] or by the table of [`unseen`] characters, never as it is.
//!
//! This crate touches no file, variable, process or socket: hosts do.

mod certificate;
mod endpoint;
mod endpoint_path;
mod excerpt;
mod host;
mod os;
mod path;
mod search_limit;
mod store;
pub mod unseen;

pub use certificate::{CertificateFingerprint, FingerprintError};
pub use endpoint::{EndpointError, LoopbackEndpoint};
pub use endpoint_path::{EndpointPath, EndpointPathError};
pub use excerpt::excerpt;
pub use host::{
    Call, DirectoryEntry, FileIdentity, FileKind, Hive, HostError, HostFile, HostResult,
    InspectHost, InspectWrapper, Listeners, ListeningSocket, Listing, LocateHost, LocateWrapper,
    LoopbackAnswer, LoopbackRequest, Metadata, Method, Operation, Owner, Pid, ProbeHost,
    ProbeWrapper, ProcessState, Recorded, RegistryView, Session, Tier, UninstallEntries,
    UninstallEntry, UninstallValue, UnreadPart, UnreadReason, UnreadUninstall, read_bounded,
    read_open,
};
pub use os::{Os, UnknownOs};
pub use path::{
    ExpansionError, InvalidTemplate, PathRule, PathTemplate, PathViolation, RootedPath,
};
pub use search_limit::SearchLimit;
pub use store::{MemoryStore, SnapshotStore};
