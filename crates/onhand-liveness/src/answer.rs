//! What an answer to the handshake means.

use onhand_platform::{EndpointPath, LoopbackAnswer, excerpt};
use onhand_resolver::LiveEndpoint;
use serde_json::Value;

/// The versions of the protocol with a handshake, the latest first. A server that speaks later ones alone refuses
/// them all.
/// Source: Model Context Protocol, "Versioning and Compatibility" of 2026-07-28.
pub(crate) const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What an answer means.
pub(crate) enum Meaning {
    /// It took the handshake.
    Taken,
    /// It is an MCP server, and wants to know more of who asks.
    Refused(Refusal),
    /// It doesn't speak the version that was asked for.
    OtherVersion {
        /// The latest that it names and we know, or else an earlier one than was asked for; `None` where it
        /// names none that we know.
        offered: Option<&'static str>,
        /// Whether it names that version.
        is_named: bool,
    },
    /// It is no MCP server, for that reason.
    NoServer(String),
}

/// What a server refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The token, or that there was none.
    Token,
    /// The name under which it was asked, as servers do that guard against DNS rebinding.
    Host,
    /// One of both.
    TokenOrHost,
}

/// What the answer to a request for that version means. No reason shows a text of the answer but the
/// path of a redirect: a server may send the token back.
pub(crate) fn meaning(answer: &LoopbackAnswer, asked: &str, live: &LiveEndpoint) -> Meaning {
    let body = String::from_utf8_lossy(&answer.body);
    let status = answer.status;
    let error = json_rpc_error(&body);
    let is_refusal = status == 400 || error.is_some();
    if is_refusal && speaks_of_versions(&body) {
        return other_version(&body, asked);
    }
    match status {
        400 | 403 | 421 if status == 421 || speaks_of_host(&body) => {
            Meaning::Refused(Refusal::Host)
        }
        401 => Meaning::Refused(Refusal::Token),
        403 => Meaning::Refused(Refusal::TokenOrHost),
        301 | 302 | 303 | 307 | 308 => Meaning::NoServer(redirect(answer, live)),
        _ => match error {
            Some(code) => Meaning::NoServer(format!(
                "status {status} with the JSON-RPC error {code} in place of a handshake"
            )),
            None if status != 200 => Meaning::NoServer(format!(
                "status {status}, which is not the answer of an MCP server (`endpoint_path` is `{}`)",
                live.path()
            )),
            None if is_of_another_type(answer) => Meaning::NoServer(format!(
                "status 200 with neither JSON nor a stream of events, which is not the answer of an MCP server \
                 (`endpoint_path` is `{}`)",
                live.path()
            )),
            None => Meaning::Taken,
        },
    }
}

/// The code of the error that a body holds, or the first event with data of a stream.
/// Source: JSON-RPC 2.0, 5.1.
fn json_rpc_error(body: &str) -> Option<i64> {
    let data = body.lines().filter_map(|line| line.strip_prefix("data:"));
    let mut texts = std::iter::once(body).chain(data);
    texts.find_map(|text| {
        let value: Value = serde_json::from_str(text.trim()).ok()?;
        value.get("error")?.get("code")?.as_i64()
    })
}

fn speaks_of_versions(body: &str) -> bool {
    let body = body.to_ascii_lowercase();
    body.contains("protocol") && body.contains("version")
}

fn speaks_of_host(body: &str) -> bool {
    let body = body.to_ascii_lowercase();
    body.contains("invalid host")
        || body.contains("host header")
        || (body.contains("host") && body.contains("not allowed"))
}

fn other_version(body: &str, asked: &str) -> Meaning {
    let others = || VERSIONS.into_iter().filter(|version| *version != asked);
    let named = others().find(|version| body.contains(version));
    let offered = named.or_else(|| {
        let names_unknown = dates(body).any(|date| !VERSIONS.contains(&date));
        // Versions are dates, so that they compare as texts.
        others().find(|version| !names_unknown && *version < asked)
    });
    Meaning::OtherVersion {
        offered,
        is_named: named.is_some(),
    }
}

/// What looks like a version of the protocol: `2025-11-25`.
fn dates(text: &str) -> impl Iterator<Item = &str> {
    let is_of_date = |c: char| c.is_ascii_digit() || c == '-';
    text.split(move |c| !is_of_date(c)).filter(|word| {
        word.len() == 10
            && word.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            })
    })
}

/// Where it leads is told if it is a path at the same server, and doesn't hold the token.
fn redirect(answer: &LoopbackAnswer, live: &LiveEndpoint) -> String {
    let status = answer.status;
    let not_followed = |leads: &str| {
        format!(
            "it answers with a redirect {leads} (status {status}), which is not followed (`endpoint_path` is \
             `{}`)",
            live.path()
        )
    };
    let Some(location) = header(answer, "location").filter(|to| !to.is_empty()) else {
        return not_followed("that says no place");
    };
    let is_told = |path: &EndpointPath| {
        let token = live.expose_token();
        token.is_none_or(|token| !path.as_str().contains(token))
    };
    match path_at(location, live) {
        Some(path) if path == without_query(live.path()) => not_followed("to the same path"),
        Some(path) if is_told(&path) => {
            let path = excerpt(path.as_str(), 100);
            format!(
                "it answers with a redirect to {path} (status {status}): set `endpoint_path` to `{path}`"
            )
        }
        _ => not_followed("elsewhere"),
    }
}

/// The path of a redirect at the same server, without its query.
/// Source: RFC 9110, 10.2.2; RFC 3986, 5.2.
fn path_at(location: &str, live: &LiveEndpoint) -> Option<EndpointPath> {
    let before_query = |text: &str| {
        let path = text.split(['?', '#']).next();
        path.unwrap_or_default().to_owned()
    };
    if let Some(behind) = location.strip_prefix(&live.endpoint().to_string()) {
        return EndpointPath::parse(&before_query(behind)).ok();
    }
    let path = &*before_query(location);
    let asked = without_query(live.path());
    if path.is_empty() {
        return Some(asked);
    }
    if path.starts_with('/') {
        return EndpointPath::parse(path).ok();
    }
    // `mcp/`, beside what was asked. A `:` before the first `/` ends a scheme.
    let folder = &asked.as_str()[..=asked.as_str().rfind('/')?];
    let path = path.strip_prefix("./").unwrap_or(path);
    let has_scheme = path
        .split('/')
        .next()
        .is_some_and(|first| first.contains(':'));
    (!has_scheme).then(|| EndpointPath::parse(&format!("{folder}{path}")).ok())?
}

fn without_query(path: &EndpointPath) -> EndpointPath {
    let before = path.as_str().split('?').next().unwrap_or_default();
    EndpointPath::parse(before).unwrap_or_else(|_| path.clone())
}

fn is_of_another_type(answer: &LoopbackAnswer) -> bool {
    header(answer, "content-type").is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim();
        let kinds = ["application/json", "text/event-stream"];
        !kinds.iter().any(|known| kind.eq_ignore_ascii_case(known))
    })
}

/// The value of a header, by its name in lower case.
pub(crate) fn header<'a>(answer: &'a LoopbackAnswer, name: &str) -> Option<&'a str> {
    let mut headers = answer.headers.iter();
    let (_, value) = headers.find(|(other, _)| other == name)?;
    Some(value)
}
