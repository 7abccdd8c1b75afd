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
//! | home folder | `HOME`, else the password database | `USERPROFILE` |
//! | FIFO, socket, device | `FileKind::Other`, never opened | the same, made by WSL or by `AF_UNIX` |
//! | app-execution alias | | seen by its reparse tag, never opened |
//! | leads to the network | | a mapped drive, and a link to a share or a device: neither looked at nor opened |
//! | content lies elsewhere | macOS: an evicted file is not opened | a cloud placeholder is not opened |
//! | uninstall registry | `HostError::Unsupported` | HKLM 64-bit, HKLM 32-bit, HKCU |
//! | processes | Linux: `/proc`; macOS: `sysctl` | a handle, and the list for the parent |
//! | who listens at a port | Linux: `/proc`; macOS: `libproc` | `GetExtendedTcpTable` |
//! | a desktop session | Linux: the displays in the environment, systemd-logind; macOS: `SessionGetInfo` | the session and window station of this program |
//!
//! [`FileStore`] keeps a program's own snapshot from one run to the next; the host itself writes nothing.
//!
//! [`read_file`], [`read_named`] and [`read_inside`] read what a program opens for its user: a declaration, a scenario.
//! None of them can be made to hang, or to hold more than it was asked for.
//!
//! The probe tier (processes, the loopback) is the feature `probe`, which is on by default. Without it the
//! crate needs no runtime: `default-features = false` suits a host program that only looks.
//!
//! HTTPS is the feature `https`, which is off by default: rustls, with cryptography that compiles no C. It takes
//! a processor of x86-64 (with AVX2 and ADX, as those since about 2014) or of arm64 (with its instructions for AES and SHA-2); on
//! others, and without the feature, a request to an endpoint with a pinned certificate is
//! `HostError::NotBuiltIn`, and nothing is sent.
//!
//! # What it can't promise
//! On Linux and macOS a mount of a network file system is not told from a local disk, nor is a
//! link that leads from a local disk to another machine. A path through either is looked at. Where
//! `HOME` is unset, the password database may be one of a network, and asking it takes its time.
//!
//! On Windows no link is followed before it is known where it leads, and what is opened is what was
//! looked at. Still:
//!
//! - A driver that calls its disk a local one is believed, wherever it keeps the content. So is
//!   one that acts on reparse tags of its own (OneDrive) when it fills in a folder.
//! - What nobody gets a handle to (a page file) is seen as its folder tells it. This goes by the
//!   path once more, and a link that somebody puts there in that moment is followed.
//! - A folder that a driver leads elsewhere without a link, as in a container, is an error.
//! - It takes Windows 10, version 1607, or newer. An older one gives an error for every path.
//!
//! # `unsafe`
//! Only on macOS and Windows, only in the modules that say so, one call into the OS at a time.

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
#[cfg(all(target_os = "linux", feature = "probe"))]
mod linux;
#[cfg(feature = "probe")]
mod listeners;
#[cfg(feature = "probe")]
mod machine_name;
#[cfg(target_os = "macos")]
mod macos;
mod native_host;
#[cfg(feature = "probe")]
mod probe;
mod read;
#[cfg(feature = "probe")]
mod request;
#[cfg(feature = "probe")]
mod session;
mod store;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use native_host::NativeHost;
pub use read::{look, read_file, read_inside, read_named};
pub use store::FileStore;

#[cfg(all(target_os = "linux", feature = "probe"))]
use linux::process;
#[cfg(all(target_os = "macos", feature = "probe"))]
use macos::process;
#[cfg(unix)]
use unix as native;
#[cfg(windows)]
use windows as native;
#[cfg(all(windows, feature = "probe"))]
use windows::process;
