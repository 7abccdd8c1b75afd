//! Who holds the socket: strangers get nothing, children of the application are the application.

use std::io::ErrorKind;
use std::time::Duration;

use onhand_platform::{Operation, Recorded};
use onhand_platform_native::NativeHost;
use onhand_resolver::{CauseCode, Observation, Reason};

use tokio::net::TcpSocket;

use crate::application::{Application, PATIENCE, end, lasting, listener, untold};

#[tokio::test]
async fn a_stranger_at_the_port_is_not_even_dialled_where_the_os_tells() {
    // The file names a child of ours, and we listen: we are no process below it.
    let child = lasting().spawn().expect("it starts");
    let (listener, port) = listener().await;
    let untold = untold(child.id(), port).await;
    let application = Application::new(child.id(), port);
    let host = Recorded::new(NativeHost::new());
    let liveness = application.probe(&host, Duration::from_secs(2)).await;
    end(child);
    assert!(liveness.running.is_present(), "{liveness:?}");
    assert_eq!(liveness.remarks, untold);
    if !untold.is_empty() {
        assert_eq!(host.count(Operation::Request), 1);
        return;
    }
    let reason = format!(
        "another process listens there: process {} at 127.0.0.1:{port}",
        std::process::id()
    );
    let reason = Reason::new(CauseCode::OtherProcess, reason);
    assert_eq!(liveness.answering, Observation::Unavailable(reason));
    assert_eq!(host.count(Operation::Request), 0);
    let listener = listener.into_std().expect("it is ours");
    let nobody = listener.accept().expect_err("nobody came");
    assert_eq!(nobody.kind(), ErrorKind::WouldBlock);
}

#[tokio::test]
async fn where_nobody_listens_nobody_is_dialled() {
    // Bound, so that it is nobody else's, and not listening.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket
        .bind(([127, 0, 0, 1], 0).into())
        .expect("there is a port");
    let port = socket.local_addr().expect("it is bound").port();
    let host = Recorded::new(NativeHost::new());
    let liveness = Application::of_ours(port).probe(&host, PATIENCE).await;
    let reason = format!("nobody listens at http://127.0.0.1:{port}");
    let reason = Reason::new(CauseCode::NotListening, reason);
    assert_eq!(liveness.answering, Observation::Absent(reason));
    assert_eq!(host.count(Operation::Request), 0);
}

/// A server that the application started holds the socket alone; it reads and never answers.
#[cfg(unix)]
#[tokio::test]
async fn a_child_of_the_application_is_the_application() {
    use std::os::fd::OwnedFd;
    use std::process::{Command, Stdio};
    let (listener, port) = listener().await;
    let socket = OwnedFd::from(listener.into_std().expect("it is ours"));
    let mut child = Command::new("sleep")
        .arg("3600")
        .stdin(Stdio::from(socket))
        .spawn()
        .expect("it starts");
    let host = Recorded::new(NativeHost::new());
    let liveness = Application::of_ours(port)
        .probe(&host, Duration::from_secs(2))
        .await;
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
    assert_eq!(
        liveness.answering.to_string(),
        format!("absent: POST http://127.0.0.1:{port}/mcp: no answer before the deadline")
    );
    assert_eq!(host.count(Operation::Request), 1);
}
