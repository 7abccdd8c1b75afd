//! The only addresses that onhand can dial.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU16;

use crate::CertificateFingerprint;

/// An HTTP endpoint on this machine's own loopback. One that exists is valid: the host
/// can dial nothing else.
///
/// It is plain HTTP. One with [HTTPS](Self::parse_pinned) exists only with the certificate that the server
/// must show: no authority vouches for a name of the loopback.
///
/// ```
/// use onhand_platform::LoopbackEndpoint;
///
/// let endpoint = LoopbackEndpoint::parse("http://127.0.0.1:7777/whatever")?;
/// assert_eq!(endpoint.to_string(), "http://127.0.0.1:7777");
/// assert!(LoopbackEndpoint::parse("http://127.0.0.1.example:7777").is_err());
/// # Ok::<(), onhand_platform::EndpointError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopbackEndpoint {
    /// With it, it is HTTPS.
    certificate: Option<CertificateFingerprint>,
    host: LoopbackHost,
    port: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum LoopbackHost {
    V4,
    V6,
    Localhost,
}

/// Why a text is no [`LoopbackEndpoint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndpointError {
    /// White space, a control character or a backslash.
    #[error("the URL holds white space, a control character or a backslash")]
    IllegalCharacter,
    /// No `://`.
    #[error("the URL has no scheme: it must start with `http://`")]
    NoScheme,
    /// `https`, and no certificate is pinned.
    #[error(
        "the URL starts with `https://`, which is asked only where the declaration pins the certificate"
    )]
    Https,
    /// `http`, and a certificate is pinned.
    #[error("the URL starts with `http://`, and the pinned certificate asks for `https://`")]
    NotHttps,
    /// Another scheme.
    #[error("the URL does not start with `http://`")]
    NotHttp,
    /// A user or a password.
    #[error("the URL holds user information")]
    UserInfo,
    /// Another host.
    #[error("the host is not `127.0.0.1`, `[::1]` or `localhost`")]
    NotLoopback,
    /// No port, or none between 1 and 65535.
    #[error("the URL has no port between 1 and 65535")]
    Port,
}

impl LoopbackEndpoint {
    /// Takes a URL of plain HTTP that somebody else wrote. Its path and query are dropped.
    ///
    /// The host is compared as text, so that no other spelling of an address passes.
    ///
    /// # Errors
    /// The first rule that the URL breaks.
    pub fn parse(url: &str) -> Result<Self, EndpointError> {
        Self::with_certificate(url, None)
    }

    /// Takes a URL of HTTPS that somebody else wrote, as [`parse`](Self::parse) takes one of plain HTTP.
    /// The server must show this certificate, or nothing is sent to it.
    ///
    /// # Errors
    /// The first rule that the URL breaks; [`EndpointError::NotHttps`] for `http://`.
    pub fn parse_pinned(
        url: &str,
        certificate: CertificateFingerprint,
    ) -> Result<Self, EndpointError> {
        Self::with_certificate(url, Some(certificate))
    }

    /// `localhost` at that port: HTTPS where a certificate is given, else plain HTTP.
    #[must_use]
    pub fn at_port(port: NonZeroU16, certificate: Option<CertificateFingerprint>) -> Self {
        LoopbackEndpoint {
            certificate,
            host: LoopbackHost::Localhost,
            port: port.get(),
        }
    }

    fn with_certificate(
        url: &str,
        certificate: Option<CertificateFingerprint>,
    ) -> Result<Self, EndpointError> {
        if url
            .chars()
            .any(|c| c.is_control() || c.is_whitespace() || c == '\\')
        {
            return Err(EndpointError::IllegalCharacter);
        }
        let (scheme, rest) = url.split_once("://").ok_or(EndpointError::NoScheme)?;
        let https = scheme.eq_ignore_ascii_case("https");
        if !https && !scheme.eq_ignore_ascii_case("http") {
            return Err(EndpointError::NotHttp);
        }
        match (https, certificate.is_some()) {
            (true, false) => return Err(EndpointError::Https),
            (false, true) => return Err(EndpointError::NotHttps),
            _ => {}
        }
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(EndpointError::UserInfo);
        }
        let (host, port) = if let Some(port) = authority.strip_prefix("[::1]") {
            (LoopbackHost::V6, port.strip_prefix(':'))
        } else {
            let (host, port) = match authority.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, None),
            };
            let host = match host {
                "127.0.0.1" => LoopbackHost::V4,
                host if host.eq_ignore_ascii_case("localhost") => LoopbackHost::Localhost,
                _ => return Err(EndpointError::NotLoopback),
            };
            (host, port)
        };
        let port = port
            .filter(|port| port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|port| port.parse().ok())
            .filter(|port| *port != 0)
            .ok_or(EndpointError::Port)?;
        Ok(LoopbackEndpoint {
            certificate,
            host,
            port,
        })
    }

    /// The certificate that the server must show; `None` for plain HTTP.
    #[must_use]
    pub fn certificate(&self) -> Option<&CertificateFingerprint> {
        self.certificate.as_ref()
    }

    /// The addresses to dial, in order. `localhost` is never looked up.
    #[must_use]
    pub fn addresses(&self) -> &'static [IpAddr] {
        const V4: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
        const V6: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);
        match self.host {
            LoopbackHost::V4 => &[V4],
            LoopbackHost::V6 => &[V6],
            LoopbackHost::Localhost => &[V4, V6],
        }
    }

    /// The port, 1 to 65535.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The host and port as an HTTP `Host` header spells them.
    #[must_use]
    pub fn authority(&self) -> String {
        let host = match self.host {
            LoopbackHost::V4 => "127.0.0.1",
            LoopbackHost::V6 => "[::1]",
            LoopbackHost::Localhost => "localhost",
        };
        format!("{host}:{}", self.port)
    }
}

