//! The request: the handshake that opens a session of the Model Context Protocol, and what
//! ends the session again.

use std::time::Instant;

use onhand_platform::{HostError, LoopbackAnswer, LoopbackRequest, Method, ProbeHost};
use onhand_resolver::{CauseCode, Reason};
use secrecy::{ExposeSecret, SecretString};

use crate::LiveEndpoint;
use crate::answer::{Meaning, Refusal, VERSIONS, header, meaning};
use crate::known::{Known, Unknown, absent, in_time};

/// How much of an answer is read: enough for an error and the versions that it names.
const MAX_BODY: usize = 8 * 1024;

/// What a server said that answers.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Why it wants to know more of who asks, where it does.
    pub(crate) refused: Option<Refusal>,
    pub(crate) remarks: Vec<String>,
}

/// Asks, and leaves no session behind as far as time allows. A server that refuses the latest version is asked once
/// more, for one that it names or an earlier one.
///
/// At most two requests, and for a session at most two more: each of them carries the token.
pub(crate) async fn ask(
    host: &dyn ProbeHost,
    live: &LiveEndpoint,
    deadline: Instant,
) -> Known<Answer> {
    let authorization = live.expose_token().map(authorization);
    let client = Client {
        host,
        live,
        authorization: authorization.as_ref(),
        deadline,
    };
    let latest = VERSIONS[0];
    let (status, meaning) = client.initialize(latest).await?;
    let Meaning::OtherVersion { offered, is_named } = meaning else {
        return client.settled(status, meaning, Vec::new());
    };
    let Some(second) = offered else {
        return client.none(format!(
            "status {status}: it refused protocol version {latest}, and names none that is known here"
        ));
    };
    in_time(deadline)?;
    let (status, meaning) = client.initialize(second).await?;
    let both = format!("it refused the protocol versions {latest} and {second}");
    match meaning {
        // Who names versions of the protocol speaks it.
        Meaning::OtherVersion { .. } if is_named => Ok(Answer {
            status,
            refused: None,
            remarks: vec![format!("status {status}: {both}, though it names {second}")],
        }),
        Meaning::OtherVersion { .. } => client.none(format!("status {status}: {both}")),
        meaning => {
            let remark =
                format!("it refused protocol version {latest}, and was asked for {second}");
            client.settled(status, meaning, vec![remark])
        }
    }
}

/// Nobody answered in time, or in HTTP: that is an answer too. What kept us from asking is none.
fn no_answer(error: HostError) -> Unknown {
    match error {
        HostError::TimedOut => Unknown::Absent(error.into()),
        HostError::Io(text) => Unknown::Absent(Reason::new(CauseCode::NotAnswering, text)),
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

    /// Asks for a version: the status of the answer, and what it means. A session that it opened is ended.
    async fn initialize(&self, version: &str) -> Known<(u16, Meaning)> {
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"onhand","version":"{}"}}}}}}"#,
            env!("CARGO_PKG_VERSION")
        );
        let answer = self.send(Method::Post, &headers, body.as_bytes()).await;
        let answer = answer.map_err(|error| no_answer(error).about(self.request()))?;
        if answer.status == 200
            && let Some(session) = session(&answer)
        {
            self.end(session, version).await;
        }
        Ok((answer.status, meaning(&answer, version, self.live)))
    }

    /// What comes of an answer that is not about versions.
    fn settled(&self, status: u16, meaning: Meaning, remarks: Vec<String>) -> Known<Answer> {
        let refused = match meaning {
            Meaning::Taken => None,
            Meaning::Refused(refusal) => Some(refusal),
            Meaning::NoServer(reason) => return self.none(reason),
            Meaning::OtherVersion { .. } => return self.none(format!("status {status}")),
        };
        Ok(Answer {
            status,
            refused,
            remarks,
        })
    }

    /// There is no MCP server.
    fn none(&self, reason: String) -> Known<Answer> {
        absent(CauseCode::NotAnswering, reason).map_err(|unknown| unknown.about(self.request()))
    }

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
            max_body: MAX_BODY,
        };
        self.host.request(request).await
    }

    /// Ends a session. The server may know only versions before ours and refuse the header: without
    /// it, it must take the request for one of the first version with sessions.
    async fn end(&self, session: &str, version: &str) {
        let session = ("Mcp-Session-Id", session);
        let version = ("MCP-Protocol-Version", version);
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
    let id = header(answer, "mcp-session-id")?;
    let fits = (1..=MAX_SESSION_BYTES).contains(&id.len());
    (fits && id.bytes().all(|byte| byte.is_ascii_graphic())).then_some(id)
}
