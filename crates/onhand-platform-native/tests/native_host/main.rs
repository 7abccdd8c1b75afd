//! The promises of `NativeHost`, on the files, variables and registry of the machine that runs
//! the tests.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what a host looks at must be made first, and a child must be started"
)]

mod environment;
mod inspect;
mod locate;
#[cfg(unix)]
mod permissions;
#[cfg(target_os = "linux")]
mod proc;
mod rerun;
mod scratch;
#[cfg(unix)]
mod special_files;
#[cfg(windows)]
mod windows_files;
#[cfg(windows)]
mod windows_registry;
