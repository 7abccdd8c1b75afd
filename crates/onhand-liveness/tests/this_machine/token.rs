//! The token on its way over a real socket: the server gets it, and nobody else sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use onhand_liveness::ServerJson;
use onhand_platform::Recorded;
use onhand_platform_native::NativeHost;
use onhand_resolver::LivenessProbe as _;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::application::{Application, PATIENCE, TOKEN, listener};
use onhand_testkit::events::events_of;

/// What servers send that repeat what they were sent, in HTTP and in what is none.
const ANSWERS: [&str; 12] = [
    "HTTP/1.1 200 OK\r\nMcp-Session-Id: TOKEN\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 TOKEN\r\nTOKEN: TOKEN\r\n\r\nTOKEN",
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer TOKEN\r\nContent-Length: 5\r\n\r\nTOKEN",
    "HTTP/1.1 307 Elsewhere\r\nLocation: http://TOKEN/\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\nTOKEN: TOKEN\r\n\r\nHTTP/1.1 500 TOKEN\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: TOKEN\r\n\r\nTOKEN",
    "HTTP/1.1 200 OK\r\nContent-Length: TOKEN\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTOK EN: TOKEN\r\n\r\n",
    "HTTP/TOKEN 200 OK\r\n\r\n",
    "TOKEN",
    "HTTP/1.1 TOKEN",
    "",
];

/// Answers each request so, and counts those that held the token.
async fn serve(listener: TcpListener, answer: String, heard: Arc<AtomicUsize>) {
    loop {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut request = Vec::new();
        let is_whole = |request: &[u8]| {
            request.ends_with(b"}}}")
                || request.ends_with(b"\r\n\r\n") && request.starts_with(b"DELETE")
        };
        while !is_whole(&request) {
            let read = stream.read_buf(&mut request).await.expect("it is read");
            assert_ne!(read, 0, "the request ends early");
        }
        if String::from_utf8_lossy(&request).contains(TOKEN) {
            heard.fetch_add(1, Ordering::SeqCst);
        }
        // Who has gone already needs no answer.
        let _ = stream.write_all(answer.as_bytes()).await;
    }
}

/// Everything that can be seen of a probe and of connecting, and how often the server heard the
/// token.
async fn seen(answer: &str) -> (String, usize) {
    let (listener, port) = listener().await;
    let heard = Arc::new(AtomicUsize::new(0));
    let answer = answer.replace("TOKEN", TOKEN);
    let server = tokio::spawn(serve(listener, answer, heard.clone()));
    let host = Recorded::new(NativeHost::new());
    let application = Application::of_ours(port);
    let liveness = application.probe(&host, PATIENCE).await;
    let deadline = Instant::now() + PATIENCE;
    let live = ServerJson
        .endpoint(&host, &application.kind, deadline)
        .await;
    server.abort();
    assert!(live.is_present(), "{live:?}");
    let answering = &liveness.answering;
    let calls = host.calls();
    let seen = format!("{liveness:?} {answering} {live:?} {calls:?}");
    (seen, heard.load(Ordering::SeqCst))
}

#[test]
fn nobody_but_the_server_sees_the_token() {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    for answer in ANSWERS {
        let ((seen, heard), events) = events_of(|| runtime.block_on(seen(answer)));
        assert!(heard >= 1, "{answer:?}: {seen}");
        assert!(!seen.contains(TOKEN), "{answer:?}: {seen}");
        assert!(!events.contains(TOKEN), "{answer:?}: {events}");
        assert!(events.contains("host call"), "{events}");
    }
}
