//! Finds out whether a declared application runs and answers, without ever showing its token.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use onhand_declaration::{Node, Parser};
//! use onhand_liveness::ServerJson;
//! use onhand_platform::{Os, Owner, ProcessState};
//! use onhand_platform_fake::{FakeHost, Listener};
//! use onhand_resolver::{Effort, Resolvers, probe_assess};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let resolvers = Resolvers::new().with_liveness(ServerJson);
//! let node: Node = serde_json::from_value(serde_json::json!({
//!     "app": { "linux": {
//!         "presence": "executable",
//!         "location": "/opt/vendor/app",
//!         "liveness": { "kind": "server_json", "path": "/run/vendor/server.json" },
//!     } },
//! }))?;
//! let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
//! let declaration = parsed.declaration.expect("valid");
//!
//! // A machine in memory, on whatever OS this runs.
//! let running = ProcessState::Running { started: None, owner: Owner::Us, parent: None };
//! let written = br#"{ "pid": 4242, "http": "http://127.0.0.1:7777", "token": "secret" }"#;
//! let host = FakeHost::new(Os::Linux)
//!     .file("/opt/vendor/app", b"")
//!     .file("/run/vendor/server.json", written)
//!     .process(4242, running)
//!     .listener("127.0.0.1:7777", Listener::answering(200, "{}").owned_by(4242));
//!
//! let deadline = Instant::now() + Duration::from_secs(3);
//! let probed = probe_assess(&host, &resolvers, &declaration, Effort::Network, deadline).await;
//! let liveness = probed.liveness;
//! assert_eq!(liveness.running.to_string(), "process 4242");
//! assert_eq!(liveness.answering.present(), Some(&200));
//! # Ok(())
//! # }
//! ```
//!
//! A probe is a [`LivenessProbe`](onhand_resolver::LivenessProbe), plugged into
//! [`Resolvers`](onhand_resolver::Resolvers). The page of each says what it asks, in which order, and what
//! it never does:
//!
//! | kind | asks | parameters | host calls |
//! |---|---|---|---|
//! | [`ServerJson`] | a JSON file that the running application writes | `path`, `pid_key`, `url_key` or `port_key`, `token_key`, `host_key`, `endpoint_path`, `certificate_sha256` | one `env` for each variable in `path`; `stat`, `open`, `read`, `stat`; `machine_name` where the file names a machine; 1 `process` |
//! | [`PortFile`] | a file of lines that it writes, one of which is its port | `path`, `lines`, `endpoint_path`, `certificate_sha256` | the same without `machine_name`; where no line is the process id, 1 `listeners` more |
//! | [`LockFolder`] | a folder in which each of its instances keeps a file that is named by its port | `path`, `pid_key`, `token_key`, `transport_key`, `endpoint_path`, `certificate_sha256` | 1 `list`, a `stat` for each file; of the 16 newest `stat`, `open`, `read`, `stat` and 1 `process` |
//! | [`InteractiveSession`] | whether this user has a desktop session | none | 1 `session` |
//!
//! From [`Effort::Network`](onhand_resolver::Effort::Network) on the first three also ask who listens (1 `listeners`, and a
//! `process` for each generation where it is a child), and send 1 or 2 requests that open a session of the Model Context
//! Protocol, and 1 or 2 for each session that was opened, to end it.
//!
//! Many probes in one run share a look at who listens: see [`ProbeRun`].
//!
//! A host that wants to connect asks a kind for a [`LiveEndpoint`].
//!
//! # The token
//! It is read, used and dropped within a probe. Every request carries it: one or two that open a session, and one or two that end
//! each session. It is sent only where the process that the file names, or one below it, holds each socket at the
//! endpoint and is this user's; where the OS doesn't tell who holds one, a remark says so. Where nothing names the process, none
//! is sent. What holds the token here is wiped when it is
//! dropped: the bytes of the file, the token, the header. What the host copies to send it is not. No
//! error, event, `Debug` or serialized form shows it, nor any other value of the file but the
//! process id and the endpoint. The only way out is [`LiveEndpoint::expose_token`].

mod announcement;
mod answer;
mod application;
mod handshake;
mod instance;
mod interactive_session;
mod json_object;
mod known;
mod lineage;
mod listener;
mod lock_folder;
mod machine;
mod number;
mod parameters;
mod port_file;
mod probe_run;
mod process;
mod runtime_file;
mod server_json;
mod suggestion;
mod token;

pub use interactive_session::InteractiveSession;
pub use lock_folder::LockFolder;
pub use onhand_resolver::LiveEndpoint;
pub use port_file::PortFile;
pub use probe_run::ProbeRun;
pub use server_json::ServerJson;
