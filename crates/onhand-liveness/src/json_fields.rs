//! What a JSON object says of a running application: its bytes to a process id, an endpoint and a token.

use std::fmt;
use std::num::NonZeroU16;

use onhand_platform::{
    CertificateFingerprint, EndpointError, EndpointPath, LoopbackEndpoint, Os, Pid, excerpt,
};
use onhand_resolver::{CauseCode, Reason};
use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use crate::known::{Known, Unknown, unavailable};
use crate::runtime_file::Torn;
use crate::token::{NotAToken, Token, bearer};
use crate::what_fits::{self, OtherPlace};

/// What the file says, each field for itself: one that is wrong leaves the others as they are.
pub(crate) struct Fields {
    pub(crate) pid: Known<Pid>,
    pub(crate) endpoint: Known<LoopbackEndpoint>,
    /// Whether the URL of the endpoint has another path or query than the one that is asked.
    pub(crate) has_other_path: bool,
    pub(crate) token: Known<Token>,
    /// The machine that wrote it, where the file says.
    pub(crate) machine: Known<Option<String>>,
}

/// What of the object counts.
pub(crate) struct Declared {
    /// The key of the process id.
    pub(crate) pid: String,
    pub(crate) place: Place,
    /// The key of the token.
    pub(crate) token: String,
    /// The key of the machine that wrote it, where a file may name one.
    pub(crate) host: Option<String>,
    /// The key of the protocol, where an application may speak another than HTTP.
    pub(crate) transport: Option<String>,
    /// The path that is asked.
    pub(crate) path: EndpointPath,
    /// The certificate that the server must show: then it is asked by HTTPS alone.
    pub(crate) certificate: Option<CertificateFingerprint>,
    pub(crate) os: Os,
}

/// Where it stands at which endpoint the application listens.
pub(crate) enum Place {
    /// Under this key, as a URL.
    Url(String),
    /// Under this key, as a port of `localhost`.
    Port(String),
    /// It is known without the object.
    Known(LoopbackEndpoint),
}

impl Declared {
    /// As it is, if each key names a field of its own. A parser sees to that; what none saw might take the token for
    /// something that is shown. The key of the machine, which few declare, gives way to the others.
    pub(crate) fn with_keys_apart(mut self) -> Known<Self> {
        let keys = [
            Some(&*self.pid),
            self.place.key(),
            Some(&*self.token),
            self.transport.as_deref(),
        ];
        let keys: Vec<&str> = keys.into_iter().flatten().collect();
        let twice = (1..keys.len()).find(|at| keys[..*at].contains(&keys[*at]));
        if let Some(at) = twice {
            return unavailable(
                CauseCode::Invalid,
                format!(
                    "`{}` is declared as the key of two fields: each needs one of its own",
                    shown(keys[at])
                ),
            );
        }
        if self
            .host
            .as_deref()
            .is_some_and(|host| keys.contains(&host))
        {
            self.host = None;
        }
        Ok(self)
    }
}

impl Declared {
    /// The kind that would read the bytes instead.
    fn other_kind(&self, bytes: &[u8]) -> Option<String> {
        self.place.key()?;
        what_fits::port_file(bytes)
    }
}

impl Place {
    fn key(&self) -> Option<&str> {
        match self {
            Place::Url(key) | Place::Port(key) => Some(key),
            Place::Known(_) => None,
        }
    }
}

/// The bytes are no JSON, half-written or never meant to be: a reason that says where they stop to be it, and
/// nothing of what stands there.
fn torn(bytes: &[u8], error: &serde_json::Error, other_kind: Option<String>) -> Torn {
    let place = format!("line {}, column {}", error.line(), error.column());
    Torn(if bytes.trim_ascii().is_empty() {
        "the file is empty".to_owned()
    } else if error.is_eof() {
        format!("the file is half-written: its JSON breaks off in {place}")
    } else {
        let other_kind = other_kind.map_or_else(String::new, |kind| format!(": {kind}"));
        format!("the file is not JSON: it goes wrong in {place}{other_kind}")
    })
}

/// Reads the declared keys of a JSON object in UTF-8, with a byte order mark or without; the values of
/// others are passed over unread, but for those where the endpoint may stand instead. A key that appears twice says nothing,
/// whatever a reader of
/// JSON would take it for.
///
/// No reason shows a value but a number that stands for the process id: each may hold the token.
pub(crate) fn parse(bytes: &[u8], declared: &Declared) -> Result<Fields, Torn> {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let fields = json.deserialize_any(declared);
    match fields.and_then(|fields| json.end().map(|()| fields)) {
        Ok(fields) => Ok(fields),
        Err(error) if error.is_data() => Ok(Fields::of_no_object(declared.other_kind(bytes))),
        Err(error) => Err(torn(bytes, &error, declared.other_kind(bytes))),
    }
}

impl Fields {
    fn of_no_object(other_kind: Option<String>) -> Self {
        let mut reason = "the file is not a JSON object".to_owned();
        if let Some(other_kind) = other_kind {
            reason = format!("{reason}: {other_kind}");
        }
        let unknown = Unknown::Unavailable(Reason::new(CauseCode::Unreadable, reason));
        Fields {
            pid: Err(unknown.clone()),
            endpoint: Err(unknown.clone()),
            has_other_path: false,
            machine: Err(unknown.clone()),
            token: Err(unknown),
        }
    }
}

