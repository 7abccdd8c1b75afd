//! A server on the machine's own loopback.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use onhand_platform::{
    CertificateFingerprint, HostError, HostResult, Listeners, LoopbackAnswer, Pid,
};

use crate::{FileContent, MachineError};

/// A server on the loopback of a [`FakeHost`](crate::FakeHost). It gives one answer to every
/// request, or none at all.
///
/// ```
/// use onhand_platform_fake::Listener;
///
/// let server = Listener::answering(200, r#"{"ok":true}"#)
///     .header("Content-Type", "application/json")
///     .owned_by(4242);
/// let deaf = Listener::silent();
/// ```
#[derive(Debug, Clone)]
pub struct Listener {
    holder: Holder,
    /// With it, the server speaks TLS.
    certificate: Option<CertificateFingerprint>,
    answer: Option<Answer>,
}

/// Whose the socket is, as far as the OS tells.
#[derive(Debug, Clone, Copy)]
enum Holder {
    Untold,
    Hidden,
    Process(Pid),
}

#[derive(Debug, Clone)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: FileContent,
}

impl Listener {
    /// A server that answers every request so. The OS doesn't tell whose it is
    /// ([`HostError::Unsupported`]) until [`owned_by`](Self::owned_by) or
    /// [`hidden`](Self::hidden) says.
    ///
    /// # Panics
    /// Where `status` is not between 100 and 599.
    #[must_use]
    #[track_caller]
    pub fn answering(status: u16, body: impl Into<FileContent>) -> Self {
        crate::builder::expect(Listener::new(status, body.into()))
    }

    /// A server that accepts the connection and never answers: a request ends at its deadline.
    /// Nothing waits for it: the outcome is there at once.
    #[must_use]
    pub fn silent() -> Self {
        Listener {
            holder: Holder::Untold,
            certificate: None,
            answer: None,
        }
    }

    /// The same server with one header more in its answer. A silent one stays silent.
    ///
    /// # Panics
    /// Where the name or the value can't stand in an HTTP head.
    #[must_use]
    #[track_caller]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        crate::builder::expect(self.add_header(name, value));
        self
    }

    /// The same server, with the id of its process.
    ///
    /// # Panics
    /// Where `pid` is 0.
    #[must_use]
    #[track_caller]
    pub fn owned_by(mut self, pid: u32) -> Self {
        self.set_owner(crate::builder::expect(
            Pid::new(pid).ok_or(MachineError::PidZero),
        ));
        self
    }

    /// The same server, held by a process that the OS doesn't show to this user.
    #[must_use]
    pub fn hidden(mut self) -> Self {
        self.hide();
        self
    }

    /// The same server behind TLS, with a certificate of that fingerprint. It answers no request by plain
    /// HTTP, and none that pins another certificate.
    #[must_use]
    pub fn certificate(mut self, certificate: CertificateFingerprint) -> Self {
        self.set_certificate(certificate);
        self
    }

    pub(crate) fn new(status: u16, body: FileContent) -> Result<Self, MachineError> {
        if !(100..=599).contains(&status) {
            return Err(MachineError::Status(status));
        }
        let headers = Vec::new();
        Ok(Listener {
            holder: Holder::Untold,
            certificate: None,
            answer: Some(Answer {
                status,
                headers,
                body,
            }),
        })
    }

    pub(crate) fn add_header(&mut self, name: &str, value: &str) -> Result<(), MachineError> {
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(MachineError::Header(name.to_owned()));
        }
        if value.contains(|c: char| c.is_control() && c != '\t') {
            return Err(MachineError::Header(name.to_owned()));
        }
        if let Some(answer) = &mut self.answer {
            let header = (name.to_ascii_lowercase(), value.to_owned());
            answer.headers.push(header);
        }
        Ok(())
    }

    pub(crate) fn set_owner(&mut self, pid: Pid) {
        self.holder = Holder::Process(pid);
    }

    pub(crate) fn set_certificate(&mut self, certificate: CertificateFingerprint) {
        self.certificate = Some(certificate);
    }

    pub(crate) fn hide(&mut self) {
        self.holder = Holder::Hidden;
    }

    /// The socket at that address, as the OS tells of it.
    pub(crate) fn show(&self, address: SocketAddr, listeners: Listeners) -> Listeners {
        match self.holder {
            Holder::Untold => listeners.with_unknown_holders(address),
            Holder::Hidden => listeners.with(address, Vec::new()),
            Holder::Process(pid) => listeners.with(address, vec![pid]),
        }
    }

    /// The answer to who pins that certificate, or asks by plain HTTP, its body cut at `max_body` bytes.
    pub(crate) fn answer(
        &self,
        pinned: Option<&CertificateFingerprint>,
        max_body: usize,
    ) -> HostResult<LoopbackAnswer> {
        match (pinned, &self.certificate) {
            (Some(pinned), Some(shown)) if pinned != shown => {
                return Err(HostError::OtherCertificate);
            }
            (Some(_), None) if self.answer.is_some() => {
                return Err(HostError::Io("the server speaks no TLS".to_owned()));
            }
            (None, Some(_)) if self.answer.is_some() => {
                return Err(HostError::Io("the server speaks only TLS".to_owned()));
            }
            _ => {}
        }
        let answer = self.answer.as_ref().ok_or(HostError::TimedOut)?;
        Ok(LoopbackAnswer {
            status: answer.status,
            headers: answer.headers.clone(),
            body: answer.body.head(max_body),
        })
    }
}

