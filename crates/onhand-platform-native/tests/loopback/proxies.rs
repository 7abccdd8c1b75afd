//! Variables that name a proxy.

use crate::ask::{LONG, post};
use crate::server::Server;
use onhand_testkit::rerun::{in_child, rerun};

#[test]
fn a_variable_that_names_a_proxy_is_not_read() {
    if in_child() {
        return answers_itself();
    }
    // Takes every connection and answers none.
    let proxy = std::net::TcpListener::bind("127.0.0.1:0").expect("listens");
    proxy.set_nonblocking(true).expect("sets");
    let url = format!("http://{}", proxy.local_addr().expect("has an address"));
    rerun(
        "proxies::a_variable_that_names_a_proxy_is_not_read",
        |child| {
            for name in ["http_proxy", "https_proxy", "all_proxy"] {
                child.env(name, &url).env(name.to_uppercase(), &url);
            }
            child.env_remove("no_proxy").env_remove("NO_PROXY");
        },
    )
    .expect("starts");
    let dialled = proxy.accept().map_err(|error| error.kind());
    assert_eq!(dialled.err(), Some(std::io::ErrorKind::WouldBlock));
}

#[tokio::main(flavor = "current_thread")]
async fn answers_itself() {
    assert!(
        std::env::var_os("http_proxy").is_some(),
        "set for the child"
    );
    let server = Server::answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    for host in ["127.0.0.1", "localhost"] {
        let answer = post(&server.endpoint(host), LONG).await;
        assert_eq!(answer.map(|answer| answer.status), Ok(200));
    }
}
