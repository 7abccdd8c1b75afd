//! Servers whose answer has no head, or none that ends.

use std::sync::Arc;
use std::time::Duration;

use onhand_platform::{HostError, LoopbackRequest};
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::ask::{LONG, SHORT, ask, expect_io, expect_time_out, post, request};
use crate::server::{Server, endpoint, read_request, wait_for_close};

/// A server that sends the start once and then the rest, again and again: one at a time with a
/// pause before each, or as many as it can.
async fn repeating(start: &'static str, rest: &'static str, pause: Option<Duration>) -> Server {
    let rest: Arc<str> = match pause {
        Some(_) => rest.into(),
        None => rest.repeat(1000).into(),
    };
    Server::start(move |mut stream| {
        let rest = Arc::clone(&rest);
        async move {
            read_request(&mut stream).await;
            let mut sent = stream.write_all(start.as_bytes()).await;
            while sent.is_ok() {
                if let Some(pause) = pause {
                    sleep(pause).await;
                }
                sent = stream.write_all(rest.as_bytes()).await;
            }
        }
    })
    .await
}

const DRIP: Option<Duration> = Some(Duration::from_millis(2));

#[tokio::test]
async fn a_server_that_accepts_and_says_nothing_is_waited_for_until_the_deadline() {
    let server = Server::start(|mut stream| async move { wait_for_close(&mut stream).await }).await;
    expect_time_out(&server.endpoint("127.0.0.1")).await;
}

#[tokio::test]
async fn a_server_that_listens_and_never_accepts_is_waited_for_until_the_deadline() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("listens");
    let port = listener.local_addr().expect("has an address").port();
    expect_time_out(&endpoint("127.0.0.1", port)).await;
}

#[tokio::test]
async fn a_head_that_drips_is_waited_for_until_the_deadline() {
    for (start, rest) in [
        ("HTTP/1.1 200 OK\r\nx: ", "a"),
        ("HTTP/1.1 200 OK\r\n", "a: b\r\n"),
        ("HTTP/1.1 200 ", "O"),
        ("", "\r\n"),
    ] {
        let server = repeating(start, rest, DRIP).await;
        expect_time_out(&server.endpoint("127.0.0.1")).await;
    }
}

#[tokio::test]
async fn a_head_without_end_is_refused() {
    for (start, rest) in [
        ("HTTP/1.1 200 OK\r\nx: ", "a"),
        ("HTTP/1.1 200 OK\r\n", "a: b\r\n"),
        ("HTTP/1.1 200 ", "OK"),
        ("", "\r\n"),
    ] {
        let server = repeating(start, rest, None).await;
        let text = expect_io(&server.endpoint("127.0.0.1")).await;
        assert_eq!(text, "message head is too large", "{start:?} {rest:?}");
    }
}

#[tokio::test]
async fn a_head_of_too_many_headers_is_refused_and_one_of_many_is_read() {
    for (count, is_read) in [(90, true), (101, false)] {
        let headers = "a: b\r\n".repeat(count);
        let answer = format!("HTTP/1.1 200 OK\r\n{headers}content-length: 0\r\n\r\n");
        let server = Server::answering(answer).await;
        let answer = post(&server.endpoint("127.0.0.1"), LONG).await;
        assert_eq!(answer.is_ok(), is_read, "{answer:?}");
    }
}

#[tokio::test]
async fn a_large_head_is_read_up_to_the_bound() {
    for (length, is_read) in [(60 * 1024, true), (70 * 1024, false)] {
        let value = "v".repeat(length);
        let answer = format!("HTTP/1.1 200 OK\r\nx: {value}\r\ncontent-length: 0\r\n\r\n");
        let server = Server::answering(answer).await;
        let answer = post(&server.endpoint("127.0.0.1"), LONG).await;
        assert_eq!(answer.is_ok(), is_read, "{length}");
    }
}

const INTERIM: &str = "HTTP/1.1 102 Processing\r\nx: y\r\n\r\n";

#[tokio::test]
async fn interim_answers_that_drip_are_waited_for_until_the_deadline() {
    let server = repeating("", INTERIM, DRIP).await;
    expect_time_out(&server.endpoint("127.0.0.1")).await;
}

#[tokio::test]
async fn interim_answers_without_end_are_refused() {
    let server = repeating("", INTERIM, None).await;
    let text = expect_io(&server.endpoint("127.0.0.1")).await;
    assert_eq!(text, "interim answers without end");
}

/// The server has a thread of its own, so that there is always more to read; and tokio, which
/// makes a task pause now and then, doesn't do so with this one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_faster_than_we_are_does_not_keep_us() {
    for (start, rest) in [("", INTERIM), ("HTTP/1.1 200 OK\r\n\r\n", "body")] {
        let server = repeating(start, rest, None).await;
        let endpoint = server.endpoint("127.0.0.1");
        let answer = tokio::task::unconstrained(post(&endpoint, LONG)).await;
        assert_eq!(answer.is_ok(), rest == "body", "{answer:?}");
    }
}

#[tokio::test]
async fn what_is_not_http_is_an_error() {
    let tls_alert: &[u8] = b"\x15\x03\x01\x00\x02\x02\x16";
    let http2: &[u8] = b"\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64";
    for bytes in [
        tls_alert,
        http2,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"<html>HTTP/0.9 has no head</html>\r\n\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/1.1 20000 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"220 mail ESMTP\r\n",
        b"\0\0\0\0\0\0\0\0",
    ] {
        let server = Server::answering(bytes).await;
        let text = expect_io(&server.endpoint("127.0.0.1")).await;
        assert!(!text.is_empty());
    }
}

#[tokio::test]
async fn a_server_that_speaks_first_does_not_speak_http() {
    let server = Server::start(|mut stream| async move {
        let banner = b"SSH-2.0-OpenSSH\r\n";
        stream.write_all(banner).await.expect("writes");
        wait_for_close(&mut stream).await;
    })
    .await;
    expect_io(&server.endpoint("127.0.0.1")).await;
}

#[tokio::test]
async fn a_connection_that_is_closed_before_the_head_is_whole_is_an_error() {
    for bytes in [
        "",
        "\r\n",
        "HTTP/1.1 2",
        "HTTP/1.1 200 OK\r\na: b\r\n",
        INTERIM,
    ] {
        let server = Server::answering(bytes).await;
        let text = expect_io(&server.endpoint("127.0.0.1")).await;
        assert!(text.contains("closed"), "{bytes:?}: {text}");
    }
}

#[tokio::test]
async fn a_connection_that_is_reset_is_an_error() {
    for request_is_read in [false, true] {
        let server = Server::start(move |mut stream| async move {
            if request_is_read {
                read_request(&mut stream).await;
            }
            stream.set_zero_linger().expect("sets");
        })
        .await;
        expect_io(&server.endpoint("127.0.0.1")).await;
    }
}

#[tokio::test]
async fn a_request_that_is_not_taken_is_waited_for_until_the_deadline() {
    let server = Server::start(|stream| async move {
        let _held = stream;
        std::future::pending().await
    })
    .await;
    // More than the buffers of a connection hold.
    let body = vec![b' '; 64 << 20];
    let answer = ask(LoopbackRequest {
        body: &body,
        ..request(&server.endpoint("127.0.0.1"), SHORT)
    })
    .await;
    assert_eq!(answer, Err(HostError::TimedOut));
}
