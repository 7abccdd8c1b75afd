//! From the bytes of a JSON object to a process id, an endpoint and a token.

use std::fmt;

use onhand_platform::{LoopbackEndpoint, Pid};
use onhand_resolver::{CauseCode, Reason};
use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::keys::{EndpointKey, Keys, shown};
use super::value::{
    endpoint_of, is_http, machine_of, names_other_path, pid_of, port_of, token_of, unreadable,
};
use crate::known::{Known, Unknown};
use crate::runtime_file::Torn;
use crate::suggestion::OtherEndpointKey;
use crate::token::Token;

/// What the object says, each value for itself: one that is wrong leaves the others as they are.
pub(crate) struct Values {
    pub(crate) pid: Known<Pid>,
    pub(crate) endpoint: Known<LoopbackEndpoint>,
    /// Whether the URL of the endpoint has another path or query than the one that is asked.
    pub(crate) has_other_path: bool,
    pub(crate) token: Known<Token>,
    /// The machine that wrote it, where the file says.
    pub(crate) machine: Known<Option<String>>,
}

/// The bytes are no JSON, half-written or never meant to be: a reason that says where they stop to be it, and
/// nothing of what stands there.
fn torn(error: &serde_json::Error, other_kind: Option<String>) -> Torn {
    let place = format!("line {}, column {}", error.line(), error.column());
    Torn(if error.is_eof() {
        format!("the file is half-written: its JSON breaks off in {place}")
    } else {
        let other_kind = other_kind.map_or_else(String::new, |kind| format!(": {kind}"));
        format!("the file is not JSON: it goes wrong at {place}{other_kind}")
    })
}

/// Reads the declared keys of a JSON object in UTF-8; the values of others are passed over unread, but for those where
/// the endpoint may stand instead. A key that appears twice says nothing, whatever a reader of JSON would take it for.
pub(crate) fn read(bytes: &[u8], keys: &Keys) -> Result<Values, Torn> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let fields = json.deserialize_any(keys);
    match fields.and_then(|fields| json.end().map(|()| fields)) {
        Ok(fields) => Ok(fields),
        Err(error) if error.is_data() => Ok(Values::of_no_object(keys.other_kind(bytes))),
        Err(error) => Err(torn(&error, keys.other_kind(bytes))),
    }
}

impl Values {
    fn of_no_object(other_kind: Option<String>) -> Self {
        let mut reason = "the file is not a JSON object".to_owned();
        if let Some(other_kind) = other_kind {
            reason = format!("{reason}: {other_kind}");
        }
        let unknown = Unknown::Unavailable(Reason::new(CauseCode::Unreadable, reason));
        Values {
            pid: Err(unknown.clone()),
            endpoint: Err(unknown.clone()),
            has_other_path: false,
            machine: Err(unknown.clone()),
            token: Err(unknown),
        }
    }
}

impl<'de> Visitor<'de> for &Keys {
    type Value = Values;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
        let endpoint_key = self.endpoint.key();
        let (mut pid, mut endpoint, mut token) = (None, None, None);
        let (mut transport, mut machine) = (None, None);
        let mut has_other_path = false;
        let mut other_key = OtherEndpointKey::default();
        while let Some(key) = map.next_key::<String>()? {
            let is_transport = self.transport.as_ref() == Some(&key);
            let is_host = self.host.as_ref() == Some(&key);
            let is_field = key == self.pid || Some(&*key) == endpoint_key || key == self.token;
            if !is_field && !is_transport && !is_host {
                if endpoint_key.is_some() && OtherEndpointKey::may_be(&key) {
                    other_key.see(&key, &map.next_value()?);
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
                continue;
            }
            let value: Value = map.next_value()?;
            if key == self.pid {
                put(&mut pid, &key, pid_of(&key, &value, self.os));
            }
            match &self.endpoint {
                EndpointKey::Url(url) if *url == key => {
                    has_other_path = names_other_path(&value, &self.path);
                    put(
                        &mut endpoint,
                        &key,
                        endpoint_of(&key, &value, self.certificate),
                    );
                }
                EndpointKey::Port(port) if *port == key => {
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
        let endpoint = match (endpoint, &self.endpoint) {
            (Some(endpoint), _) => endpoint,
            (None, EndpointKey::None(endpoint)) => Ok(endpoint.clone()),
            (None, EndpointKey::Url(key) | EndpointKey::Port(key)) => {
                let mut reason = missing(key);
                if let Some(parameter) = other_key.parameter() {
                    reason = format!("{reason}: perhaps {parameter} has to be declared");
                }
                Err(Unknown::Absent(reason.into()))
            }
        };
        Ok(Values {
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
