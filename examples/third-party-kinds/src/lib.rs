//! A version kind and a liveness kind that onhand doesn't have, as anybody can write them.

mod port_note;
mod version_file;

pub use port_note::PortNote;
pub use version_file::VersionFile;

use onhand_resolver::Resolvers;

/// Both kinds, for a host that has no use for others.
#[must_use]
pub fn resolvers() -> Resolvers {
    Resolvers::new()
        .with_version(VersionFile)
        .with_liveness(PortNote)
}

/// A server that fronts an application which is read by these kinds.
pub const DECLARATION: &[u8] = b"
name: vendor
app:
  linux:
    presence: executable
    location: /opt/vendor/app
    version: { kind: version_file }
    liveness: { kind: port_note, path: $HOME/.vendor/port }
  darwin:
    presence: executable
    location: /usr/local/vendor/app
    version: { kind: version_file, name: version.txt }
    liveness: { kind: port_note, path: ~/.vendor/port }
  win32:
    presence: executable
    location: C:/Vendor/app.exe
    version: { kind: version_file }
requires: { app: true, min_version: '2.0' }
";
