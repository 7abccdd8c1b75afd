//! Which addresses are dialled, and which are not.

use std::future::Future;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use onhand_platform::{HostError, LoopbackRequest};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::ask::{LONG, ask, expect_io, post, request};
use crate::server::{Server, endpoint, read_request};

/// A port of `127.0.0.1` and of `[::1]` that nobody else can take, and where nobody listens yet.
fn port_of_both() -> (TcpSocket, TcpSocket, u16) {
    loop {
        let v4 = TcpSocket::new_v4().expect("a socket");
        v4.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("binds");
        let port = v4.local_addr().expect("has an address").port();
        let v6 = TcpSocket::new_v6().expect("a socket");
        let Err(error) = v6.bind((Ipv6Addr::LOCALHOST, port).into()) else {
            return (v4, v6, port);
        };
        // Windows denies a port that somebody has to himself.
        let is_taken = [ErrorKind::AddrInUse, ErrorKind::PermissionDenied].contains(&error.kind());
        assert!(is_taken, "this machine lacks IPv6: {error}");
    }
}

/// Serves what is dialled to that socket.
fn serve<F>(socket: TcpSocket, answer: fn(TcpStream) -> F) -> Server
where
    F: Future<Output = ()> + Send + 'static,
{
    Server::on(socket.listen(8).expect("listens"), answer)
}

async fn answer(mut stream: TcpStream, body: &str) {
    let request = read_request(&mut stream).await;
    let host = request
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("has a host");
    let answer = format!(
        "HTTP/1.1 200 OK\r\nx-host: {host}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).await.expect("writes");
}

async fn answer_v4(stream: TcpStream) {
    answer(stream, "v4").await;
}

async fn answer_v6(stream: TcpStream) {
    answer(stream, "v6").await;
}

#[tokio::test]
async fn each_spelling_is_dialled_at_its_own_address_and_keeps_its_host() {
    let (v4, v6, port) = port_of_both();
    let v4 = serve(v4, answer_v4);
    let v6 = serve(v6, answer_v6);
    for (host, body, dials) in [
        ("127.0.0.1", "v4", [1, 0]),
        ("[::1]", "v6", [1, 1]),
        ("localhost", "v4", [2, 1]),
    ] {
        let answer = post(&endpoint(host, port), LONG).await.expect("answers");
        assert_eq!(String::from_utf8_lossy(&answer.body), body);
        let expected = ("x-host".to_owned(), format!("{host}:{port}"));
        assert_eq!(answer.headers[0], expected);
        assert_eq!([v4.dials(), v6.dials()], dials);
    }
}

#[tokio::test]
async fn localhost_is_dialled_at_its_second_address_where_the_first_refuses() {
    let (_held, v6, port) = port_of_both();
    let v6 = serve(v6, answer_v6);
    let answer = post(&endpoint("localhost", port), LONG)
        .await
        .expect("answers");
    assert_eq!(answer.body, b"v6");
    assert_eq!(answer.headers[0].1, format!("localhost:{port}"));
    assert_eq!(v6.dials(), 1);
}

#[tokio::test]
async fn the_second_address_is_no_remedy_for_a_server_that_misbehaves_at_the_first() {
    let (v4, v6, port) = port_of_both();
    let v4 = serve(v4, |stream| async move { drop(stream) });
    let v6 = serve(v6, answer_v6);
    expect_io(&endpoint("localhost", port)).await;
    assert_eq!([v4.dials(), v6.dials()], [1, 0]);
}

#[tokio::test]
async fn a_refused_connection_is_said_with_every_address_that_was_tried() {
    let (_v4, _v6, port) = port_of_both();
    for (host, tried) in [
        ("127.0.0.1", &["127.0.0.1"][..]),
        ("[::1]", &["[::1]"]),
        ("localhost", &["127.0.0.1", "[::1]"]),
    ] {
        let text = expect_io(&endpoint(host, port)).await;
        let said: Vec<&str> = text
            .split("; ")
            .map(|refusal| refusal.split_once(&format!(":{port}: ")).expect(&text).0)
            .collect();
        assert_eq!(said, tried, "{text}");
    }
}

#[tokio::test]
async fn a_deadline_that_is_over_costs_no_dial() {
    let server = Server::start(answer_v4).await;
    for _ in 0..10 {
        let answer = post(&server.endpoint("localhost"), Duration::ZERO).await;
        assert_eq!(answer, Err(HostError::TimedOut));
    }
    // Whoever dialled before this one was accepted before it.
    assert!(post(&server.endpoint("127.0.0.1"), LONG).await.is_ok());
    assert_eq!(server.dials(), 1);
}

#[tokio::test]
async fn a_header_that_can_not_be_sent_costs_no_dial_and_is_not_shown() {
    let server = Server::start(answer_v4).await;
    let answer = ask(LoopbackRequest {
        headers: &[("authorization", "unique-token\r\n")],
        ..request(&server.endpoint("127.0.0.1"), LONG)
    })
    .await;
    let text = "the value of the header `authorization` can't be sent";
    assert_eq!(answer, Err(HostError::Io(text.to_owned())));
    assert!(post(&server.endpoint("127.0.0.1"), LONG).await.is_ok());
    assert_eq!(server.dials(), 1);
}

/// A socket at all addresses of the machine takes what is dialled to the loopback.
#[tokio::test]
async fn a_server_at_every_address_is_reached() {
    let address = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    let listener = TcpListener::bind(address).await.expect("listens");
    let server = Server::on(listener, answer_v4);
    let answer = post(&server.endpoint("127.0.0.1"), LONG).await;
    assert_eq!(answer.expect("answers").body, b"v4");
}
