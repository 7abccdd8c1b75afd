//! Which process stands below which.

use std::time::{Instant, SystemTime};

use onhand_platform::{Owner, Pid, ProbeHost, ProcessState};

use crate::known::{Known, in_time};

/// A process that stands further below is not told from a stranger.
const MAX_GENERATIONS: usize = 32;

/// The first process of Linux and macOS. All that nobody else looks after comes to stand below it.
const INIT: u32 = 1;

/// Whether the process that is named vouches for the one that holds a socket: both are the same, or the holder
/// stands below it, and all on the way are this user's.
///
/// Whatever a user runs stands below the first process, and much of it below the editor, terminal or desktop
/// that we were started from. So these vouch for themselves alone.
pub(crate) async fn vouches(
    host: &dyn ProbeHost,
    named: Pid,
    holder: Pid,
    deadline: Instant,
) -> Known<bool> {
    if named == holder {
        return Ok(true);
    }
    if named.get() == INIT || !is_child_of(host, holder, named, deadline).await? {
        return Ok(false);
    }
    Ok(!is_above_us(host, named, deadline).await?)
}

/// Whether a process stands below `ancestor`. A parent that started later than its child
/// has the id of one that ended, and what can't be asked, or is another user's, is not a relative.
async fn is_child_of(
    host: &dyn ProbeHost,
    process: Pid,
    ancestor: Pid,
    deadline: Instant,
) -> Known<bool> {
    let ours = |process: &Process| process.owner == Owner::Us;
    let mut child = look(host, process, deadline).await?.filter(ours);
    for _ in 0..MAX_GENERATIONS {
        let Some(Process {
            started: Some(started),
            parent: Some(parent),
            ..
        }) = child
        else {
            return Ok(false);
        };
        let above = look(host, parent, deadline).await?.filter(ours);
        let is_older = |above: &Process| above.started.is_some_and(|before| before <= started);
        if !above.as_ref().is_some_and(is_older) {
            return Ok(false);
        }
        if parent == ancestor {
            return Ok(true);
        }
        child = above;
    }
    Ok(false)
}

/// Whether a process is an ancestor of the one that asks, whoever stands in between. Where it isn't known which
/// of two started first, a parent is believed to be one: here that is the careful side.
async fn is_above_us(host: &dyn ProbeHost, named: Pid, deadline: Instant) -> Known<bool> {
    let mut child = match host.own_pid() {
        Some(own) => look(host, own, deadline).await?,
        None => None,
    };
    for _ in 0..MAX_GENERATIONS {
        let Some(Process {
            started,
            parent: Some(parent),
            ..
        }) = child
        else {
            return Ok(false);
        };
        let above = look(host, parent, deadline).await?;
        let before = above.as_ref().and_then(|above| above.started);
        if before
            .zip(started)
            .is_some_and(|(before, started)| before > started)
        {
            return Ok(false);
        }
        if parent == named {
            return Ok(true);
        }
        child = above;
    }
    Ok(false)
}

/// A process that runs.
struct Process {
    started: Option<SystemTime>,
    owner: Owner,
    parent: Option<Pid>,
}

async fn look(host: &dyn ProbeHost, pid: Pid, deadline: Instant) -> Known<Option<Process>> {
    in_time(deadline)?;
    Ok(match host.process(pid).await {
        Ok(ProcessState::Running {
            started,
            owner,
            parent,
        }) => Some(Process {
            started,
            owner,
            parent,
        }),
        _ => None,
    })
}
