//! Servers whose head is an answer and whose body is none, or doesn't end.

use std::time::{Duration, Instant};

use onhand_platform::{HostError, HostResult, LoopbackAnswer, LoopbackRequest};
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::ask::{LONG, SHORT, ask, post, request};
use crate::server::{Server, read_request, wait_for_close};

async fn post_for(server: &Server, max_body: usize) -> HostResult<LoopbackAnswer> {
    ask(LoopbackRequest {
        max_body,
        ..request(&server.endpoint("127.0.0.1"), LONG)
    })
    .await
}

#[tokio::test]
async fn a_body_is_cut_at_the_bound_and_the_rest_is_not_waited_for() {
    let heads = [
        "content-length: 1000000000000\r\n\r\n",
        "transfer-encoding: chunked\r\n\r\nfffffffff\r\n",
        "\r\n",
    ];
    for head in heads {
        let server = Server::start(move |mut stream| async move {
            read_request(&mut stream).await;
            let head = format!("HTTP/1.1 200 OK\r\n{head}");
            let mut sent = stream.write_all(head.as_bytes()).await;
            while sent.is_ok() {
                sent = stream.write_all(&[b'x'; 10_000]).await;
            }
        })
        .await;
        for bound in [0, 1, 9_999, 100_000] {
            let answer = post_for(&server, bound).await;
            let body = answer.expect("answers").body;
            assert_eq!(body, vec![b'x'; bound]);
        }
    }
}

#[tokio::test]
async fn a_body_that_is_as_long_as_the_bound_is_not_waited_for_any_longer() {
    let server = Server::start(|mut stream| async move {
        read_request(&mut stream).await;
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nten bytes!";
        stream.write_all(answer.as_bytes()).await.expect("writes");
        wait_for_close(&mut stream).await;
    })
    .await;
    let answer = post_for(&server, 10).await;
    assert_eq!(answer.expect("answers").body, b"ten bytes!");
}

/// What a server has answered by a deadline that is waited for: a short one, and a longer one where the machine is
/// too busy for a head to be there by then.
async fn answer_at_deadline(server: &Server) -> LoopbackAnswer {
    let mut within = SHORT;
    loop {
        let deadline = Instant::now() + within;
        match post(&server.endpoint("127.0.0.1"), within).await {
            Err(HostError::TimedOut) if within < LONG / 4 => within *= 2,
            answer => {
                assert!(Instant::now() >= deadline, "ended before the deadline");
                return answer.expect("answers");
            }
        }
    }
}

/// As servers of MCP do: they answer with a stream of events, and leave it open.
#[tokio::test]
async fn a_stream_that_stays_open_is_an_answer_at_the_deadline() {
    let server = Server::start(|mut stream| async move {
        read_request(&mut stream).await;
        let answer = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                      transfer-encoding: chunked\r\n\r\n8\r\ndata: {}\r\n";
        stream.write_all(answer.as_bytes()).await.expect("writes");
        wait_for_close(&mut stream).await;
    })
    .await;
    let answer = answer_at_deadline(&server).await;
    assert_eq!((answer.status, &answer.body[..]), (200, &b"data: {}"[..]));
}

#[tokio::test]
async fn a_body_that_drips_is_an_answer_at_the_deadline() {
    for (head, piece) in [
        ("content-length: 100000\r\n\r\n", "x"),
        ("transfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        ("\r\n", "x"),
    ] {
        let server = Server::start(move |mut stream| async move {
            read_request(&mut stream).await;
            let head = format!("HTTP/1.1 403 Forbidden\r\n{head}");
            let mut sent = stream.write_all(head.as_bytes()).await;
            while sent.is_ok() {
                sent = stream.write_all(piece.as_bytes()).await;
                sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
        let answer = answer_at_deadline(&server).await;
        assert_eq!(answer.status, 403);
        assert!(answer.body.iter().all(|byte| *byte == b'x'));
    }
}

#[tokio::test]
async fn what_breaks_off_is_an_answer_with_what_came() {
    for rest in [
        "content-length: 100\r\n\r\nhere",
        "transfer-encoding: chunked\r\n\r\n4\r\nhere\r\n",
        "transfer-encoding: chunked\r\n\r\n4\r\nhere\r\nno number\r\n",
        "transfer-encoding: chunked\r\n\r\n4\r\nhere\r\nffffffffffffffffff\r\n",
        "content-length: 4\r\n\r\nhere and more than was said",
    ] {
        let server = Server::answering(format!("HTTP/1.1 200 OK\r\n{rest}")).await;
        let answer = post(&server.endpoint("127.0.0.1"), LONG).await.expect(rest);
        assert_eq!(String::from_utf8_lossy(&answer.body), "here", "{rest}");
    }
}

/// A reset takes back what was sent and not yet read. So the server sends more than the buffers of
/// a connection hold: then the head was read.
#[tokio::test]
async fn a_reset_in_the_body_leaves_the_answer() {
    const SENT: usize = 64 << 20;
    let server = Server::start(|mut stream| async move {
        read_request(&mut stream).await;
        let head = "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n";
        stream.write_all(head.as_bytes()).await.expect("writes");
        for _ in 0..SENT / 10_000 {
            stream.write_all(&[b'x'; 10_000]).await.expect("writes");
        }
        stream.set_zero_linger().expect("sets");
    })
    .await;
    let answer = post_for(&server, 2 * SENT).await.expect("answers");
    assert_eq!(answer.status, 200);
    assert!(answer.body.len() <= SENT && answer.body.starts_with(b"x"));
}
