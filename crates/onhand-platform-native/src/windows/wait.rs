//! Whether an object of the kernel is signalled: a process that has ended, an event.

#![allow(unsafe_code, reason = "std has no call to ask without waiting")]

use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle};

use windows_sys::Win32::Foundation::{WAIT_OBJECT_0, WAIT_TIMEOUT};
use windows_sys::Win32::System::Threading::WaitForSingleObject;

/// Asks, and doesn't wait. The handle was opened for waiting.
pub(super) fn is_signalled(object: BorrowedHandle<'_>) -> io::Result<bool> {
    // SAFETY: a borrowed handle is open.
    match unsafe { WaitForSingleObject(object.as_raw_handle(), 0) } {
        WAIT_OBJECT_0 => Ok(true),
        WAIT_TIMEOUT => Ok(false),
        _ => Err(io::Error::last_os_error()),
    }
}
