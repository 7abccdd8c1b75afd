//! From the dial to the answer, under one deadline.
//!
//! The status and the headers are the answer. Once they are there, whatever ends the body early
//! (the bound, the deadline, a reset, a chunk that is none) ends the body and not the answer: a
//! server may well answer with a stream of events that stays open.
//!
//! All of it happens in the future of the caller. Nothing is spawned, so dropping the future at
//! any point closes the socket and leaves nothing behind.

use std::convert::Infallible;
use std::error::Error;
use std::future::{Future, pending};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::CONTENT_TYPE;
use hyper::rt::{Read, Write};
use hyper::{HeaderMap, Request};
use hyper_util::rt::TokioIo;
use onhand_platform::{HostError, HostResult, LoopbackAnswer, LoopbackEndpoint, LoopbackRequest};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, join, split};
use tokio::time::{Instant, timeout_at};

use super::compose::compose;
use super::dial::dial;
use super::tls::secure;

/// How long the head of an answer may be, in bytes; hyper takes no more than 100 headers in it.
const MAX_HEAD: usize = 64 * 1024;

/// How many bytes may come that are not the body's. A head is among them, and so are the interim
/// answers (1xx) before it, of which HTTP allows any number, and what stands between chunks.
const MAX_BESIDE_BODY: u64 = 1024 * 1024;

/// Sends a request and gives the answer. Costs one dial for each address that is tried, none where
/// the deadline is over.
///
/// A header's value that is not UTF-8 has `U+FFFD` in place of what is none. Headers of one name
/// stand together, where the first of them stood.
///
/// # Errors
/// As [`ProbeHost::request`](onhand_platform::ProbeHost::request) says; also [`HostError::Io`]
/// for a header that can't be sent and for a head that is too large.
///
/// # Panics
/// Outside of a tokio runtime with I/O and time.
pub(crate) async fn send(request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer> {
    let composed = compose(&request)?;
    if request.deadline <= std::time::Instant::now() {
        return Err(HostError::TimedOut);
    }
    let deadline = request.deadline.into();
    let stream = timeout_at(deadline, connect(request.endpoint))
        .await
        .map_err(|_| HostError::TimedOut)??;
    let (reader, writer) = split(stream);
    let mut reader = reader.take(MAX_BESIDE_BODY.saturating_add(request.max_body as u64));
    let io = TokioIo::new(join(&mut reader, writer));
    let answer = exchange(io, composed, deadline, request.max_body).await;
    if answer.is_err() && reader.limit() == 0 {
        return Err(HostError::Io("interim answers without end".to_owned()));
    }
    answer
}

/// A connection, in clear or by TLS.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

async fn connect(endpoint: &LoopbackEndpoint) -> HostResult<Box<dyn Stream>> {
    let stream = dial(endpoint).await?;
    Ok(match endpoint.certificate() {
        Some(certificate) => Box::new(secure(stream, endpoint, *certificate).await?),
        None => Box::new(stream),
    })
}

async fn exchange(
    io: impl Read + Write + Unpin,
    request: Request<Full<Bytes>>,
    deadline: Instant,
    max_body: usize,
) -> HostResult<LoopbackAnswer> {
    let (mut sender, connection) = http1::Builder::new()
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_HEAD)
        .handshake(io)
        .await
        .map_err(|error| said(&error))?;
    let answer = async {
        let (head, incoming) = timeout_at(deadline, sender.send_request(request))
            .await
            .map_err(|_| HostError::TimedOut)?
            .map_err(|error| said(&error))?
            .into_parts();
        let mut body = Vec::new();
        let is_events = (head.headers.get(CONTENT_TYPE))
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
        let read = read(incoming, max_body, is_events, &mut body);
        if timeout_at(deadline, read).await.is_err() {
            tracing::debug!(bytes = body.len(), "the deadline cuts the body");
        }
        Ok(LoopbackAnswer {
            status: head.status.as_u16(),
            headers: in_text(&head.headers),
            body,
        })
    };
    tokio::select! {
        answer = answer => answer,
        never = drive(connection) => match never {},
    }
}

/// Keeps the connection moving. How it ends is told to whom waits for the answer.
async fn drive(connection: impl Future) -> Infallible {
    connection.await;
    pending().await
}

/// Adds to `body` what comes, up to `max_body` bytes; of a stream of events, which may stay open, no more is
/// waited for than the first that holds data.
async fn read(mut incoming: Incoming, max_body: usize, is_events: bool, body: &mut Vec<u8>) {
    while body.len() < max_body && !(is_events && holds_an_event(body)) {
        match incoming.frame().await {
            Some(Ok(frame)) => {
                let data = frame.into_data().unwrap_or_default();
                let wanted = data.len().min(max_body - body.len());
                body.extend_from_slice(&data[..wanted]);
            }
            Some(Err(error)) => {
                let error = said(&error);
                tracing::debug!(%error, bytes = body.len(), "the body ends early");
                return;
            }
            None => return,
        }
    }
}

/// Whether an event with data is there to its end.
/// Source: HTML, "Parsing an event stream": a blank line ends an event.
fn holds_an_event(stream: &[u8]) -> bool {
    let mut has_data = false;
    // What stands behind the last line break is no whole line yet.
    let lines = stream.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| line.ends_with(b"\n")).any(|line| {
        has_data |= line.starts_with(b"data:");
        has_data && line.trim_ascii().is_empty()
    })
}

fn in_text(headers: &HeaderMap) -> Vec<(String, String)> {
    headers
        .iter()
        .map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.as_str().to_owned(), value.into_owned())
        })
        .collect()
}

/// The error with what is behind it. hyper's errors quote nothing that was sent or received.
fn said(error: &hyper::Error) -> HostError {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(behind) = source {
        text = format!("{text}: {behind}");
        source = behind.source();
    }
    HostError::Io(text)
}

#[cfg(test)]
mod tests {
    use super::holds_an_event;

    #[test]
    fn an_event_with_data_ends_with_a_blank_line() {
        for stream in [
            "data: {}\n\n",
            "id: 1\r\ndata:\r\n\r\n",
            ": hi\n\nevent: m\ndata: x\n\nda",
        ] {
            assert!(holds_an_event(stream.as_bytes()), "{stream:?}");
        }
        for stream in [
            "",
            "data: {}\n",
            ": hi\n\n",
            "data: {}\n\r",
            "\n\nid: 1\n\n",
        ] {
            assert!(!holds_an_event(stream.as_bytes()), "{stream:?}");
        }
    }
}
