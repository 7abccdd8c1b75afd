//! The signal check: whether a process is there, where the OS tells no more of it.
//!
//! Signal 0 is never sent; the OS only says whether it could be. Source: POSIX, `kill()`.

use std::io;

use onhand_platform::{HostResult, Owner, Pid, ProcessState};
use rustix::io::Errno;
use rustix::process::test_kill_process;

/// What can be told of a process whose description can't be read, for that reason.
///
/// A zombie is one that runs to this check, and so is a thread. Whoever may signal a process
/// passes for its owner: for root that is everybody.
pub(crate) fn state(pid: Pid, reason: &io::Error) -> HostResult<ProcessState> {
    // An id beyond the range of `pid_t` would turn negative, and name a group of processes.
    let id = i32::try_from(pid.get()).ok();
    let Some(id) = id.and_then(rustix::process::Pid::from_raw) else {
        return Ok(ProcessState::Gone);
    };
    let owner = match test_kill_process(id) {
        Ok(()) => Owner::Us,
        Err(Errno::PERM) => Owner::Other,
        Err(Errno::SRCH) => return Ok(ProcessState::Gone),
        Err(errno) => return Err(io::Error::from(errno).into()),
    };
    tracing::debug!(%pid, ?owner, %reason, "process known by the signal check alone");
    Ok(ProcessState::Running {
        started: None,
        owner,
        parent: None,
    })
}
