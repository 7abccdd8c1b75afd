//! macOS: what this user's processes have open. There is no table of all sockets with their
//! processes.

#![allow(unsafe_code, reason = "no library that needs no C has these calls")]

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::Instant;

use libc::{
    PROC_PIDLISTFDS, PROX_FDTYPE_SOCKET, c_int, c_void, proc_fdinfo, proc_listpids, proc_pidfdinfo,
    proc_pidinfo,
};
use onhand_platform::{HostError, HostResult, Listeners, Pid};

use super::budget::Budget;
use super::socket_fdinfo::SocketFdInfo;

/// `PROC_UID_ONLY` of `<sys/proc_info.h>`: the processes of one user.
const PROC_UID_ONLY: u32 = 4;
/// `PROC_PIDFDSOCKETINFO` of `<sys/proc_info.h>`.
const PROC_PIDFDSOCKETINFO: c_int = 3;
/// How long a list may be: longer than a [`Budget::of_a_look`], which a longer one would exceed all the more.
const MOST: usize = 128 * 1024;

/// The sockets of this user's processes that take connections, without those of others. Costs one call
/// for each process and one for each socket that one has open, some microseconds each.
///
/// # Errors
/// [`HostError::Unsupported`] where a sandbox keeps this user's own processes from us and none listens. Also
/// as [`Budget::spend`] says.
pub(crate) fn look(deadline: Instant) -> HostResult<Listeners> {
    let mut sockets: BTreeMap<u64, (SocketAddr, Vec<Pid>)> = BTreeMap::new();
    let mut all_shown = true;
    let mut budget = Budget::of_a_look(deadline);
    for pid in processes().map_err(not_shown)? {
        budget.in_time()?;
        let descriptors = match descriptors(pid) {
            Ok(descriptors) => descriptors,
            Err(error) => {
                // One that ended meanwhile is none.
                all_shown &= error.kind() != ErrorKind::PermissionDenied;
                continue;
            }
        };
        for descriptor in descriptors {
            budget.spend()?;
            let Some(info) = socket(pid, &descriptor) else {
                continue;
            };
            let Some(address) = info.listens_at() else {
                continue;
            };
            let (_, holders) = sockets
                .entry(info.socket())
                .or_insert((address, Vec::new()));
            if let Some(pid) = Pid::new(pid.unsigned_abs())
                && !holders.contains(&pid)
            {
                holders.push(pid);
            }
        }
    }
    if sockets.is_empty() && !all_shown {
        return Err(not_shown(ErrorKind::PermissionDenied.into()));
    }
    let with = |listeners: Listeners, (address, holders)| listeners.with(address, holders);
    let shown = sockets.into_values().fold(Listeners::new(), with);
    Ok(shown.hiding_other_users())
}

/// The ids of this user's processes.
fn processes() -> io::Result<Vec<c_int>> {
    let user = rustix::process::geteuid().as_raw();
    // SAFETY: `list` gives room for as many bytes as it says.
    list(0, |room, bytes| unsafe {
        proc_listpids(PROC_UID_ONLY, user, room, bytes)
    })
}

/// What a process has open.
fn descriptors(pid: c_int) -> io::Result<Vec<proc_fdinfo>> {
    let empty = proc_fdinfo {
        proc_fd: 0,
        proc_fdtype: 0,
    };
    // SAFETY: `list` gives room for as many bytes as it says.
    list(empty, |room, bytes| unsafe {
        proc_pidinfo(pid, PROC_PIDLISTFDS, 0, room, bytes)
    })
}

/// What a call lists that fills the room that it is given and says how many bytes it wrote. For nothing
/// to list and for an error that is 0, and only the latter sets `errno`.
fn list<T: Copy>(empty: T, call: impl Fn(*mut c_void, c_int) -> c_int) -> io::Result<Vec<T>> {
    let mut items = vec![empty; 1024];
    loop {
        let room = size_of_val(&items[..]);
        let bytes = c_int::try_from(room).unwrap_or(c_int::MAX);
        // SAFETY: `errno` is this thread's own.
        unsafe { *libc::__error() = 0 };
        let written = call(items.as_mut_ptr().cast(), bytes);
        let error = io::Error::last_os_error();
        if written <= 0 && error.raw_os_error() != Some(0) {
            return Err(error);
        }
        let written = usize::try_from(written).unwrap_or(0) / size_of::<T>();
        // Full: there may be more.
        if written < items.len() || items.len() >= MOST {
            items.truncate(written);
            return Ok(items);
        }
        items.resize(items.len() * 2, empty);
    }
}

/// What a descriptor stands for, if it is a socket that is still open.
fn socket(pid: c_int, descriptor: &proc_fdinfo) -> Option<SocketFdInfo> {
    if descriptor.proc_fdtype != PROX_FDTYPE_SOCKET as u32 {
        return None;
    }
    let mut info = SocketFdInfo([0; SocketFdInfo::SIZE]);
    let bytes = SocketFdInfo::SIZE as c_int;
    // SAFETY: `info` has room for `bytes` bytes and outlives the call.
    let written = unsafe {
        proc_pidfdinfo(
            pid,
            descriptor.proc_fd,
            PROC_PIDFDSOCKETINFO,
            info.0.as_mut_ptr().cast(),
            bytes,
        )
    };
    (written == bytes).then_some(info)
}

fn not_shown(error: io::Error) -> HostError {
    match error.kind() {
        ErrorKind::PermissionDenied => HostError::Unsupported("who listens at a port"),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_list_is_no_error_whatever_failed_before() {
        assert!(std::fs::File::open("/no/such/file").is_err());
        assert_eq!(list(0_u8, |_, _| 0).expect("nothing is listed"), []);
    }

    #[test]
    fn a_list_that_is_too_long_is_longer_than_what_may_be_looked_at() {
        let items = list(0_u8, |_, bytes| bytes).expect("lists");
        let mut budget = Budget::of_a_look(Instant::now() + std::time::Duration::from_secs(3600));
        assert!(items.iter().try_for_each(|_| budget.spend()).is_err());
    }
}
