//! What `server_json` promises, on machines in memory of every OS.

mod connecting;
mod effort;
mod endpoints;
#[path = "../support/events.rs"]
mod events;
mod file;
mod handshake;
mod hostile;
mod machine;
mod process;
mod squatting;
mod token;