impl<'de> Visitor<'de> for &Declared {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let place = self.place.key();
        let (mut pid, mut endpoint, mut token) = (None, None, None);
        let (mut transport, mut machine) = (None, None);
        let mut has_other_path = false;
        let mut other_place = OtherPlace::default();
        while let Some(key) = map.next_key::<String>()? {
            let is_transport = self.transport.as_ref() == Some(&key);
            let is_host = self.host.as_ref() == Some(&key);
            let is_field = key == self.pid || Some(&*key) == place || key == self.token;
            if !is_field && !is_transport && !is_host {
                if place.is_some() && OtherPlace::may_be(&key) {
                    other_place.see(&key, &map.next_value()?);
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
                continue;
            }
            let value: Value = map.next_value()?;
            if key == self.pid {
                put(&mut pid, &key, pid_of(&key, &value, self.os));
            }
            match &self.place {
                Place::Url(url) if *url == key => {
                    has_other_path = names_other_path(&value, &self.path);
                    put(
                        &mut endpoint,
                        &key,
                        endpoint_of(&key, &value, self.certificate),
                    );
                }
                Place::Port(port) if *port == key => {
                    put(&mut endpoint, &key, port_of(&key, &value, self.certificate));
                }
                _ => {}
            }
            if is_transport {
                put(&mut transport, &key, is_http(&key, &value));
            }
            if is_host {
                put(&mut machine, &key, machine_of(&key, &value));
            }
            if key == self.token {
                put(&mut token, &key, token_of(&key, value));
            }
        }
        let missing = |key| format!("the file has no `{}`", shown(key));
        let endpoint = match (endpoint, &self.place) {
            (Some(endpoint), _) => endpoint,
            (None, Place::Known(endpoint)) => Ok(endpoint.clone()),
            (None, Place::Url(key) | Place::Port(key)) => {
                let mut reason = missing(key);
                if let Some(parameter) = other_place.parameter() {
                    reason = format!("{reason}: perhaps {parameter} has to be declared");
                }
                Err(Unknown::Absent(reason.into()))
            }
        };
        Ok(Fields {
            pid: pid.unwrap_or_else(|| Err(Unknown::Unavailable(missing(&self.pid).into()))),
            endpoint: transport.unwrap_or(Ok(())).and(endpoint),
            has_other_path,
            machine: machine.unwrap_or(Ok(None)),
            token: token.unwrap_or_else(|| Ok(Token::None(missing(&self.token)))),
        })
    }
}

fn put<T>(slot: &mut Option<Known<T>>, key: &str, known: Known<T>) {
    *slot = Some(match slot {
        None => known,
        Some(_) => unreadable(format!("`{}` appears twice in the file", shown(key))),
    });
}

fn pid_of(key: &str, value: &Value, os: Os) -> Known<Pid> {
    let pid = value
        .as_u64()
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| *number <= greatest_pid(os))
        .and_then(Pid::new);
    let Some(pid) = pid else {
        let is = match value {
            Value::Number(number) => excerpt(&number.to_string(), 40),
            other => kind(other).to_owned(),
        };
        let mend = without_quotes(value);
        return unreadable(format!(
            "`{}` is {is}, not a whole number from 1 to {}{mend}",
            shown(key),
            greatest_pid(os)
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

/// The ends of `DWORD` and `pid_t`; beyond the latter a number would turn negative, which names a group
/// of processes.
pub(crate) fn greatest_pid(os: Os) -> u32 {
    match os {
        Os::Win32 => u32::MAX,
        Os::Darwin | Os::Linux => i32::MAX.unsigned_abs(),
    }
}

fn endpoint_of(
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

fn port_of(
    key: &str,
    value: &Value,
    certificate: Option<CertificateFingerprint>,
) -> Known<LoopbackEndpoint> {
    let port = value.as_u64().and_then(|port| u16::try_from(port).ok());
    if let Some(port) = port.and_then(NonZeroU16::new) {
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
fn is_http(key: &str, value: &Value) -> Known<()> {
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
fn machine_of(key: &str, value: &Value) -> Known<Option<String>> {
    match value {
        Value::Null => Ok(None),
        Value::String(name) => Ok(Some(name.trim().to_owned()).filter(|name| !name.is_empty())),
        other => no_text(key, other),
    }
}

/// Whether the URL goes on behind host and port, and not as the path that is asked.
fn names_other_path(value: &Value, asked: &EndpointPath) -> bool {
    let Some((_, behind_scheme)) = value.as_str().and_then(|url| url.split_once("://")) else {
        return false;
    };
    let path = behind_scheme.find(['/', '?', '#']);
    let path = path.map_or("", |start| &behind_scheme[start..]);
    !["", "/", asked.as_str()].contains(&path)
}

fn token_of(key: &str, value: Value) -> Known<Token> {
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
fn unreadable<T>(reason: String) -> Known<T> {
    unavailable(CauseCode::Unreadable, reason)
}

/// A key as a message holds it.
pub(crate) fn shown(key: &str) -> String {
    excerpt(key, 100)
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
