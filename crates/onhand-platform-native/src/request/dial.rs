//! Connecting, by literal address.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use onhand_platform::{HostError, HostResult, LoopbackEndpoint};
use tokio::net::{TcpSocket, TcpStream};

/// Connects to the first of the endpoint's addresses where somebody listens. There is nothing
/// to look up, and no variable that names a proxy is read.
///
/// # Errors
/// [`HostError::Io`] with every address that was tried and why it was nothing.
pub(super) async fn dial(endpoint: &LoopbackEndpoint) -> HostResult<TcpStream> {
    let mut refusals = Vec::new();
    for ip in endpoint.addresses() {
        let address = SocketAddr::new(*ip, endpoint.port());
        let error = match connect(address).await {
            Ok(stream) => return Ok(stream),
            Err(error) => error,
        };
        tracing::debug!(%address, %error, "no connection");
        refusals.push(format!("{address}: {error}"));
        if !is_nobody_there(&error) {
            break;
        }
    }
    Err(HostError::Io(refusals.join("; ")))
}

async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()
    } else {
        TcpSocket::new_v6()
    }?;
    #[cfg(windows)]
    super::refusal::believe_the_first(&socket);
    socket.connect(address).await
}

/// Whether the next address may do where this one didn't.
fn is_nobody_there(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable
    )
}
