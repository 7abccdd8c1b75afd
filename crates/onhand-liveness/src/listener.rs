//! Whether it is the application that listens at its endpoint. A port that it gave up, or has yet to take,
//! can be anybody's, who would be given its token.

use std::time::{Instant, SystemTime};

use onhand_platform::{HostError, ListeningSocket, LoopbackEndpoint, Pid, ProbeHost, ProcessState};

use crate::known::{Known, Unknown, in_time};

/// A process that stands further below is not told from a stranger.
const MAX_GENERATIONS: usize = 32;

/// Ends the way unless each socket that takes connections at the endpoint is held by the process
/// or by one that stands below it, as a server does that the application starts. Where the OS
/// doesn't tell, a remark says that it was not checked.
///
/// One `listeners` call; one `process` call for each generation between a holder and the process.
pub(crate) async fn check(
    host: &dyn ProbeHost,
    endpoint: &LoopbackEndpoint,
    pid: Pid,
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<()> {
    let sockets = match host.listeners(endpoint).await {
        Ok(sockets) => sockets,
        Err(HostError::Unsupported(_)) => {
            remarks.push(format!(
                "this OS doesn't tell who listens at {endpoint}: whether it is process {pid} was not \
                 checked"
            ));
            return Ok(());
        }
        Err(error) => {
            return Err(Unknown::from(error).about(format_args!("who listens at {endpoint}")));
        }
    };
    if sockets.is_empty() {
        return Err(Unknown::Absent(
            format!("nobody listens at {endpoint}").into(),
        ));
    }
    for socket in &sockets {
        if !is_held_below(host, socket, pid, deadline).await? {
            let holder = match socket.holders.first() {
                Some(holder) => format!("process {holder}"),
                None => "one that the OS doesn't show".to_owned(),
            };
            return Err(Unknown::Unavailable(
                format!(
                    "another process listens there: {holder} at {}",
                    socket.address
                )
                .into(),
            ));
        }
    }
    Ok(())
}

/// The process that takes the connections at the endpoint: of several that share a socket, the one with the least
/// id. One `listeners` call.
pub(crate) async fn holder(host: &dyn ProbeHost, endpoint: &LoopbackEndpoint) -> Known<Pid> {
    let sockets = host.listeners(endpoint).await;
    let sockets = sockets
        .map_err(|error| Unknown::from(error).about(format_args!("who listens at {endpoint}")))?;
    let Some(socket) = sockets.first() else {
        return Err(Unknown::Absent(
            format!("nobody listens at {endpoint}").into(),
        ));
    };
    socket.holders.iter().min().copied().ok_or_else(|| {
        let at = socket.address;
        Unknown::Unavailable(format!("the OS doesn't show which process listens at {at}").into())
    })
}

async fn is_held_below(
    host: &dyn ProbeHost,
    socket: &ListeningSocket,
    pid: Pid,
    deadline: Instant,
) -> Known<bool> {
    for holder in &socket.holders {
        if is_below(host, *holder, pid, deadline).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a process is `ancestor`, or stands below it. A parent that started later than its child
/// has the id of one that ended, and what can't be asked is no relative.
async fn is_below(
    host: &dyn ProbeHost,
    process: Pid,
    ancestor: Pid,
    deadline: Instant,
) -> Known<bool> {
    if process == ancestor {
        return Ok(true);
    }
    let mut child = birth(host, process).await;
    for _ in 0..MAX_GENERATIONS {
        in_time(deadline)?;
        let Some((started, Some(parent))) = child else {
            return Ok(false);
        };
        let above = birth(host, parent).await;
        if above.is_none_or(|(before, _)| before > started) {
            return Ok(false);
        }
        if parent == ancestor {
            return Ok(true);
        }
        child = above;
    }
    Ok(false)
}

/// When a process that runs started, where that is known, and which one started it.
async fn birth(host: &dyn ProbeHost, pid: Pid) -> Option<(SystemTime, Option<Pid>)> {
    match host.process(pid).await {
        Ok(ProcessState::Running {
            started: Some(started),
            parent,
            ..
        }) => Some((started, parent)),
        _ => None,
    }
}
