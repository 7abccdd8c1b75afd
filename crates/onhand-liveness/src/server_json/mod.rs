//! `server_json`: a file that the running application writes, the process that it names, and
//! the endpoint there.

mod fields;
mod handshake;
mod known;
mod listener;
mod parameters;
mod probe;
mod process;
mod runtime_file;
mod sighting;
mod token;

pub use probe::ServerJson;
