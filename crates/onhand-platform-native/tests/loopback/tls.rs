//! Servers that speak TLS: the pinned certificate is all that counts, and its key.

use std::future::Future;
use std::sync::Arc;

use onhand_platform::{CertificateFingerprint, HostError, LoopbackEndpoint};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::ResolvesServerCert;
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ServerConfig, SupportedProtocolVersion};
use tokio_rustls::server::TlsStream;

use crate::ask::{LONG, expect_io, expect_time_out, post, request};
use crate::server::Server;

/// A certificate of another name, whose dates are over.
const EXPIRED: Identity = Identity {
    certificate: include_bytes!("certificates/expired.pem"),
    key: include_bytes!("certificates/expired.key.pem"),
    sha256: "FE:E4:B8:2F:DF:24:00:C8:40:EE:ED:3B:8A:C8:60:7F:\
             4D:74:D1:5A:A1:3F:23:D1:11:BD:45:03:B1:13:55:90",
};
/// One with a key of RSA, as many applications make it.
const RSA: Identity = Identity {
    certificate: include_bytes!("certificates/rsa.pem"),
    key: include_bytes!("certificates/rsa.key.pem"),
    sha256: "578ebd31fa37613fe8d3f1f30349f6b3a618de5e6bdbe20091013245446f5f4a",
};

struct Identity {
    certificate: &'static [u8],
    key: &'static [u8],
    /// As openssl prints it.
    sha256: &'static str,
}

impl Identity {
    fn fingerprint(&self) -> CertificateFingerprint {
        CertificateFingerprint::parse(self.sha256).expect("64 digits")
    }
}

/// Takes TLS with the certificate of one and the key of another, which mostly are the same.
fn acceptor(
    shown: &Identity,
    held: &Identity,
    version: &'static SupportedProtocolVersion,
) -> TlsAcceptor {
    let provider = Arc::new(rustls_graviola::default_provider());
    let certificate = CertificateDer::from_pem_slice(shown.certificate).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(held.key).expect("a key");
    let key = provider.key_provider.load_private_key(key).expect("a key");
    let resolver: Arc<dyn ResolvesServerCert> = Arc::new(SingleCertAndKey::from(
        CertifiedKey::new(vec![certificate], key),
    ));
    let config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[version])
        .expect("known")
        .with_no_client_auth()
        .with_cert_resolver(resolver);
    TlsAcceptor::from(Arc::new(config))
}

async fn start<F>(acceptor: TlsAcceptor, serve: fn(TlsStream<TcpStream>) -> F) -> Server
where
    F: Future<Output = ()> + Send + 'static,
{
    Server::start(move |stream| {
        let acceptor = acceptor.clone();
        async move {
            if let Ok(stream) = acceptor.accept(stream).await {
                serve(stream).await;
            }
        }
    })
    .await
}

/// Reads a whole head and the body of two bytes, and answers with it.
async fn echo(mut stream: TlsStream<TcpStream>) {
    let mut read = Vec::new();
    while !read.ends_with(b"\r\n\r\n{}") {
        let mut piece = [0; 1024];
        match stream.read(&mut piece).await {
            Ok(len @ 1..) => read.extend_from_slice(&piece[..len]),
            _ => return,
        }
    }
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", read.len());
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&read).await;
    let _ = stream.shutdown().await;
}

fn endpoint(server: &Server, host: &str, certificate: CertificateFingerprint) -> LoopbackEndpoint {
    let url = format!("https://{host}:{}", server.port());
    LoopbackEndpoint::parse_pinned(&url, certificate).expect("valid")
}

#[tokio::test]
async fn the_pinned_certificate_is_enough_whatever_its_name_and_dates() {
    for identity in [&EXPIRED, &RSA] {
        for version in [&TLS12, &TLS13] {
            let server = start(acceptor(identity, identity, version), echo).await;
            for host in ["127.0.0.1", "localhost"] {
                let endpoint = endpoint(&server, host, identity.fingerprint());
                let answer = post(&endpoint, LONG).await.expect("it answers");
                assert_eq!(answer.status, 200);
                let heard = String::from_utf8(answer.body).expect("text");
                let authority = format!("host: {host}:{}\r\n", server.port());
                assert!(heard.contains(&authority), "{heard}");
                assert!(heard.starts_with("POST /mcp HTTP/1.1\r\n"), "{heard}");
            }
        }
    }
}

#[tokio::test]
async fn another_certificate_is_sent_nothing() {
    for version in [&TLS12, &TLS13] {
        let server = start(acceptor(&RSA, &RSA, version), |mut stream| async move {
            let mut heard = Vec::new();
            let _ = stream.read_to_end(&mut heard).await;
            assert_eq!(heard, b"");
        })
        .await;
        let endpoint = endpoint(&server, "127.0.0.1", EXPIRED.fingerprint());
        assert_eq!(
            post(&endpoint, LONG).await,
            Err(HostError::OtherCertificate)
        );
    }
}

#[tokio::test]
async fn who_shows_the_certificate_and_holds_another_key_is_no_server_of_ours() {
    for version in [&TLS12, &TLS13] {
        // Signatures of one scheme, so that it is the key that is wrong.
        let other = Identity {
            key: include_bytes!("certificates/other.key.pem"),
            ..EXPIRED
        };
        let server = start(acceptor(&EXPIRED, &other, version), echo).await;
        let endpoint = endpoint(&server, "127.0.0.1", EXPIRED.fingerprint());
        let text = expect_io(&endpoint).await;
        assert!(text.starts_with("no TLS connection: "), "{text}");
    }
}

#[tokio::test]
async fn a_server_without_tls_gets_no_request() {
    let server = Server::start(|mut stream| async move {
        let mut first = [0; 1];
        let read = stream.read_exact(&mut first).await;
        // A record of TLS, and not the `P` of `POST`.
        assert!(read.is_err() || first == [22]);
        let answer = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        let _ = stream.write_all(answer).await;
        // What was sent is taken, or the close would be a reset.
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    })
    .await;
    let endpoint = endpoint(&server, "127.0.0.1", EXPIRED.fingerprint());
    let text = expect_io(&endpoint).await;
    assert!(text.starts_with("no TLS connection: "), "{text}");
}

#[tokio::test]
async fn a_server_that_never_greets_is_waited_for_until_the_deadline() {
    let server = Server::start(|mut stream| async move {
        let _ = stream.read_to_end(&mut Vec::new()).await;
    })
    .await;
    let endpoint = endpoint(&server, "127.0.0.1", EXPIRED.fingerprint());
    expect_time_out(&endpoint).await;
}

#[tokio::test]
async fn a_body_without_end_is_cut_at_the_bound() {
    let server = start(
        acceptor(&EXPIRED, &EXPIRED, &TLS13),
        |mut stream| async move {
            let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
            let _ = stream.write_all(head).await;
            while stream.write_all(&[b'x'; 8192]).await.is_ok() {}
        },
    )
    .await;
    let endpoint = endpoint(&server, "127.0.0.1", EXPIRED.fingerprint());
    let mut request = request(&endpoint, LONG);
    request.max_body = 1000;
    let answer = crate::ask::ask(request).await.expect("it answers");
    assert_eq!(answer.body, [b'x'; 1000]);
}
