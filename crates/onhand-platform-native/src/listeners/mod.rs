//! Who listens on the loopback, by the tables of the OS.
//!
//! | | sockets | their holders |
//! |---|---|---|
//! | Linux | `/proc/net/tcp` and `tcp6`, those of every user | links in `/proc/*/fd`, of this user's processes |
//! | Windows | `GetExtendedTcpTable`, those of every user | the process that made the socket, by the same call |
//! | macOS | those that this user's processes hold | `libproc` |

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod budget;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(target_os = "linux")]
mod proc_fd;
#[cfg(target_os = "linux")]
mod proc_net;
#[cfg(any(target_os = "macos", test))]
mod socket_fdinfo;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(crate) use linux::look;
#[cfg(target_os = "macos")]
pub(crate) use macos::look;
#[cfg(windows)]
pub(crate) use windows::look;
