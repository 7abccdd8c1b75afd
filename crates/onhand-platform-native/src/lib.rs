//! The machine that this program runs on, as a host for onhand.
//!
//! ```
//! use onhand_platform::{FileKind, HostError, InspectHost, LocateHost, PathTemplate, RootedPath};
//! use onhand_platform_native::NativeHost;
//!
//! // Made once, in `main`, and passed down.
//! let host = NativeHost::new();
//!
//! let program = std::env::current_exe()?;
//! let program = RootedPath::new(host.os(), program.to_str().expect("Unicode"))?;
//! assert_eq!(host.stat(&program)?.kind, FileKind::File);
//!
//! let folder = program.parent().expect("a file stands in a folder");
//! assert_eq!(host.open(&folder).err(), Some(HostError::NotAFile));
//!
//! // A variable that is not set leaves a path without a place.
//! let nowhere = PathTemplate::parse(host.os(), "$ONHAND_NO_SUCH_VARIABLE/app").expect("valid");
//! assert!(nowhere.expand(&host).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`NativeHost`] answers for Linux, macOS and Windows, each by the calls of that OS:
//!
//! | | Linux, macOS | Windows |
//! |---|---|---|
//! | home folder | `HOME` | `USERPROFILE` |
//! | FIFO, socket, device | `FileKind::Other`, never opened | the same, made by WSL or by `AF_UNIX` |
//! | app-execution alias | | seen by its reparse tag, never opened |
//! | leads to the network | | a mapped drive: neither looked at nor opened |
//! | content lies elsewhere | macOS: an evicted file is not opened | a cloud placeholder is not opened |
//! | uninstall registry | `HostError::Unsupported` | HKLM 64-bit, HKLM 32-bit, HKCU |
//!
//! # What it can't promise
//! A mount of a network file system below `/` is not told from a local disk, nor is a link that
//! leads from a local disk to another machine. A path through either is looked at.
//!
//! # `unsafe`
//! Only on Windows, only in the modules that say so, one call into the OS at a time.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is where onhand meets the real files and variables"
)]

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
compile_error!(
    "onhand-platform-native knows Linux, macOS and Windows; on another OS use a host of your own"
);

mod environment;
mod file;
mod folder;
#[cfg(target_os = "macos")]
mod macos;
mod native_host;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use native_host::NativeHost;

#[cfg(unix)]
use unix as native;
#[cfg(windows)]
use windows as native;
