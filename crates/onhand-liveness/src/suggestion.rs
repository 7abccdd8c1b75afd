//! Which kind or parameter would read a file that the declared one doesn't, as far as the file gives it away.
//!
//! An author who writes a port alone, or under another key, is told the line of the declaration that is missing. No value
//! of the file is told: a key is, where it could stand in the declaration.

use onhand_platform::{EndpointError, LoopbackEndpoint};
use serde_json::Value;

use crate::number;

/// More lines than these are no port file.
const MOST_LINES: usize = 4;

/// A longer key is nobody's field of a port.
const LONGEST_KEY: usize = 40;

/// What a file of lines would be declared as; `None` for a file that has no line with a port alone.
pub(crate) fn port_file(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim).collect();
    if lines.len() > MOST_LINES {
        return None;
    }
    let port = lines.iter().position(|line| is_port(line))?;
    let pid = lines
        .iter()
        .enumerate()
        .position(|(at, line)| at != port && number::of_digits(line).is_some());
    let words: Vec<&str> = (0..lines.len())
        .map(|at| match at {
            _ if at == port => "port",
            _ if Some(at) == pid => "pid",
            _ => "ignored",
        })
        .collect();
    Some(format!(
        "a file of lines is read by `kind: port_file`, this one perhaps with `lines: [{}]`",
        words.join(", ")
    ))
}

/// What a JSON object is read by.
pub(crate) fn server_json(bytes: &[u8]) -> Option<&'static str> {
    bytes
        .trim_ascii_start()
        .starts_with(b"{")
        .then_some("a JSON object is read by `kind: server_json`")
}

/// Another key under which an object may hold its endpoint, where it lacks the declared one.
#[derive(Default)]
pub(crate) struct OtherEndpointKey {
    url: Option<String>,
    port: Option<String>,
}

impl OtherEndpointKey {
    /// Whether the value under this key is worth a look: the other values of a file are passed over unread.
    pub(crate) fn may_be(key: &str) -> bool {
        const NAMES: [&str; 5] = ["port", "url", "http", "https", "endpoint"];
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let name = key.to_ascii_lowercase();
        key.len() <= LONGEST_KEY
            && key.chars().all(is_key)
            && NAMES.iter().any(|end| name.ends_with(end))
    }

    /// Takes what stands under such a key; the first of each sort counts.
    pub(crate) fn see(&mut self, key: &str, value: &Value) {
        let slot = match value {
            Value::Number(number) if number.as_u64().and_then(number::port).is_some() => {
                &mut self.port
            }
            Value::String(url) if is_endpoint(url) => &mut self.url,
            _ => return,
        };
        slot.get_or_insert_with(|| key.to_owned());
    }

    /// The parameter that names it.
    pub(crate) fn parameter(&self) -> Option<String> {
        let url = self.url.iter().map(|key| format!("`url_key: {key}`"));
        let port = self.port.iter().map(|key| format!("`port_key: {key}`"));
        url.chain(port).next()
    }
}

fn is_endpoint(url: &str) -> bool {
    matches!(
        LoopbackEndpoint::parse(url),
        Ok(_) | Err(EndpointError::Https)
    )
}

fn is_port(text: &str) -> bool {
    number::of_digits(text).and_then(number::port).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_a_port_alone_makes_a_port_file() {
        for (text, lines) in [
            ("7777", "port"),
            (" 7777 \r\n", "port"),
            ("7777\n4242\n", "port, pid"),
            ("7777\r\n4242\r\n\r\n", "port, pid"),
            ("424242\n7777\n", "pid, port"),
            ("7777\n/devtools/browser/1", "port, ignored"),
            ("vendor\n7777\n4242\nsecret", "ignored, port, pid, ignored"),
        ] {
            let told = port_file(text.as_bytes()).unwrap_or_default();
            assert!(
                told.ends_with(&format!("`lines: [{lines}]`")),
                "{text:?}: {told}"
            );
        }
        for text in [
            "",
            "0",
            "70000",
            "7777 4242",
            "true",
            "7777.0",
            "{\n 7777\n}\n\n\nx",
        ] {
            assert_eq!(port_file(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(port_file(b"\xFF\n7777"), None);
    }

    #[test]
    fn only_a_key_that_could_be_declared_is_told() {
        for key in [
            "port",
            "mcpPort",
            "server_port",
            "server.url",
            "HTTP",
            "endpoint",
        ] {
            assert!(OtherEndpointKey::may_be(key), "{key}");
        }
        for key in ["", "pid", "ports", "the port", "p\u{e9}port", "port\n"] {
            assert!(!OtherEndpointKey::may_be(key), "{key}");
        }
        assert!(!OtherEndpointKey::may_be(&"port".repeat(11)));
    }
}
