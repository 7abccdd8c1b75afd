//! What onhand may ask of a host, one trait for each cost tier.

mod error;
mod inspect;
mod listeners;
mod locate;
mod probe;
mod recorded;
mod uninstall_entries;
mod wrapper;

pub use error::{HostError, HostResult};
pub use inspect::{HostFile, InspectHost, read_bounded, read_open};
pub use listeners::{Listeners, ListeningSocket};
pub use locate::{DirectoryEntry, FileIdentity, FileKind, Listing, LocateHost, Metadata};
pub use probe::{
    LoopbackAnswer, LoopbackRequest, Method, Owner, Pid, ProbeHost, ProcessState, Session,
};
pub use recorded::{Call, Operation, Recorded, Tier};
pub use uninstall_entries::{
    Hive, RegistryView, UninstallEntries, UninstallEntry, UninstallValue, UnreadPart, UnreadReason,
    UnreadUninstall,
};
pub use wrapper::{InspectWrapper, LocateWrapper, ProbeWrapper};
