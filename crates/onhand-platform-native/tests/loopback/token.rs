//! The token of a request, which is nobody else's business.

use std::io;
use std::sync::{Arc, Mutex};

use onhand_platform::LoopbackRequest;
use tokio::io::AsyncWriteExt;

use crate::ask::{LONG, SHORT, ask, request};
use crate::server::{Server, read_request, wait_for_close};

/// What was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// These servers answer with the token that they are given, most of them where it can't stand.
#[tokio::test]
async fn a_token_is_in_no_error_and_in_no_event() {
    const TOKEN: &str = "unique-token";
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _logged = tracing::subscriber::set_default(subscriber);

    let authorization = format!("Bearer {TOKEN}");
    let spoilt = format!("Bearer {TOKEN}\r\n");
    let mut ended_in_error = 0;
    for answer in [
        "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n{T}",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{T}\r\n",
        "{T}\r\n\r\n",
        "HTTP/1.1 {T}\r\n\r\n",
        "HTTP/1.1 200 OK\r\n{T}\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: {T}\r\n\r\n",
        "HTTP/1.1 200 OK\r\nx: {T}",
    ] {
        let answer = answer.replace("{T}", TOKEN);
        let server = Server::start(move |mut stream| {
            let answer = answer.clone();
            async move {
                let request = read_request(&mut stream).await;
                assert!(request.contains(TOKEN));
                stream.write_all(answer.as_bytes()).await.expect("writes");
            }
        })
        .await;
        let endpoint = server.endpoint("127.0.0.1");
        for value in [&authorization, &spoilt] {
            let headers = [("authorization", &value[..])];
            let request = LoopbackRequest {
                headers: &headers,
                ..request(&endpoint, LONG)
            };
            if let Err(error) = ask(request).await {
                let said = format!("{error} {error:?}");
                assert!(!said.contains(TOKEN), "{said}");
                ended_in_error += 1;
            }
        }
    }
    assert_eq!(ended_in_error, 8 + 5);

    let silent = Server::start(|mut stream| async move { wait_for_close(&mut stream).await }).await;
    let headers = [("authorization", &authorization[..])];
    let endpoint = silent.endpoint("127.0.0.1");
    let request = LoopbackRequest {
        headers: &headers,
        ..request(&endpoint, SHORT)
    };
    let answer = ask(request).await;
    assert!(!format!("{answer:?}").contains(TOKEN));

    let log = log.0.lock().expect("not poisoned");
    let log = String::from_utf8_lossy(&log);
    assert!(log.contains("the body ends early"), "{log}");
    assert!(!log.contains(TOKEN), "{log}");
}
