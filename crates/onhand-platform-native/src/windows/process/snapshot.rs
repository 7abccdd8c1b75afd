//! The list of all processes, which tells of their parents.
//!
//! `NtQueryInformationProcess` would tell of one without a list, but Microsoft keeps that call
//! for itself: "may be altered or unavailable". Source: "Taking a Snapshot and Viewing Processes".

#![allow(unsafe_code, reason = "std has no list of processes")]

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

use onhand_platform::Pid;
use windows_sys::Win32::Foundation::{ERROR_NO_MORE_FILES, HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::core::BOOL;

use crate::windows::os_error::is;

/// A process that runs.
pub(super) struct Listed {
    /// The one that started it, which may have ended since.
    pub(super) parent: Option<Pid>,
}

/// The process of that id; `None` where none runs.
pub(super) fn find(pid: Pid) -> io::Result<Option<Listed>> {
    // SAFETY: no pointer is given.
    let snapshot = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0) };
    if snapshot == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and nobody else closes it.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(snapshot) };
    let mut entry = PROCESSENTRY32W {
        dwSize: size_of::<PROCESSENTRY32W>() as u32,
        ..Default::default()
    };
    let mut step: unsafe extern "system" fn(HANDLE, *mut PROCESSENTRY32W) -> BOOL = Process32FirstW;
    loop {
        // SAFETY: the snapshot is one of processes; the entry says how large it is.
        if unsafe { step(snapshot.as_raw_handle(), &raw mut entry) } == 0 {
            let error = io::Error::last_os_error();
            return if is(&error, ERROR_NO_MORE_FILES) {
                Ok(None)
            } else {
                Err(error)
            };
        }
        if entry.th32ProcessID == pid.get() {
            let parent = Pid::new(entry.th32ParentProcessID);
            return Ok(Some(Listed { parent }));
        }
        step = Process32NextW;
    }
}
