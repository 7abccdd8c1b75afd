//! Finds out whether a declared application runs and answers, without ever showing its token.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use onhand_declaration::{Node, Parser, Requirements};
//! use onhand_liveness::ServerJson;
//! use onhand_platform::{Os, Owner, ProcessState};
//! use onhand_platform_fake::{FakeHost, Listener};
//! use onhand_resolver::{AppResolver, Effort, Resolver, Resolvers};
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
//! let app = AppResolver::new(declaration.app_for(Os::Linux).expect("declared"), &resolvers);
//! let found = app.locate(&host);
//! let deadline = Instant::now() + Duration::from_secs(3);
//! let found = found.found().expect("it is there");
//! let liveness = app.probe(&host, found, Effort::Network, deadline).await;
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
//! | kind | asks |
//! |---|---|
//! | [`ServerJson`] | a JSON file that the running application writes |
//! | [`PortFile`] | a file of lines that it writes, one of which is its port |
//! | [`LockFolder`] | a folder in which each of its instances keeps a file that is named by its port |
//! | [`InteractiveSession`] | whether this user has a desktop session |
//!
//! A host that wants to connect asks a kind for a [`LiveEndpoint`].
//!
//! # The token
//! It is read, used for one request and dropped within a probe. What holds it here is wiped when it is
//! dropped: the bytes of the file, the token, the header. What the host copies to send it is not. No
//! error, event, `Debug` or serialized form shows it, nor any other value of the file but the
//! process id and the endpoint. The only way out is [`LiveEndpoint::expose_token`].

mod answer;
mod application;
mod handshake;
mod interactive_session;
mod json_fields;
mod known;
mod lineage;
mod listener;
mod lock_folder;
mod machine;
mod parameters;
mod port_file;
mod probe_run;
mod process;
mod runtime_file;
mod server_json;
mod sighting;
mod token;

pub use interactive_session::InteractiveSession;
pub use lock_folder::LockFolder;
pub use onhand_resolver::LiveEndpoint;
pub use port_file::PortFile;
pub use probe_run::ProbeRun;
pub use server_json::ServerJson;
