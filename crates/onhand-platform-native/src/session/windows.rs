//! A desktop session on Windows: a program has a desktop where its session is a user's, and its window
//! station is the one that can be seen.
//!
//! A service, and what it starts (a login by OpenSSH, a task that runs "whether user is logged on or not"),
//! has none, even while somebody sits at the machine: nothing that it starts can show a window there.

#![allow(unsafe_code, reason = "std has no calls for sessions")]

use std::io;
use std::ptr::null_mut;

use onhand_platform::{HostResult, InspectHost, Session};
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows_sys::Win32::System::StationsAndDesktops::{
    GetProcessWindowStation, GetUserObjectInformationW, UOI_FLAGS, USEROBJECTFLAGS,
};

/// `WSF_VISIBLE` of `winuser.h`: the window station is `WinSta0`, the one with a screen.
const WSF_VISIBLE: u32 = 1;

/// The session of services, since Windows Vista.
const SERVICES: u32 = 0;

/// Three calls within this process.
pub(crate) fn session(_: &dyn InspectHost) -> HostResult<Session> {
    if session_id()? == SERVICES || !has_visible_station()? {
        return Ok(Session::None);
    }
    Ok(Session::Interactive)
}

fn session_id() -> io::Result<u32> {
    let mut session = 0;
    // SAFETY: nothing is written but `session`, which outlives the call.
    let done = unsafe { ProcessIdToSessionId(std::process::id(), &raw mut session) };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(session)
}

fn has_visible_station() -> io::Result<bool> {
    // SAFETY: it takes nothing. The handle is the process's own and needs no closing.
    let station: HANDLE = unsafe { GetProcessWindowStation() };
    if station.is_null() {
        return Err(io::Error::last_os_error());
    }
    let mut flags = USEROBJECTFLAGS {
        fInherit: 0,
        fReserved: 0,
        dwFlags: 0,
    };
    // SAFETY: the handle is open; `flags` is what this question fills, of the size given; the length that
    // it would need is not asked for.
    let done = unsafe {
        GetUserObjectInformationW(
            station,
            UOI_FLAGS,
            (&raw mut flags).cast(),
            size_of_val(&flags) as u32,
            null_mut(),
        )
    };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(flags.dwFlags & WSF_VISIBLE != 0)
}
