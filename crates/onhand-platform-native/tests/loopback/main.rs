//! What `NativeHost` asks of servers on the loopback, and of who they are: with real sockets, on
//! ports that the OS chose.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "there must be a server that can be asked"
)]

mod answers;
mod ask;
mod bodies;
mod dialling;
mod heads;
mod leftovers;
mod listeners;
mod proxies;
mod server;
#[cfg(all(
    feature = "https",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod tls;
mod token;
