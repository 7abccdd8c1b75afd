//! Processes: our own, and those that ended, are others by now, or belong to somebody else.

use std::time::Duration;

use onhand_platform::{Operation, Recorded};
use onhand_platform_native::NativeHost;
use onhand_resolver::{Liveness, Observation};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::application::{Application, PATIENCE, TOKEN, end, lasting, listener, untold};

/// What is observed of a process that nobody can ask: no socket was looked at.
async fn unasked(application: &Application) -> Liveness {
    let host = Recorded::new(NativeHost::new());
    let liveness = application.probe(&host, PATIENCE).await;
    assert_eq!(host.count(Operation::Request), 0);
    assert_eq!(host.count(Operation::Listeners), 0);
    liveness
}

#[tokio::test]
async fn our_own_is_asked_and_given_its_token() {
    let (listener, port) = listener().await;
    let untold = untold(std::process::id(), port).await;
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut head = Vec::new();
        while !head.ends_with(b"}}}") {
            assert_ne!(stream.read_buf(&mut head).await.expect("it is read"), 0);
        }
        let answer = b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
        stream.write_all(answer).await.expect("it is sent");
        String::from_utf8(head).expect("it is text")
    });
    let application = Application::of_ours(port);
    let liveness = application.probe(&NativeHost::new(), PATIENCE).await;
    let pid = std::process::id();
    assert_eq!(liveness.running.to_string(), format!("process {pid}"));
    assert_eq!(liveness.answering, Observation::Present(401));
    let mut remarks = untold;
    remarks.push("status 401: it refused the token in `token`".to_owned());
    assert_eq!(liveness.remarks, remarks);
    let head = server.await.expect("it was asked").to_lowercase();
    assert!(head.starts_with("post /mcp http/1.1\r\n"), "{head}");
    assert!(
        head.contains(&format!("\r\nhost: 127.0.0.1:{port}\r\n")),
        "{head}"
    );
    assert!(
        head.contains(&format!("\r\nauthorization: bearer {TOKEN}\r\n")),
        "{head}"
    );
}

#[tokio::test]
async fn one_runs_until_it_has_ended() {
    let child = lasting().spawn().expect("it starts");
    let id = child.id();
    let application = Application::new(id, 9);
    let host = NativeHost::new();
    let running = application.probe(&host, PATIENCE).await.running;
    assert_eq!(running.to_string(), format!("process {id}"));
    end(child);
    let running = unasked(&application).await.running;
    assert_eq!(
        running.to_string(),
        format!("absent: there is no process {id}")
    );
}

#[cfg(unix)]
#[tokio::test]
async fn one_that_nobody_took_notice_of_does_not_run() {
    let mut child = lasting().spawn().expect("it starts");
    let id = child.id();
    let application = Application::new(id, 9);
    drop(child.stdin.take());
    // It ends by itself, and stays until it is waited for.
    let running = loop {
        let running = application
            .probe(&NativeHost::new(), PATIENCE)
            .await
            .running;
        if !running.is_present() {
            break running;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    let reason = format!("absent: process {id} has ended, and its parent has not collected it yet");
    assert_eq!(running.to_string(), reason);
    end(child);
}

#[tokio::test]
async fn one_that_started_after_the_file_was_written_is_another_one() {
    let application = Application::of_ours(9).written_before(Duration::from_secs(86_400));
    let running = unasked(&application).await.running;
    let pid = std::process::id();
    let reason =
        format!("absent: process {pid} is a different one: it started after the file was written");
    assert_eq!(running.to_string(), reason);
}

/// The first process is root's. Where root runs the tests, it starts one for somebody else.
#[cfg(unix)]
#[tokio::test]
async fn one_of_another_user_is_not_known_to_run() {
    use std::os::unix::process::CommandExt;
    use std::process::Child;
    const NOBODY: u32 = 65_534;
    let foreign = rustix::process::geteuid()
        .is_root()
        .then(|| lasting().uid(NOBODY).spawn().expect("it starts"));
    let pid = foreign.as_ref().map_or(1, Child::id);
    let (_listener, port) = listener().await;
    let liveness = unasked(&Application::new(pid, port)).await;
    let reason = liveness.running.to_string();
    let expected = format!("unavailable: process {pid} is another user's");
    assert!(reason.starts_with(&expected), "{reason}");
    assert_eq!(liveness.answering, Observation::NotChecked);
    if let Some(foreign) = foreign {
        end(foreign);
    }
}
