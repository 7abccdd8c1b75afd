//! Whether the process that the file names is still the one that wrote it.

use std::time::{Duration, Instant, SystemTime};

use onhand_platform::{Owner, Pid, ProbeHost, ProcessState};
use onhand_resolver::{CauseCode, RunningProcess};

use crate::known::{Known, Unknown, absent, in_time, unavailable};

/// How much later than the file a process may seem to have started, and be its writer all the same:
/// FAT keeps times of writing to two seconds, and Linux counts the starts of processes from a time of boot
/// in whole seconds.
const TOLERANCE: Duration = Duration::from_secs(3);

/// The process, if it runs, is this user's, and started before the file was written. What the OS doesn't tell is
/// said in a remark, and the process is taken for the writer.
///
/// Where another user's process or a thread of the kernel has the id, the one that wrote the file may run all the
/// same: a sandbox and another machine have ids of their own.
pub(crate) async fn running(
    host: &dyn ProbeHost,
    pid: Pid,
    written: Option<SystemTime>,
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<RunningProcess> {
    in_time(deadline)?;
    let state = host
        .process(pid)
        .await
        .map_err(|error| Unknown::from(error).about(format_args!("process {pid}")))?;
    let ended = |reason: String| absent(CauseCode::NotRunning, reason);
    let unknown = |whose: &str| {
        let reason = format!(
            "process {pid} is {whose}, so it did not write the file: the one that did may run in a sandbox or \
             on another machine, which has process ids of its own"
        );
        unavailable(CauseCode::OtherProcess, reason)
    };
    let (started, owner) = match state {
        ProcessState::Running {
            owner: Owner::Other,
            ..
        } => return unknown("another user's"),
        ProcessState::KernelThread => return unknown("a thread of the kernel"),
        ProcessState::Running { started, owner, .. } => (started, owner),
        ProcessState::Zombie => {
            return ended(format!(
                "process {pid} has ended, and its parent has not collected it yet"
            ));
        }
        _ => return ended(format!("there is no process {pid}")),
    };
    match (started, written) {
        (Some(started), Some(written)) => {
            if started.duration_since(written).is_ok_and(|late| late > TOLERANCE) {
                return ended(format!(
                    "process {pid} is a different one: it started after the file was written"
                ));
            }
        }
        (None, _) => remarks.push(format!(
            "the OS doesn't tell when process {pid} started: it may not be the one that wrote the file"
        )),
        (_, None) => remarks.push(format!(
            "the OS doesn't tell when the file was written: process {pid} may not be the one that \
             wrote it"
        )),
    }
    Ok(RunningProcess::new(pid, owner))
}
