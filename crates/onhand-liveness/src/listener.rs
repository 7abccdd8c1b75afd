//! Whether it is the application that listens at its endpoint. A port that it gave up, or has yet to take,
//! can be anybody's, who would be given its token.

use std::time::Instant;

use onhand_platform::{HostError, ListeningSocket, LoopbackEndpoint, Pid, ProbeHost};
use onhand_resolver::CauseCode;

use crate::known::{Known, Unknown, absent, unavailable};
use crate::lineage::vouches;

/// Ends the way unless each socket that takes connections at the endpoint is held by the process
/// or by one for which it vouches, as for a server that the application starts. Where the OS
/// doesn't tell, a remark says that it was not checked.
///
/// One `listeners` call. Of a holder that is not the process itself, one `process` call for each generation between
/// the two and one for each of our own.
pub(crate) async fn check(
    host: &dyn ProbeHost,
    endpoint: &LoopbackEndpoint,
    pid: Pid,
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<()> {
    let sockets = match host
        .listeners(deadline)
        .await
        .and_then(|listeners| listeners.at(endpoint))
    {
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
        return nobody_listens(endpoint);
    }
    for socket in &sockets {
        if !is_vouched_for(host, socket, pid, deadline).await? {
            let holder = match socket.holders.first() {
                Some(holder) => format!("process {holder}"),
                None => "one that the OS doesn't show".to_owned(),
            };
            return unavailable(
                CauseCode::OtherProcess,
                format!(
                    "another process listens there: {holder} at {}",
                    socket.address
                ),
            );
        }
    }
    Ok(())
}

/// The process that takes the connections at the endpoint: of several that share a socket, the one with the least
/// id. One `listeners` call.
pub(crate) async fn holder(
    host: &dyn ProbeHost,
    endpoint: &LoopbackEndpoint,
    deadline: Instant,
) -> Known<Pid> {
    let listeners = host.listeners(deadline).await;
    let sockets = listeners
        .and_then(|listeners| listeners.at(endpoint))
        .map_err(|error| Unknown::from(error).about(format_args!("who listens at {endpoint}")))?;
    let Some(socket) = sockets.first() else {
        return nobody_listens(endpoint);
    };
    socket.holders.iter().min().copied().map_or_else(
        || {
            let at = socket.address;
            unavailable(
                CauseCode::NotKnown,
                format!("the OS doesn't show which process listens at {at}"),
            )
        },
        Ok,
    )
}

fn nobody_listens<T>(endpoint: &LoopbackEndpoint) -> Known<T> {
    absent(
        CauseCode::NotListening,
        format!("nobody listens at {endpoint}"),
    )
}

async fn is_vouched_for(
    host: &dyn ProbeHost,
    socket: &ListeningSocket,
    pid: Pid,
    deadline: Instant,
) -> Known<bool> {
    for holder in &socket.holders {
        if vouches(host, pid, *holder, deadline).await? {
            return Ok(true);
        }
    }
    Ok(false)
}
