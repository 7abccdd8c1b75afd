//! The same promises on the machine that runs the tests: real processes and real sockets.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "applications are started here, and listen"
)]

mod application;
mod holders;
mod mcp;
mod processes;
mod silence;
mod token;
