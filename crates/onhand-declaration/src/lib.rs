//! What an application is, per OS, and what a server requires of it, as data.
//!
//! The text of a file (YAML, or JSON) goes through [`Parser`] into a [`Registry`]:
//!
#![cfg_attr(feature = "yaml", doc = "```")]
#![cfg_attr(not(feature = "yaml"), doc = "```ignore")]
//! use onhand_declaration::{Parser, Registry, Vocabulary};
//!
//! let vocabulary = Vocabulary::standard();
//! let text = b"app: { linux: { presence: executable, location: /opt/vendor/app } }\nrequires: { app: true }";
//! let file = Parser::new(&vocabulary).text(text, "vendor");
//! let registry = Registry::new();
//! assert_eq!(registry.register_file(file), []);
//! assert!(registry.lookup("vendor").expect("it is registered").requires_app());
//!
//! // A text that can't be read hides the server that its file is named after.
//! let file = Parser::new(&vocabulary).text(b"app: {", "broken");
//! assert_eq!(registry.register_file(file).len(), 1);
//! assert!(!registry.lookup("broken").expect("it is registered, too").is_valid());
//! ```
//!
//! Without the feature `yaml`, decoded data of any serde format do:
//!
//! ```
//! use onhand_declaration::{Node, Parser, Requirements, Vocabulary};
//! use onhand_platform::Os;
//!
//! let node: Node = serde_json::from_value(serde_json::json!({
//!     "app": {
//!         "linux": { "presence": "executable", "location": "/opt/vendor/app" },
//!         "darwin": {
//!             "presence": "bundle",
//!             "location": "/Applications/Vendor.app",
//!             "version": { "kind": "plist" },
//!         },
//!     },
//!     "requires": { "app": true },
//! }))?;
//! let vocabulary = Vocabulary::standard();
//! let parsed = Parser::new(&vocabulary).declaration(&node);
//! assert!(parsed.problems.is_empty());
//!
//! let declaration = parsed.declaration.expect("there was no problem");
//! assert!(declaration.requires_app());
//! let linux = declaration.app_for(Os::Linux).expect("it is declared");
//! assert_eq!(linux.locations[0].as_str(), "/opt/vendor/app");
//! assert!(declaration.app_for(Os::Win32).is_none());
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # The grammar
//!
//! A declaration is a mapping of these keys. The parse is closed: any other key is an error.
//!
//! | field | rule |
//! |---|---|
//! | `app.<os>` | `win32`, `darwin`, `linux`; at least one where `app` stands |
//! | `app.<os>.presence` | required; `executable` (a regular file, links followed) or `bundle` (a folder with a file `Contents/Info.plist`) |
//! | `app.<os>.location` | required; `C:\…` or `C:/…` on Windows, `/…` elsewhere, or starting with `~`, `%VAR%` or `$VAR`; no UNC or device path, no `..` segment, no `://`, no `*`, no reserved name; that of an executable doesn't end in a separator; white space around it is dropped with a warning |
//! | `app.<os>.executable_bit` | `true` asks that somebody may execute the file (default `false`: one that nobody may execute counts, with a remark); only with `presence: executable`, and not on `win32` |
//! | `app.<os>.version` | a mapping of `kind` and its parameters; default `none` |
//! | `app.<os>.liveness` | a mapping of `kind` and its parameters; default `none` |
//! | `requires.app` | `true` or `false` (default: an `app` block alone requires nothing); `true` needs an `app` block |
//! | `requires.min_version` | a text of dotted digits; needs `requires.app: true`, and a version kind other than `none` on every OS declared |
//! | `requires.version_scheme` | `numeric` (the documented default), `leading` (recommended) or `strict`; see [`VersionScheme`] |
//!
//! | version kind | OS | parameters |
//! |---|---|---|
//! | `none` | every | |
//! | `pe_resource` | win32 | `field`: `file` (default) or `product` |
//! | `uninstall_registry` | win32 | `display_name_prefix` (required) |
//! | `plist` | darwin | `key` |
//!
//! | liveness kind | OS | parameters |
//! |---|---|---|
//! | `none` | every | |
//! | `server_json` | every | `path` (required), `pid_key` (`pid`), `url_key` (`http`) or `port_key`, `token_key` (`token`), `host_key` (`hostname`), `endpoint_path` (`/mcp`), `certificate_sha256` |
//!
//! The default stands in brackets. `onhand-liveness` adds three kinds, for programs that plug them in, as `onhand` does:
//!
//! | liveness kind | OS | parameters |
//! |---|---|---|
//! | `port_file` | every | `path` (required), `lines` (`[port]`), `endpoint_path` (`/mcp`), `certificate_sha256` |
//! | `lock_folder` | every | `path` (required), `pid_key` (`pid`), `token_key` (`authToken`), `transport_key` (`transport`), `endpoint_path` (`/mcp`), `certificate_sha256` |
//! | `interactive_session` | every | |
//!
//! | parameter | rule |
//! |---|---|
//! | `path` | the rules of `location`; that of a `lock_folder` is a folder |
//! | `pid_key`, `url_key`, … | letters, digits, `_`, `.` and `-`; they differ from one another, the defaults too |
//! | `endpoint_path` | starts with one `/`; no `..` segment |
//! | `lines` | a list of `port` (once, required), `pid` and `token` (once each), and `ignored` |
//! | `certificate_sha256` | 64 hexadecimal digits, with or without a colon between each two |
//!
//! A key with nothing behind it (`version:`) is as good as left out, and so is an optional parameter that is an empty
//! text; a warning says so. A mapping with parameters needs its `kind`.
//!
//! A host adds kinds of its own to a [`Vocabulary`]; the parser and the schema follow.
//!
//! A file holds either one declaration, with an optional `name` (else the stem of the file's name is), or `servers`: a mapping of names
//! to declarations. `$schema` is allowed at its top.
//!
//! # Features
//!
//! - `yaml`: `Parser::text` and `Parser::json` read YAML and JSON text, so that every problem has its place.
//! - `schema`: [`json_schema`] writes the JSON Schema of a declaration file.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod compare;
mod declaration;
mod parse;
mod registry;
mod rule;
#[cfg(feature = "schema")]
mod schema;
mod vocabulary;

pub use compare::{NotComparable, UnknownScheme, VersionScheme, holds_digit, is_dotted_numeric};
pub use declaration::{
    AppDef, Declaration, InvalidDeclaration, KindUse, ParameterValue, Presence, Requirements,
    Requires, RequiringPresence,
};
/// What declarations are written in, and what their problems are made of, for a host that has no other use for
/// `onhand-document`.
pub use onhand_document::{DocumentRule, Entry, Node, Number, RuleCode, Severity, Span, Value};
/// What declarations are made of, for a host that has no other use for `onhand-platform`.
pub use onhand_platform::{Os, PathTemplate, PathViolation};
#[cfg(feature = "yaml")]
pub use parse::LIMITS;
pub use parse::{Named, Parsed, ParsedFile, Parser};
pub use registry::{Registry, RegistryChange, SharedRequirements, Subscription};
pub use rule::Rule;
#[cfg(feature = "schema")]
pub use schema::json_schema;
/// One rule of a declaration broken at one place.
pub type Problem = onhand_document::Problem<Rule>;

pub use vocabulary::{KindRole, KindSpec, ParameterSpec, ParameterType, Vocabulary, WordList};
