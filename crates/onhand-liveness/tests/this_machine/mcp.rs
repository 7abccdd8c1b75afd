//! A real MCP server, over its own transport.

use std::sync::Arc;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use onhand_platform::{Operation, Recorded};
use onhand_platform_native::NativeHost;
use onhand_resolver::Observation;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::application::{Application, PATIENCE, listener};

/// A server without a tool.
struct Nothing;

impl ServerHandler for Nothing {}

/// Serves on a port of its own; the sessions that are open, and the port.
async fn serve(config: StreamableHttpServerConfig) -> (Arc<LocalSessionManager>, u16) {
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(|| Ok(Nothing), sessions.clone(), config);
    let (listener, port) = listener().await;
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            let service = TowerToHyperService::new(service.clone());
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            tokio::spawn(connection);
        }
    });
    (sessions, port)
}

#[tokio::test]
async fn it_answers_and_is_left_with_no_open_session() {
    let (sessions, port) = serve(StreamableHttpServerConfig::default()).await;
    let host = Recorded::new(NativeHost::new());
    let liveness = Application::of_ours(port).probe(&host, PATIENCE).await;
    assert_eq!(liveness.answering, Observation::Present(200));
    let requests: Vec<_> = host
        .calls()
        .into_iter()
        .filter(|call| call.operation == Operation::Request)
        .map(|call| (call.target, call.outcome))
        .collect();
    let url = format!("http://127.0.0.1:{port}/mcp");
    assert_eq!(
        requests,
        [
            (format!("POST {url}"), Ok("status 200".to_owned())),
            (format!("DELETE {url}"), Ok("status 202".to_owned())),
        ],
        "a session was opened, and ended"
    );
    assert!(sessions.sessions.read().await.is_empty());
}
