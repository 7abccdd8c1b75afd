//! A server on the loopback that does with each connection what a test tells it to.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use onhand_platform::LoopbackEndpoint;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Gone with all its connections when dropped.
pub(crate) struct Server {
    address: SocketAddr,
    dials: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens at `127.0.0.1`, at a port that was free.
    pub(crate) async fn start<S, F>(serve: S) -> Self
    where
        S: Fn(TcpStream) -> F + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        Server::at((Ipv4Addr::LOCALHOST, 0), serve).await
    }

    /// Listens at that address.
    pub(crate) async fn at<S, F>(address: (impl Into<IpAddr>, u16), serve: S) -> Self
    where
        S: Fn(TcpStream) -> F + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let address = SocketAddr::new(address.0.into(), address.1);
        let listener = TcpListener::bind(address).await.expect("listens");
        Server::on(listener, serve)
    }

    /// Serves what that socket takes.
    pub(crate) fn on<S, F>(listener: TcpListener, serve: S) -> Self
    where
        S: Fn(TcpStream) -> F + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let address = listener.local_addr().expect("has an address");
        let dials = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&dials);
        let task = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                connections.spawn(serve(stream));
                while connections.try_join_next().is_some() {}
            }
        });
        Server {
            address,
            dials,
            task,
        }
    }

    /// Reads a request and answers so, then closes.
    pub(crate) async fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let answer: Arc<[u8]> = answer.into().into();
        Server::start(move |mut stream| {
            let answer = Arc::clone(&answer);
            async move {
                read_request(&mut stream).await;
                // The other side may have heard enough.
                let _ = stream.write_all(&answer).await;
            }
        })
        .await
    }

    /// Where it is, under that name.
    pub(crate) fn endpoint(&self, host: &str) -> LoopbackEndpoint {
        endpoint(host, self.address.port())
    }

    /// Where it listens.
    #[cfg(all(
        feature = "https",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// How often somebody connected.
    pub(crate) fn dials(&self) -> usize {
        self.dials.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// That host at that port.
pub(crate) fn endpoint(host: &str, port: u16) -> LoopbackEndpoint {
    LoopbackEndpoint::parse(&format!("http://{host}:{port}")).expect("a loopback endpoint")
}

/// Reads a request with its body, as far as it comes.
pub(crate) async fn read_request(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    while !is_whole(&read) && stream.read_buf(&mut read).await.unwrap_or(0) > 0 {}
    String::from_utf8(read).expect("text")
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().expect("a number"))
}

/// Waits until the other side has closed.
pub(crate) async fn wait_for_close(stream: &mut TcpStream) {
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await.unwrap_or(0) > 0 {}
}
