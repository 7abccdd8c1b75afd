//! Which keys of the object count.

use onhand_platform::{CertificateFingerprint, EndpointPath, LoopbackEndpoint, Os, excerpt};
use onhand_resolver::CauseCode;

use crate::known::{Known, unavailable};
use crate::suggestion;

/// The keys of the object that count, and what else the declaration says of their values.
pub(crate) struct Keys {
    /// The key of the process id.
    pub(crate) pid: String,
    pub(crate) endpoint: EndpointKey,
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

/// Where the object says at which endpoint the application listens.
pub(crate) enum EndpointKey {
    /// Under this key, as a URL.
    Url(String),
    /// Under this key, as a port of `localhost`.
    Port(String),
    /// Nowhere: it is known without the object.
    None(LoopbackEndpoint),
}

impl Keys {
    /// As it is, if each key names a field of its own. A parser sees to that; what none saw might take the token for
    /// something that is shown. The key of the machine, which few declare, gives way to the others.
    pub(crate) fn distinct(mut self) -> Known<Self> {
        let keys = [
            Some(&*self.pid),
            self.endpoint.key(),
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

    /// The kind that would read the bytes instead.
    pub(super) fn other_kind(&self, bytes: &[u8]) -> Option<String> {
        self.endpoint.key()?;
        suggestion::port_file(bytes)
    }
}

impl EndpointKey {
    /// The key that counts.
    pub(super) fn key(&self) -> Option<&str> {
        match self {
            EndpointKey::Url(key) | EndpointKey::Port(key) => Some(key),
            EndpointKey::None(_) => None,
        }
    }
}

/// A key as a message holds it.
pub(crate) fn shown(key: &str) -> String {
    excerpt(key, 100)
}