impl fmt::Display for LoopbackEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.certificate {
            Some(_) => "https",
            None => "http",
        };
        write!(f, "{scheme}://{}", self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_three_spellings_of_loopback_pass() {
        for url in [
            "http://127.0.0.1:1",
            "HTTP://localhost:65535/a?b#c",
            "http://[::1]:80",
            "http://LocalHost:8080?x",
        ] {
            assert!(LoopbackEndpoint::parse(url).is_ok(), "{url}");
        }
    }

    #[test]
    fn everything_else_is_refused_with_its_reason() {
        use EndpointError::*;
        for (url, reason) in [
            ("https://127.0.0.1:1", Https),
            ("HTTPS://127.0.0.1:1", Https),
            ("ws://127.0.0.1:1", NotHttp),
            ("://127.0.0.1:1", NotHttp),
            ("127.0.0.1:1", NoScheme),
            ("http:/127.0.0.1:1", NoScheme),
            ("http://0.0.0.0:1", NotLoopback),
            ("http://127.1:1", NotLoopback),
            ("http://2130706433:1", NotLoopback),
            ("http://0x7f.1:1", NotLoopback),
            ("http://127.0.0.1.evil.test:1", NotLoopback),
            ("http://localhost.:1", NotLoopback),
            ("http://[::ffff:127.0.0.1]:1", NotLoopback),
            ("http://[::1:1", NotLoopback),
            ("http://:1", NotLoopback),
            ("http://[::1]1:1", Port),
            ("http://127.0.0.1", Port),
            ("http://127.0.0.1:", Port),
            ("http://127.0.0.1:0", Port),
            ("http://127.0.0.1:65536", Port),
            ("http://127.0.0.1:+80", Port),
            ("http://127.0.0.1:80:80", Port),
            ("http://127.0.0.1:00000080", Port),
            ("http://u@127.0.0.1:1", UserInfo),
            ("http://127.0.0.1:1@evil.test", UserInfo),
            (" http://127.0.0.1:1", IllegalCharacter),
            ("http://127.0.0.1:1\r\nX: y", IllegalCharacter),
            ("http://127.0.0.1:1\\@evil", IllegalCharacter),
        ] {
            assert_eq!(LoopbackEndpoint::parse(url), Err(reason), "{url:?}");
        }
    }

    #[test]
    fn https_needs_the_certificate_and_the_certificate_needs_https() {
        let certificate = CertificateFingerprint::new([7; 32]);
        let pinned = |url| LoopbackEndpoint::parse_pinned(url, certificate);
        let endpoint = pinned("HTTPS://127.0.0.1:27124/mcp").expect("valid");
        assert_eq!(endpoint.to_string(), "https://127.0.0.1:27124");
        assert_eq!(endpoint.authority(), "127.0.0.1:27124");
        assert_eq!(endpoint.certificate(), Some(&certificate));
        for (url, error) in [
            ("http://127.0.0.1:1", EndpointError::NotHttps),
            ("wss://127.0.0.1:1", EndpointError::NotHttp),
            ("https://127.0.0.1", EndpointError::Port),
            ("https://u@127.0.0.1:1", EndpointError::UserInfo),
            ("https://example.test:1", EndpointError::NotLoopback),
        ] {
            assert_eq!(pinned(url), Err(error), "{url}");
        }
        let plain = LoopbackEndpoint::parse("http://127.0.0.1:27124").expect("valid");
        assert_eq!(plain.certificate(), None);
        assert_ne!(plain, endpoint);
    }

    #[test]
    fn a_port_alone_is_one_of_localhost() {
        let port = NonZeroU16::new(7777).expect("not 0");
        let endpoint = LoopbackEndpoint::at_port(port, None);
        assert_eq!(endpoint.to_string(), "http://localhost:7777");
        let certificate = CertificateFingerprint::new([7; 32]);
        let endpoint = LoopbackEndpoint::at_port(port, Some(certificate));
        assert_eq!(endpoint.to_string(), "https://localhost:7777");
    }

    #[test]
    fn localhost_is_dialled_by_literal_address_v4_first() {
        let endpoint = LoopbackEndpoint::parse("http://localhost:9").expect("valid");
        let dialled: Vec<_> = endpoint
            .addresses()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(dialled, ["127.0.0.1", "::1"]);
        assert_eq!(endpoint.authority(), "localhost:9");
    }
}
