//! Whether a process runs, and since when.

#![allow(unsafe_code, reason = "std asks only about its own children")]

use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle};
use std::time::SystemTime;

use onhand_platform::{HostResult, Owner, Pid, ProcessState};
use windows_sys::Win32::Foundation::{ERROR_ACCESS_DENIED, ERROR_INVALID_PARAMETER, FILETIME};
use windows_sys::Win32::System::Threading::{
    GetProcessId, GetProcessTimes, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION,
    PROCESS_SYNCHRONIZE,
};

use super::{owner, snapshot};
use crate::windows::file_time::system_time;
use crate::windows::os_error::is;
use crate::windows::wait::is_signalled;

/// What has become of the process. A few system calls, and a list of all processes for the
/// parent's sake.
///
/// One that has ended is gone, even while somebody keeps a handle to it: Windows has no zombies.
pub(crate) fn state(pid: Pid) -> HostResult<ProcessState> {
    let process = match open(pid) {
        Ok(process) => process,
        Err(error) if is(&error, ERROR_INVALID_PARAMETER) => return Ok(ProcessState::Gone),
        Err(error) if is(&error, ERROR_ACCESS_DENIED) => return closed_to_us(pid),
        Err(error) => return Err(error.into()),
    };
    let process = process.as_handle();
    // A process is signalled once it has ended. Its exit code can't tell: 259 stands for "still active", and any
    // process may end with it.
    if !is_named(process, pid) || is_signalled(process)? {
        return Ok(ProcessState::Gone);
    }
    let parent = match snapshot::find(pid) {
        Ok(Some(listed)) => listed.parent,
        Ok(None) | Err(_) => None,
    };
    Ok(ProcessState::Running {
        started: started(process),
        owner: owner::of(process),
        parent,
    })
}

/// What can be told of a process that this user may not open. The list of processes has those
/// that run, and each by its own id.
fn closed_to_us(pid: Pid) -> HostResult<ProcessState> {
    Ok(match snapshot::find(pid)? {
        Some(listed) => ProcessState::Running {
            started: None,
            owner: Owner::Other,
            parent: listed.parent,
        },
        None => ProcessState::Gone,
    })
}

fn open(pid: Pid) -> io::Result<OwnedHandle> {
    let access = PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_SYNCHRONIZE;
    // SAFETY: no pointer is given.
    let process = unsafe { OpenProcess(access, 0, pid.get()) };
    if process.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and nobody else closes it.
    Ok(unsafe { OwnedHandle::from_raw_handle(process) })
}

/// Whether the id is the process's own. Windows rounds ids down to a multiple of 4, so that it
/// opens 4240 for 4243.
fn is_named(process: BorrowedHandle<'_>, pid: Pid) -> bool {
    // SAFETY: the handle is open.
    unsafe { GetProcessId(process.as_raw_handle()) == pid.get() }
}

/// What the clock of the system showed at the start. It goes forward by about 16 milliseconds
/// at a time.
fn started(process: BorrowedHandle<'_>) -> Option<SystemTime> {
    let [mut created, mut ended, mut in_kernel, mut in_user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open for queries; the four outlive the call.
    let told = unsafe {
        GetProcessTimes(
            process.as_raw_handle(),
            &raw mut created,
            &raw mut ended,
            &raw mut in_kernel,
            &raw mut in_user,
        )
    };
    if told == 0 {
        return None;
    }
    system_time(created)
}