/// Takes the address that a server listens at.
pub(crate) fn loopback_address(text: &str) -> Result<SocketAddr, MachineError> {
    text.parse()
        .ok()
        .filter(|address: &SocketAddr| {
            let is_loopback = match address.ip() {
                IpAddr::V4(ip) => ip == Ipv4Addr::LOCALHOST,
                IpAddr::V6(ip) => ip == Ipv6Addr::LOCALHOST,
            };
            is_loopback && address.port() != 0
        })
        .ok_or_else(|| MachineError::Address(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_listens_at_a_loopback_literal() {
        for text in ["127.0.0.1:1", "[::1]:65535"] {
            let address = loopback_address(text).expect(text);
            assert_eq!(address.to_string(), text);
        }
        for text in [
            "",
            "localhost:80",
            "127.0.0.1",
            "127.0.0.1:0",
            "127.0.0.1:65536",
            "127.0.0.2:80",
            "0.0.0.0:80",
            "[::]:80",
            "::1:80",
            "http://127.0.0.1:80",
        ] {
            let error = loopback_address(text).expect_err(text);
            assert_eq!(error, MachineError::Address(text.to_owned()));
        }
    }

    #[test]
    fn a_server_behind_tls_answers_who_pins_its_certificate() {
        let [ours, other] = [1, 2].map(|byte| CertificateFingerprint::new([byte; 32]));
        let plain = Listener::answering(200, "");
        let tls = plain.clone().certificate(ours);
        assert!(tls.answer(Some(&ours), 0).is_ok());
        let refused = tls.answer(Some(&other), 0).map(|_| ());
        assert_eq!(refused, Err(HostError::OtherCertificate));
        for refused in [tls.answer(None, 0), plain.answer(Some(&ours), 0)] {
            assert!(matches!(refused, Err(HostError::Io(_))), "{refused:?}");
        }
    }

    #[test]
    fn a_header_is_one_that_http_can_carry_and_its_name_is_given_in_lower_case() {
        let listener = Listener::answering(200, "").header("Mcp-Session-Id", "a\tb");
        let answer = listener.answer(None, 0).expect("it answers");
        assert_eq!(answer.headers, [("mcp-session-id".into(), "a\tb".into())]);
        for (name, value) in [("", "x"), ("a b", "x"), ("a:", "x"), ("a", "x\r\nb: y")] {
            let mut listener = Listener::answering(200, "");
            assert!(listener.add_header(name, value).is_err(), "{name:?}");
        }
    }
}
