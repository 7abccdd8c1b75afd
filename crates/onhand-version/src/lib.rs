//! Comparison of versions, and the sources that read them on any OS.
//!
//! ```
//! use onhand_declaration::{Node, Parser};
//! use onhand_platform::Os;
//! use onhand_platform_fake::FakeHost;
//! use onhand_resolver::{Evaluator, Resolvers, State};
//! use onhand_version::Plist;
//!
//! let resolvers = Resolvers::new().with_version(Plist);
//! let node: Node = serde_json::from_value(serde_json::json!({
//!     "app": { "darwin": {
//!         "presence": "bundle",
//!         "location": "/Applications/Vendor.app",
//!         "version": { "kind": "plist" },
//!     } },
//!     "requires": { "app": true, "min_version": "2.3.0", "version_scheme": "leading" },
//! }))?;
//! let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
//! let declaration = parsed.declaration.expect("valid");
//!
//! // A Mac in memory, on whatever OS this runs.
//! let info = br#"<?xml version="1.0" encoding="UTF-8"?>
//! <plist version="1.0">
//! <dict>
//!     <key>CFBundleShortVersionString</key>
//!     <string>2.3.0</string>
//!     <key>CFBundleVersion</key>
//!     <string>12594</string>
//! </dict>
//! </plist>"#;
//! let host = FakeHost::new(Os::Darwin).file("/Applications/Vendor.app/Contents/Info.plist", info);
//!
//! let availability = Evaluator::new(&host, &resolvers).availability(&declaration);
//! assert_eq!(availability.state, State::Available);
//! assert_eq!(availability.version.expect("it was read").as_str(), "2.3.0");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Comparison
//!
//! How the text that was found compares with the minimum version stands in [`compare`].
//!
//! # Sources
//!
//! A source is a [`VersionSource`](onhand_resolver::VersionSource), plugged into
//! [`Resolvers`](onhand_resolver::Resolvers). Each is one module here, named as its kind.
//!
//! | kind | source | reads | host calls |
//! |---|---|---|---|
//! | `pe_resource` | [`PeResource`] | the version resource of a Windows executable, at most 192 KiB of the file | 1 `open`, and mostly 2 or 3 `read` |
//! | `plist` | [`Plist`] | `Contents/Info.plist` of a bundle, XML or binary, at most 1 MiB | a bundle: 1 `open`, 1 `read`; an executable within one: 2 `open`, 1 `stat`, 1 `read`; an executable elsewhere: 1 `open`, 1 `stat` |
//! | `uninstall_registry` | [`UninstallRegistry`] | the entries of Windows' list of installed applications | 1 `uninstall_entries` |
//!
//! Whatever a file holds, a source answers with an [`Observation`](onhand_resolver::Observation):
//! it doesn't panic, and it ends within the bounds that its page names.

pub mod compare;
mod pe_resource;
mod plist;
mod stated;
mod uninstall_registry;

pub use pe_resource::{PeError, PeField, PeResource, PeVersion};
pub use plist::{Plist, PlistValue, PlistVersion};
pub use stated::StatedVersion;
pub use uninstall_registry::UninstallRegistry;
