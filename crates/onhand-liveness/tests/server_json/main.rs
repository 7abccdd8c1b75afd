//! What `server_json` promises, on machines in memory of every OS.

mod answers;
mod causes;
mod connecting;
mod effort;
mod endpoints;
mod file;
mod handshake;
mod hostile;
mod machine;
mod machines_of_others;
mod process;
mod run;
mod squatting;
mod token;
