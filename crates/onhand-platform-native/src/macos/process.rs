//! Processes, as `sysctl` describes them.
//!
//! `kern.proc.pid` tells of every user's processes and of zombies, with the time of the start.
//! `proc_pidinfo` keeps that time from other users.

#![allow(unsafe_code, reason = "neither std nor rustix has sysctl")]

use std::io;
use std::mem::{self, offset_of, size_of};
use std::ptr::null_mut;
use std::time::{Duration, SystemTime};

use libc::{CTL_KERN, KERN_PROC, KERN_PROC_PID, SZOMB, pid_t, time_t, uid_t};
use onhand_platform::{HostResult, Owner, Pid, ProcessState};
use rustix::process::geteuid;

use crate::unix::signal;

/// What has become of the process. One system call; where a sandbox forbids it, [the signal
/// check](signal) has to do.
pub(crate) fn state(pid: Pid) -> HostResult<ProcessState> {
    match Description::of(pid) {
        Ok(Some(process)) => Ok(process.state()),
        Ok(None) => Ok(ProcessState::Gone),
        Err(reason) => signal::state(pid, &reason),
    }
}

/// `struct kinfo_proc` of `sys/sysctl.h`, which is the same on arm64 and x86-64. What nobody
/// asks for lies in the gaps.
#[repr(C)]
struct Description {
    /// `kp_proc.p_starttime`
    started_seconds: time_t,
    started_microseconds: i32,
    _gap_1: [u8; 24],
    /// `kp_proc.p_stat`
    state: u8,
    /// `kp_proc.p_pid`
    id: pid_t,
    _gap_2: [u8; 376],
    /// `kp_eproc.e_ucred.cr_uid`: the effective user
    user: uid_t,
    _gap_3: [u8; 136],
    /// `kp_eproc.e_ppid`
    parent: pid_t,
    _gap_4: [u8; 84],
}

const _: () = assert!(
    size_of::<Description>() == 648
        && offset_of!(Description, started_microseconds) == 8
        && offset_of!(Description, state) == 36
        && offset_of!(Description, id) == 40
        && offset_of!(Description, user) == 420
        && offset_of!(Description, parent) == 560
);

impl Description {
    /// `None` where there is no such process.
    fn of(pid: Pid) -> io::Result<Option<Self>> {
        // An id beyond the range of `pid_t` names none.
        let Ok(id) = pid_t::try_from(pid.get()) else {
            return Ok(None);
        };
        let mut name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id];
        // SAFETY: all fields are integers, for which zeros are a value.
        let mut found: Self = unsafe { mem::zeroed() };
        let mut len = size_of::<Self>();
        // SAFETY: `name` has four elements, `found` takes `len` bytes, any of which make a
        // value; all three outlive the call. No new value is given.
        let status = unsafe {
            libc::sysctl(
                name.as_mut_ptr(),
                4,
                (&raw mut found).cast(),
                &raw mut len,
                null_mut(),
                0,
            )
        };
        if status != 0 {
            return Err(io::Error::last_os_error());
        }
        // The answer is a list, which is empty where nothing has that id.
        if len == 0 {
            Ok(None)
        } else if len == size_of::<Self>() && found.id == id {
            Ok(Some(found))
        } else {
            Err(io::Error::other("kern.proc.pid is not as it should be"))
        }
    }

    /// A process is whose rights it acts with: its effective user counts, as ours does.
    fn state(&self) -> ProcessState {
        if u32::from(self.state) == SZOMB {
            return ProcessState::Zombie;
        }
        ProcessState::Running {
            started: self.started(),
            owner: if self.user == geteuid().as_raw() {
                Owner::Us
            } else {
                Owner::Other
            },
            parent: u32::try_from(self.parent).ok().and_then(Pid::new),
        }
    }

    /// What the wall clock showed at the start.
    fn started(&self) -> Option<SystemTime> {
        let seconds = Duration::from_secs(u64::try_from(self.started_seconds).ok()?);
        let rest = Duration::from_micros(u64::try_from(self.started_microseconds).ok()?);
        SystemTime::UNIX_EPOCH.checked_add(seconds.checked_add(rest)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_process_is_described_to_everybody() {
        let first = Description::of(Pid::new(1).expect("not 0")).expect("allowed");
        let first = first.expect("is there");
        assert_eq!((first.id, first.user, first.parent), (1, 0, 0));
        let started = first.started().expect("has started");
        let day = Duration::from_secs(24 * 60 * 60);
        assert!(started > SystemTime::UNIX_EPOCH + 365 * day, "{started:?}");
        assert!(started < SystemTime::now(), "{started:?}");
    }

    #[test]
    fn an_id_that_nothing_has_has_no_description() {
        for id in [i32::MAX as u32, 1 << 31, u32::MAX] {
            let found = Description::of(Pid::new(id).expect("not 0"));
            assert!(found.expect("allowed").is_none(), "{id}");
        }
    }
}
