//! A whole Windows, macOS or Linux machine in memory, in code or from a scenario file.
//!
//! In code:
//!
//! ```
//! use onhand_platform::{LocateHost, Operation, Os, PathTemplate, Recorded};
//! use onhand_platform_fake::{FakeHost, Fault};
//!
//! let machine = FakeHost::new(Os::Win32)
//!     .env("ProgramFiles", r"C:\Program Files")
//!     .file(r"C:\Program Files\Vendor\App.exe", b"MZ")
//!     .fault(r"C:\Secret", Fault::PermissionDenied);
//!
//! let host = Recorded::new(machine);
//! let app = PathTemplate::parse(Os::Win32, "%programfiles%/vendor/APP.EXE").unwrap();
//! assert_eq!(host.stat(&app.expand(&host)?).unwrap().len, 2);
//! assert_eq!(host.count(Operation::Stat), 1);
//! # Ok::<(), onhand_platform::ExpansionError>(())
//! ```
//!
//! From a file, or from its text:
//!
//! ```
//! use onhand_platform::{InspectHost, Os, RootedPath, read_bounded};
//! use onhand_platform_fake::FakeHost;
//!
//! let machine = FakeHost::from_scenario(
//!     "machine.yaml",
//!     r"
//! os: darwin
//! home: /Users/me
//! files:
//!   /Applications/Vendor.app/Contents/Info.plist: <plist/>
//! symlinks:
//!   /Applications/Latest.app: Vendor.app
//! ",
//! )?;
//! let plist = RootedPath::new(Os::Darwin, "/applications/latest.app/Contents/Info.plist").unwrap();
//! assert_eq!(read_bounded(&machine, &plist, 100).unwrap(), b"<plist/>");
//!
//! let wrong = FakeHost::from_scenario("machine.yaml", "os: linux\nfile: {}\n").unwrap_err();
//! assert_eq!(
//!     wrong.to_string(),
//!     "machine.yaml:2:1: `file` is not a key here; did you mean `files`?",
//! );
//! # Ok::<(), onhand_platform_fake::ScenarioError>(())
//! ```
//!
//! # Scenario files
//!
//! A scenario is one YAML document: a mapping with the keys below, of which `os` alone is needed.
//! An unknown key is an error anywhere; everything that is wrong is told at once, each with its line and column.
//!
//! | key | holds |
//! |---|---|
//! | `os` | `win32`, `darwin` or `linux` |
//! | `hostname` | what the machine calls itself; else `this-machine` |
//! | `env` | variables: name to text |
//! | `home` | the home folder; else `USERPROFILE` (win32) or `HOME` says it |
//! | `files` | path to file, see below; the folders above a file need no mention |
//! | `directories` | a list of folders |
//! | `symlinks` | path to target, which is absolute or relative to the link's folder |
//! | `faults` | path to fault, see below |
//! | `uninstall` | a list of `{ hive, view?, key?, values? }` and `{ hive, view?, key?, unread }`, win32 only |
//! | `processes` | process id to `{ started?, owner?, parent? }`, `{ zombie: true }` or `{ kernel_thread: true }` |
//! | `own_process` | the id of the process that asks; its `parent` is an ancestor of it, and so on. Without, it is none of the machine's |
//! | `listeners` | `127.0.0.1:PORT` or `[::1]:PORT` to `{ pid?, certificate_sha256?, answer }` or `{ pid?, certificate_sha256?, silent: true }`; with the SHA-256 of a certificate it speaks TLS |
//! | `session` | `interactive` or `none`: whether this user has a desktop session; left out, nobody knows |
//!
//! **A file** is its text, or a mapping with one of these, and `modified`, if that matters: the time
//! of its last change (RFC 3339 in UTC, as `2026-01-31T12:00:00Z`). Off Windows somebody may execute it, unless it says
//! `executable: false`.
//!
//! | key | the file holds |
//! |---|---|
//! | `text` | that text |
//! | `base64` | these bytes; line breaks in it don't count |
//! | `json` | the JSON of the value that stands here in YAML |
//! | `from` | what that file holds: a path relative to the scenario's folder, written with `/`; neither a `..` nor a link leads out of it |
//! | `size` | so many zero bytes |
//!
//! **A fault** is one of the words of [`Fault`]:
//!
//! | fault | what it does |
//! |---|---|
//! | `permission_denied` | the path and all below it can't be looked at |
//! | `not_found` | the path and all below it vanished, though it may be listed |
//! | `network` | the path and all below it lead to the network |
//! | `io_error` | the disk fails at the path and below |
//! | `unreadable` | the path can be looked at; a file can't be opened, a folder can't be listed |
//! | `read_error` | the file opens, and every read fails |
//! | `app_execution_alias` | the path is a Windows app-execution alias |
//! | `fifo` | the path is a FIFO; a socket or a device looks the same |
//!
//! **An uninstall entry** has a `hive` (`hklm` or `hkcu`), a `view` (`64`, the default, or `32`;
//! HKCU has the one), a `key` (else its `DisplayName`), and `values`: name to text, to number
//! (`REG_DWORD`), or to `{ type_code: NUMBER }` for a type that onhand has no use for. A version
//! needs quotes where YAML would read a number. With `unread` (`permission_denied`, `io_error` or
//! `not_unicode`) in place of `values` the entry can't be read; without a `key` the whole root can't,
//! whatever else is said of it.
//!
//! **A process** has the time when it `started` (RFC 3339 in UTC), an `owner` (`us`, the default, or `other`) and a
//! `parent` (a process id); or it is a `zombie: true`, or a `kernel_thread: true`.
//!
//! **A listener** has the `pid` of its process, or `pid: hidden`
//! for one that the OS doesn't show to this user; without, the OS doesn't tell whose it is.
//!
//! **An answer** is `{ status?, headers?, body? }`: a status, 200 where none is
//! given, headers (name to text), and a body, which is a text or `{ text | base64 | json | from }`.
//!
//! A second name of a file (a hard link) can be given in code alone: [`FakeHost::hard_link`].
//!
//! Anchors, aliases and merge keys (`<<`) of YAML work, within bounds.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a scenario file and the files beside it are read from the real machine"
)]

mod builder;
mod disk;
mod environment;
mod error;
mod host;
mod listener;
mod registry;
mod scenario;
mod tiers;

pub use disk::{Fault, FileContent, UnknownFault};
pub use error::MachineError;
pub use host::FakeHost;
pub use listener::Listener;
pub use scenario::{InvalidScenario, ScenarioError, ScenarioRule};
