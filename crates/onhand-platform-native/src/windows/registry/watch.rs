//! Whether a key got or lost children while we looked.
//!
//! The children of a key are asked for by index, and an index means another child once one
//! before it comes or goes: one is then seen twice, or not at all. Two changes within a tick
//! of the clock leave the key's time of last writing as it was, so that can't tell.

#![allow(unsafe_code, reason = "std and windows-registry have no such calls")]

use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;

use windows_registry::Key;
use windows_sys::Win32::Foundation::ERROR_SUCCESS;
use windows_sys::Win32::System::Registry::{REG_NOTIFY_CHANGE_NAME, RegNotifyChangeKeyValue};
use windows_sys::Win32::System::Threading::CreateEventW;

use crate::windows::os_error::os_error;
use crate::windows::wait::is_signalled;

/// A watch on the children of one key.
pub(super) struct Watch {
    changed: OwnedHandle,
}

impl Watch {
    /// Starts to watch. The key must be open for reading.
    pub(super) fn new(key: &Key) -> io::Result<Self> {
        // SAFETY: no attributes and no name are given, both of which may be null; 1 and 0 make
        // an event that stays set and isn't yet.
        let event = unsafe { CreateEventW(null(), 1, 0, null()) };
        if event.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the event was just made, and nobody else closes it.
        let changed = unsafe { OwnedHandle::from_raw_handle(event) };
        // SAFETY: key and event are open. 0 leaves out what is further below, 1 has the call
        // return at once; Windows keeps the event alive for as long as it may set it.
        let status = unsafe {
            RegNotifyChangeKeyValue(
                key.as_raw(),
                0,
                REG_NOTIFY_CHANGE_NAME,
                changed.as_raw_handle(),
                1,
            )
        };
        match status {
            ERROR_SUCCESS => Ok(Watch { changed }),
            _ => Err(os_error(status)),
        }
    }

    /// Whether a child has come or gone since. Doesn't wait.
    pub(super) fn has_changed(&self) -> io::Result<bool> {
        is_signalled(self.changed.as_handle())
    }
}
