//! One request to a server on the loopback: dialled by literal address, under one deadline, with
//! nothing kept.
//!
//! The server is somebody else's, and may not even speak HTTP. What it sends is bounded as a
//! head and as a body, and what it doesn't send is waited for until the deadline and no longer.

mod compose;
mod dial;
#[cfg(windows)]
mod refusal;
mod send;
#[cfg_attr(
    not(all(
        feature = "https",
        any(target_arch = "x86_64", target_arch = "aarch64")
    )),
    path = "no_tls.rs"
)]
mod tls;

pub(crate) use send::send;
