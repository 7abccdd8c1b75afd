//! Whether this user has a desktop session, by what each OS tells within this process.
//!
//! | | looked at |
//! |---|---|
//! | Linux | the displays that `WAYLAND_DISPLAY` and `DISPLAY` name, and the sessions that systemd-logind keeps |
//! | Windows | the session and the window station of this program |
//! | macOS | the security session of this program |

#[cfg(target_os = "linux")]
mod display;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod logind;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(crate) use linux::session;
#[cfg(target_os = "macos")]
pub(crate) use macos::session;
#[cfg(windows)]
pub(crate) use windows::session;
