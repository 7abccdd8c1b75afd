//! A desktop session on macOS: the security session of this program has access to the screen. A login by
//! SSH and a daemon have sessions of their own, without.

#![allow(unsafe_code, reason = "no library of ours has this call")]

use onhand_platform::{HostError, HostResult, InspectHost, Session};

/// `callerSecuritySession` of `AuthSession.h`: the session of who asks.
const OURS: u32 = u32::MAX;
/// `sessionHasGraphicAccess` of `AuthSession.h`.
const HAS_GRAPHIC_ACCESS: u32 = 0x10;

#[link(name = "Security", kind = "framework")]
unsafe extern "C" {
    /// Source: `Security/AuthSession.h`. Every type in it is an integer of 32 bits.
    fn SessionGetInfo(session: u32, id: *mut u32, attributes: *mut u32) -> i32;
}

/// One call within this process.
pub(crate) fn session(_: &dyn InspectHost) -> HostResult<Session> {
    let (mut id, mut attributes) = (0, 0);
    // SAFETY: both numbers outlive the call, and nothing else is written.
    let status = unsafe { SessionGetInfo(OURS, &raw mut id, &raw mut attributes) };
    if status != 0 {
        return Err(HostError::Io(format!("SessionGetInfo: status {status}")));
    }
    Ok(if attributes & HAS_GRAPHIC_ACCESS == 0 {
        Session::None
    } else {
        Session::Interactive
    })
}
