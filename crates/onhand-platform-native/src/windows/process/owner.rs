//! Whose a process is: the user in its token.

#![allow(unsafe_code, reason = "std has no calls for tokens")]

use std::io;
use std::mem::MaybeUninit;
use std::os::windows::io::{AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle};
use std::ptr::null_mut;
use std::slice;

use onhand_platform::Owner;
use windows_sys::Win32::Security::{
    GetLengthSid, GetTokenInformation, SECURITY_MAX_SID_SIZE, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// Ours where the same user runs it, elevated or not. A process whose token is closed to us is
/// another's.
pub(super) fn of(process: BorrowedHandle<'_>) -> Owner {
    // SAFETY: this handle needs no closing and stays good for as long as we run.
    let us = unsafe { BorrowedHandle::borrow_raw(GetCurrentProcess()) };
    match (user(process), user(us)) {
        (Ok(theirs), Ok(ours)) if theirs == ours => Owner::Us,
        (Ok(_), Ok(_)) => Owner::Other,
        (Err(error), _) | (_, Err(error)) => {
            tracing::debug!(%error, "a process whose user is not told is another's");
            Owner::Other
        }
    }
}

/// The bytes of the user's SID, which are the same for the same user.
fn user(process: BorrowedHandle<'_>) -> io::Result<Vec<u8>> {
    /// A SID stands behind the structure that points to it.
    #[repr(C)]
    struct Told {
        user: TOKEN_USER,
        sid: [u8; SECURITY_MAX_SID_SIZE as usize],
    }

    let token = token(process)?;
    let mut told = MaybeUninit::<Told>::uninit();
    let mut len = 0;
    // SAFETY: the token is open for queries; `told` takes as many bytes as the call is told.
    let done = unsafe {
        GetTokenInformation(
            token.as_raw_handle(),
            TokenUser,
            told.as_mut_ptr().cast(),
            size_of::<Told>() as u32,
            &raw mut len,
        )
    };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has filled `user` and pointed it to a whole SID within `told`, which
    // has not moved since and outlives the copy.
    Ok(unsafe {
        let sid = (*told.as_ptr()).user.User.Sid;
        slice::from_raw_parts(sid.cast::<u8>(), GetLengthSid(sid) as usize).to_vec()
    })
}

fn token(process: BorrowedHandle<'_>) -> io::Result<OwnedHandle> {
    let mut token = null_mut();
    // SAFETY: the handle is open for queries; `token` outlives the call.
    let done = unsafe { OpenProcessToken(process.as_raw_handle(), TOKEN_QUERY, &raw mut token) };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and nobody else closes it.
    Ok(unsafe { OwnedHandle::from_raw_handle(token) })
}
