//! The promises of `NativeHost`, on the files, variables, processes and registry of the
//! machine that runs the tests.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what a host looks at must be made first, and a child must be started"
)]

mod environment;
mod identity;
mod inspect;
mod locate;
#[cfg(unix)]
mod permissions;
#[cfg(target_os = "linux")]
mod proc;
#[cfg(feature = "probe")]
mod process;
#[cfg(all(unix, feature = "probe"))]
mod process_unix;
#[cfg(all(windows, feature = "probe"))]
mod process_windows;
mod reading;
mod resolve;
mod scratch;
#[cfg(unix)]
mod special_files;
#[cfg(windows)]
mod windows_environment;
#[cfg(windows)]
mod windows_files;
#[cfg(windows)]
mod windows_links;
#[cfg(windows)]
mod windows_registry;
