//! `server_json`: a file that the running application writes, the process that it names, and
//! the endpoint there.

mod probe;

pub use probe::ServerJson;
