//! The one request: the handshake that opens a session of the Model Context Protocol, and what
//! ends the session again.

use std::time::Instant;

use onhand_platform::{HostError, LoopbackAnswer, LoopbackRequest, Method, ProbeHost};
use secrecy::{ExposeSecret, SecretString};

use crate::LiveEndpoint;
use crate::known::{Known, Unknown, in_time};

/// The last version with a handshake. A server that speaks later ones alone refuses it.
/// Source: Model Context Protocol, "Versioning and Compatibility" of 2026-07-28.
macro_rules! protocol_version {
    () => {
        "2025-11-25"
    };
}

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":""#,
    protocol_version!(),
    r#"","capabilities":{},"clientInfo":{"name":"onhand","version":""#,
    env!("CARGO_PKG_VERSION"),
    r#""}}}"#
);

/// Asks, and leaves no session behind as far as time allows. The status is that of a server that
/// answers: it took the handshake, or wants to know more of who asks.
pub(crate) async fn ask(
    host: &dyn ProbeHost,
    live: &LiveEndpoint,
    deadline: Instant,
) -> Known<u16> {
    let authorization = live.expose_token().map(authorization);
    let client = Client {
        host,
        live,
        authorization: authorization.as_ref(),
        deadline,
    };
    let accepts = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let answer = client
        .send(Method::Post, &accepts, INITIALIZE.as_bytes())
        .await
        .map_err(|error| no_answer(error).about(client.request()))?;
    match answer.status {
        200 => {
            if let Some(session) = session(&answer) {
                client.end(session).await;
            }
            Ok(200)
        }
        status @ (401 | 403) => Ok(status),
        status => {
            let reason = format!(
                "status {status}, which is no answer of an MCP server (`endpoint_path` is `{}`)",
                live.path()
            );
            Err(Unknown::Absent(reason.into()).about(client.request()))
        }
    }
}

/// Nobody answered in time, or in HTTP: that is an answer too. What kept us from asking is none.
fn no_answer(error: HostError) -> Unknown {
    match error {
        HostError::TimedOut | HostError::Io(_) => Unknown::Absent(error.into()),
        error => Unknown::from(error),
    }
}

fn authorization(token: &str) -> SecretString {
    SecretString::from(format!("Bearer {token}"))
}

struct Client<'a> {
    host: &'a dyn ProbeHost,
    live: &'a LiveEndpoint,
    authorization: Option<&'a SecretString>,
    deadline: Instant,
}

impl Client<'_> {
    /// The request, as a message names it.
    fn request(&self) -> String {
        format!("{} {}", Method::Post.as_str(), self.live.url())
    }

    /// The head of the answer; nothing of its body is wanted.
    async fn send(
        &self,
        method: Method,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<LoopbackAnswer, HostError> {
        let mut headers = headers.to_vec();
        if let Some(value) = self.authorization {
            headers.push(("Authorization", value.expose_secret()));
        }
        let request = LoopbackRequest {
            method,
            endpoint: self.live.endpoint(),
            path: self.live.path(),
            headers: &headers,
            body,
            deadline: self.deadline,
            max_body: 0,
        };
        self.host.request(request).await
    }

    /// Ends a session. The server may know only versions before ours and refuse the header: without
    /// it, it must take the request for one of the first version with sessions.
    async fn end(&self, session: &str) {
        let session = ("Mcp-Session-Id", session);
        let version = ("MCP-Protocol-Version", protocol_version!());
        for headers in [&[session, version][..], &[session]] {
            if in_time(self.deadline).is_err() {
                tracing::debug!("no time was left to end the session");
                return;
            }
            let outcome = self.send(Method::Delete, headers, &[]).await;
            let status = outcome.map(|answer| answer.status);
            tracing::debug!(?status, "session ended");
            if status != Ok(400) {
                return;
            }
        }
    }
}

/// A longer one is not given back.
const MAX_SESSION_BYTES: usize = 4096;

/// The session that the server opened, if its id can stand in a header.
/// Source: Model Context Protocol, "Session Management" of 2025-11-25: visible ASCII.
fn session(answer: &LoopbackAnswer) -> Option<&str> {
    let (_, id) = answer
        .headers
        .iter()
        .find(|(name, _)| name == "mcp-session-id")?;
    let fits = (1..=MAX_SESSION_BYTES).contains(&id.len());
    (fits && id.bytes().all(|byte| byte.is_ascii_graphic())).then_some(id)
}
