//! What the values of the object mean. No reason shows a value but a number that stands for the process id: each may
//! hold the token.

use onhand_platform::{
    CertificateFingerprint, EndpointError, EndpointPath, LoopbackEndpoint, Os, Pid, excerpt,
};
use onhand_resolver::CauseCode;
use serde_json::Value;

use super::keys::shown;
use crate::known::{Known, Unknown, unavailable};
use crate::number;
use crate::token::{NotAToken, Token, bearer};

pub(super) fn pid_of(key: &str, value: &Value, os: Os) -> Known<Pid> {
    let Some(pid) = value.as_u64().and_then(|number| number::pid(number, os)) else {
        let is = match value {
            Value::Number(number) => excerpt(&number.to_string(), 40),
            other => kind(other).to_owned(),
        };
        let mend = without_quotes(value);
        return unreadable(format!(
            "`{}` is {is}, not a whole number from 1 to {}{mend}",
            shown(key),
            number::greatest_pid(os)
        ));
    };
    Ok(pid)
}

fn without_quotes(value: &Value) -> &'static str {
    match value {
        Value::String(text) if is_digits(text) => ": write it without quotes",
        _ => "",
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn endpoint_of(
    key: &str,
    value: &Value,
    certificate: Option<CertificateFingerprint>,
) -> Known<LoopbackEndpoint> {
    let parse = |url: &str| match certificate {
        Some(certificate) => LoopbackEndpoint::parse_pinned(url, certificate),
        None => LoopbackEndpoint::parse(url),
    };
    match value {
        // As some write before they listen.
        Value::Null => Err(Unknown::Absent(format!("`{}` is null", shown(key)).into())),
        Value::String(url) => match parse(url) {
            Ok(endpoint) => Ok(endpoint),
            Err(error) => {
                let parameter = match error {
                    EndpointError::Https => ": `certificate_sha256`",
                    _ => "",
                };
                unreadable(format!("`{}` is refused: {error}{parameter}", shown(key)))
            }
        },
        other => no_text(key, other),
    }
}

pub(super) fn port_of(
    key: &str,
    value: &Value,
    certificate: Option<CertificateFingerprint>,
) -> Known<LoopbackEndpoint> {
    if let Some(port) = value.as_u64().and_then(number::port) {
        return Ok(LoopbackEndpoint::at_port(port, certificate));
    }
    // Of a number nothing is shown: it is none that anybody could connect to.
    match value {
        Value::Null => Err(Unknown::Absent(format!("`{}` is null", shown(key)).into())),
        other => unreadable(format!(
            "`{}` is {}, not a port from 1 to 65535{}",
            shown(key),
            kind(other),
            without_quotes(other)
        )),
    }
}

/// `Ok` for what is spoken by HTTP, and where nothing is said.
pub(super) fn is_http(key: &str, value: &Value) -> Known<()> {
    match value {
        Value::Null => Ok(()),
        Value::String(text) => match &*text.to_ascii_lowercase() {
            "http" | "https" | "sse" | "streamable-http" | "streamable_http" | "streamablehttp" => {
                Ok(())
            }
            "ws" | "wss" | "websocket" => unavailable(
                CauseCode::NotSupported,
                format!(
                    "`{}` says that it speaks WebSocket, and only HTTP is asked",
                    shown(key)
                ),
            ),
            _ => unavailable(
                CauseCode::NotSupported,
                format!(
                    "`{}` says that it speaks something other than HTTP",
                    shown(key)
                ),
            ),
        },
        other => no_text(key, other),
    }
}

/// An application may leave it open.
pub(super) fn machine_of(key: &str, value: &Value) -> Known<Option<String>> {
    match value {
        Value::Null => Ok(None),
        Value::String(name) => Ok(Some(name.trim().to_owned()).filter(|name| !name.is_empty())),
        other => no_text(key, other),
    }
}

/// Whether the URL goes on behind host and port, and not as the path that is asked.
pub(super) fn names_other_path(value: &Value, asked: &EndpointPath) -> bool {
    let Some((_, behind_scheme)) = value.as_str().and_then(|url| url.split_once("://")) else {
        return false;
    };
    let path = behind_scheme.find(['/', '?', '#']);
    let path = path.map_or("", |start| &behind_scheme[start..]);
    !["", "/", asked.as_str()].contains(&path)
}

pub(super) fn token_of(key: &str, value: Value) -> Known<Token> {
    match value {
        Value::Null => Ok(Token::None(format!("`{}` is null", shown(key)))),
        Value::String(text) => match bearer(text) {
            Ok(Some(token)) => Ok(Token::Bearer(token)),
            Ok(None) => Ok(Token::None(format!("`{}` is empty", shown(key)))),
            Err(NotAToken) => unreadable(format!(
                "`{}` holds a character that can't stand in a header",
                shown(key)
            )),
        },
        other => no_text(key, &other),
    }
}

fn no_text<T>(key: &str, value: &Value) -> Known<T> {
    unreadable(format!("`{}` is {}, not a text", shown(key), kind(value)))
}

/// What the file holds there is none of that.
pub(super) fn unreadable<T>(reason: String) -> Known<T> {
    unavailable(CauseCode::Unreadable, reason)
}

/// What it is, never what it holds.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
