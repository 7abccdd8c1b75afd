//! Tells an AI-agent host what this machine can really offer.
//!
//! A server *declares* the desktop application that it fronts; onhand looks for it and gives
//! one answer.
//!
//! ```
//! use onhand::Onhand;
//! use onhand::platform::Os;
//! use onhand_platform_fake::FakeHost;
//!
//! // A Mac in memory; a real host program takes `platform_native::NativeHost::new()`.
//! let plist = br#"<plist version="1.0"><dict>
//!     <key>CFBundleShortVersionString</key><string>2.4.1</string>
//! </dict></plist>"#;
//! let mac = FakeHost::new(Os::Darwin)
//!     .file("/Applications/Vendor.app/Contents/Info.plist", plist);
//! let onhand = Onhand::new(mac);
//!
//! let text = br#"
//! app:
//!   darwin: { presence: bundle, location: /Applications/Vendor.app, version: { kind: plist } }
//! requires: { app: true, min_version: "2.3.0", version_scheme: leading }
//! "#;
//! // A text that has errors, or is no YAML at all, hides the server of that name.
//! let problems = onhand.registry().register_file(onhand.parser().text(text, "vendor"));
//! assert_eq!(problems, []);
//!
//! let availability = onhand.availability_of("vendor").expect("it is registered");
//! assert!(availability.offerable());
//! assert_eq!(availability.version.expect("it was read").as_str(), "2.4.1");
//! assert_eq!(onhand.availabilities().len(), 1);
//!
//! // What a host's registry of tools asks: is the server connected, and its application there?
//! let offered = onhand.mcp_gate().check_fn("vendor", || true);
//! assert!(offered());
//! ```
//!
//! With the feature `fake`, `onhand::platform_fake` is that crate. From here:
//!
//! | to | see |
//! |---|---|
//! | read a file of one server or several | [`Parser::text`](declaration::Parser::text), [`Parser::json`](declaration::Parser::json) |
//! | read a file of another grammar, with every mistake at once | [`document`] |
//! | evaluate a catalogue of one's own | [`Requirements`](declaration::Requirements) |
//! | ask for many at once | [`Onhand::pass`], [`Onhand::availabilities`] |
//! | know of every change | [`Registry::subscribe`](declaration::Registry::subscribe) |
//! | gate the tools of MCP servers | [`Onhand::mcp_gate`] |
//! | gate agent skills | `Onhand::skill_gate`, with the feature `skills` |
//! | ask whether an application runs | [`Onhand::probe`] |
//! | connect to it | [`Onhand::endpoint`] |
//! | read versions in one's own way | [`Resolvers`](resolver::Resolvers) |
//! | count what an answer costs | [`Recorded`](platform::Recorded) |
//! | write a machine down | the page of `onhand-platform-fake` |
//!
//! Each part is a crate of its own, re-exported here: a host program that needs less takes less.
//!
//! # Features
//!
//! - `native` (default): this machine, as `platform_native::NativeHost`. It locates and inspects, which is all that an
//!   availability takes, and brings neither a runtime nor a socket.
//! - `probe` (default, with `native`): it is a [`ProbeHost`](platform::ProbeHost) too, on the Tokio runtime of the host
//!   program. Without it [`Onhand::probe`] takes a host of your own, or one in memory.
//! - `https` (with `probe`): servers whose certificate a declaration pins are asked by HTTPS.
//! - `yaml` (default): declarations from YAML and JSON text.
//! - `fake`: machines in memory, as `platform_fake::FakeHost`.
//! - `schema`: the JSON Schema of a declaration file.
//! - `skills`: which agent skills to offer, as `Onhand::skill_gate` and `gate_skill::SkillIndex`.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod onhand;

pub use onhand_declaration as declaration;
pub use onhand_document as document;
pub use onhand_gate_mcp as gate_mcp;
#[cfg(feature = "skills")]
pub use onhand_gate_skill as gate_skill;
pub use onhand_liveness as liveness;
pub use onhand_platform as platform;
#[cfg(feature = "fake")]
pub use onhand_platform_fake as platform_fake;
#[cfg(feature = "native")]
pub use onhand_platform_native as platform_native;
pub use onhand_resolver as resolver;
pub use onhand_version as version;

pub use crate::onhand::{Onhand, resolvers};
