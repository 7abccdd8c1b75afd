//! Servers that do as they should.

use std::sync::{Arc, Mutex};

use onhand_platform::{EndpointPath, LoopbackRequest, Method};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::ask::{LONG, ask, post, request};
use crate::server::{Server, read_request, wait_for_close};

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/// A server that keeps the last request.
async fn keeping() -> (Server, Arc<Mutex<String>>) {
    let kept = Arc::new(Mutex::new(String::new()));
    let keeper = Arc::clone(&kept);
    let server = Server::start(move |mut stream| {
        let keeper = Arc::clone(&keeper);
        async move {
            let request = read_request(&mut stream).await;
            *keeper.lock().expect("not poisoned") = request;
            stream.write_all(OK.as_bytes()).await.expect("writes");
        }
    })
    .await;
    (server, kept)
}

#[tokio::test]
async fn a_request_is_sent_as_it_was_asked_for_and_nothing_is_added() {
    let (server, kept) = keeping().await;
    let answer = ask(LoopbackRequest {
        path: &EndpointPath::parse("/a/mcp?b=%20c").expect("valid"),
        headers: &[
            ("accept", "application/json"),
            ("Authorization", "Bearer t"),
        ],
        body: b"{\"a\": 1}",
        ..request(&server.endpoint("localhost"), LONG)
    })
    .await;
    assert_eq!(answer.expect("answers").body, b"ok");
    let sent = kept.lock().expect("not poisoned").clone();
    let (head, body) = sent.split_once("\r\n\r\n").expect("a head");
    let mut lines: Vec<&str> = head.split("\r\n").collect();
    lines[1..].sort_unstable();
    let host = format!("host: {}", server.endpoint("localhost").authority());
    assert_eq!(
        lines,
        [
            "POST /a/mcp?b=%20c HTTP/1.1",
            "accept: application/json",
            "authorization: Bearer t",
            "connection: close",
            "content-length: 8",
            &host,
        ]
    );
    assert_eq!(body, "{\"a\": 1}");
}

#[tokio::test]
async fn a_delete_has_no_body_and_an_empty_post_says_so() {
    let (server, kept) = keeping().await;
    for (method, length) in [
        (Method::Delete, None),
        (Method::Post, Some("content-length: 0")),
    ] {
        let answer = ask(LoopbackRequest {
            method,
            body: b"",
            ..request(&server.endpoint("127.0.0.1"), LONG)
        })
        .await;
        assert_eq!(answer.expect("answers").status, 200);
        let sent = kept.lock().expect("not poisoned").clone();
        assert!(sent.starts_with(method.as_str()), "{sent}");
        let said = sent.lines().find(|line| line.starts_with("content-length"));
        assert_eq!(said, length);
    }
}

#[tokio::test]
async fn an_answer_is_given_with_its_status_its_headers_and_its_body() {
    let server = Server::answering(
        b"HTTP/1.1 401 Nobody\r\nB: 1\r\nWWW-Authenticate: Bearer\r\na: \xe9?\r\nb: 2\r\n\
          Content-Length: 4\r\n\r\nbody",
    )
    .await;
    let answer = post(&server.endpoint("127.0.0.1"), LONG)
        .await
        .expect("answers");
    assert_eq!(answer.status, 401);
    let headers = [
        ("b", "1"),
        ("b", "2"),
        ("www-authenticate", "Bearer"),
        ("a", "\u{FFFD}?"),
        ("content-length", "4"),
    ];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(answer.headers, headers);
    assert_eq!(answer.body, b"body");
}

#[tokio::test]
async fn every_form_of_a_body_is_read_to_its_end() {
    for (form, body) in [
        ("content-length: 5\r\n\r\nwhole", "whole"),
        (
            "transfer-encoding: chunked\r\n\r\n2\r\nwh\r\n3;x=y\r\nole\r\n0\r\nT: x\r\n\r\n",
            "whole",
        ),
        ("\r\nwhole", "whole"),
        ("content-length: 0\r\n\r\n", ""),
    ] {
        for version in ["1.0", "1.1"] {
            if version == "1.0" && form.starts_with("transfer-encoding") {
                continue;
            }
            let server = Server::answering(format!("HTTP/{version} 200 OK\r\n{form}")).await;
            let answer = post(&server.endpoint("127.0.0.1"), LONG).await;
            let answer = answer.expect(form);
            assert_eq!(String::from_utf8_lossy(&answer.body), body, "{form}");
        }
    }
    let server = Server::answering("HTTP/1.1 204 No Content\r\n\r\n").await;
    let answer = post(&server.endpoint("127.0.0.1"), LONG).await;
    assert_eq!(answer.map(|answer| answer.body), Ok(Vec::new()));
}

#[tokio::test]
async fn interim_answers_come_before_the_answer() {
    let server = Server::answering(format!(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n{OK}"
    ))
    .await;
    let answer = post(&server.endpoint("127.0.0.1"), LONG)
        .await
        .expect("answers");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers.len(), 1);
}

#[tokio::test]
async fn an_answer_that_comes_before_the_whole_request_was_read_counts() {
    let server = Server::start(|mut stream| async move {
        stream.read_exact(&mut [0; 10]).await.expect("reads");
        stream.write_all(OK.as_bytes()).await.expect("writes");
        wait_for_close(&mut stream).await;
    })
    .await;
    let answer = post(&server.endpoint("127.0.0.1"), LONG)
        .await
        .expect("answers");
    assert_eq!(answer.body, b"ok");
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let elsewhere = Server::answering(OK).await;
    let url = elsewhere.endpoint("127.0.0.1");
    for status in [301, 302, 303, 307, 308] {
        let server = Server::answering(format!(
            "HTTP/1.1 {status} Elsewhere\r\nlocation: {url}/mcp\r\ncontent-length: 0\r\n\r\n"
        ))
        .await;
        let answer = post(&server.endpoint("127.0.0.1"), LONG)
            .await
            .expect("answers");
        assert_eq!(answer.status, status);
        assert_eq!(server.dials(), 1);
    }
    assert_eq!(elsewhere.dials(), 0);
}

#[tokio::test]
async fn a_body_is_not_decoded() {
    // The start of a gzip file.
    let body = b"\x1f\x8b\x08\0\0\0\0\0\0\x03";
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let server = Server::answering([head.as_bytes(), body].concat()).await;
    let answer = post(&server.endpoint("127.0.0.1"), LONG)
        .await
        .expect("answers");
    assert_eq!(answer.body, body);
    assert_eq!(
        answer.headers[0],
        ("content-encoding".to_owned(), "gzip".to_owned())
    );
}

#[tokio::test]
async fn the_connection_is_closed_when_the_answer_is_there_even_if_the_server_would_keep_it() {
    let (closed, wait) = oneshot::channel::<()>();
    let closed = Arc::new(Mutex::new(Some(closed)));
    let server = Server::start(move |mut stream| {
        let closed = closed.lock().expect("not poisoned").take();
        async move {
            read_request(&mut stream).await;
            let answer = "HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok";
            stream.write_all(answer.as_bytes()).await.expect("writes");
            wait_for_close(&mut stream).await;
            drop(closed);
        }
    })
    .await;
    let answer = post(&server.endpoint("127.0.0.1"), LONG)
        .await
        .expect("answers");
    assert_eq!(answer.body, b"ok");
    // Told by being dropped.
    let _ = timeout(LONG, wait).await.expect("closes");
}
