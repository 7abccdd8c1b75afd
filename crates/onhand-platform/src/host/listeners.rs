//! The sockets of a machine that take connections.

use std::net::{IpAddr, SocketAddr};

use super::{HostError, HostResult, Pid};
use crate::LoopbackEndpoint;

/// The sockets that take connections, as one look showed them. Many may ask it who listens at an endpoint.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listeners {
    sockets: Vec<Socket>,
    others_are_hidden: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Socket {
    address: SocketAddr,
    /// `None` where the OS doesn't tell of any process.
    holders: Option<Vec<Pid>>,
}

/// A socket that takes connections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListeningSocket {
    /// Where it listens. An unspecified address stands for all of the machine's.
    pub address: SocketAddr,
    /// The processes that hold it: one, or several that inherited it. Empty where the OS doesn't
    /// tell this user, as of a socket of somebody else's.
    pub holders: Vec<Pid>,
}

impl Listeners {
    /// Nobody listens.
    #[must_use]
    pub fn new() -> Self {
        Listeners::default()
    }

    /// With one socket more, and the processes that hold it: none where they are hidden from this user.
    #[must_use]
    pub fn with(mut self, address: SocketAddr, holders: Vec<Pid>) -> Self {
        self.sockets.push(Socket {
            address,
            holders: Some(holders),
        });
        self
    }

    /// With one socket more, whose processes the OS doesn't tell.
    #[must_use]
    pub fn with_unknown_holders(mut self, address: SocketAddr) -> Self {
        self.sockets.push(Socket {
            address,
            holders: None,
        });
        self
    }

    /// The same, from an OS that doesn't show the sockets of other users.
    #[must_use]
    pub fn hiding_other_users(mut self) -> Self {
        self.others_are_hidden = true;
        self
    }

    /// How many sockets there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sockets.len()
    }

    /// Every socket that takes connections to one of the endpoint's addresses, those that listen
    /// at all addresses of the machine among them. Empty where nobody listens.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] where the OS doesn't tell whose one of them is; [`HostError::Io`] where
    /// there is none, and those of others are not shown: nobody listens, or somebody else does.
    pub fn at(&self, endpoint: &LoopbackEndpoint) -> HostResult<Vec<ListeningSocket>> {
        let reaching = self
            .sockets
            .iter()
            .filter(|socket| reaches(socket.address, endpoint));
        let told = reaching.map(|socket| match &socket.holders {
            Some(holders) => Ok(ListeningSocket {
                address: socket.address,
                holders: holders.clone(),
            }),
            None => Err(HostError::Unsupported("who listens at a port")),
        });
        let told = told.collect::<HostResult<Vec<_>>>()?;
        if told.is_empty() && self.others_are_hidden {
            let text = "none of this user's processes listens there, and others are not shown";
            return Err(HostError::Io(text.to_owned()));
        }
        Ok(told)
    }
}

/// Whether a socket that listens there takes connections to one of the endpoint's addresses.
///
/// One at `[::]` takes those to `127.0.0.1` too, unless it was told not to, which not every OS
/// shows: it counts as one that does.
fn reaches(listening: SocketAddr, endpoint: &LoopbackEndpoint) -> bool {
    let takes = |dialled: &IpAddr| match listening.ip().to_canonical() {
        IpAddr::V6(ip) if ip.is_unspecified() => true,
        IpAddr::V4(ip) if ip.is_unspecified() => dialled.is_ipv4(),
        ip => ip == *dialled,
    };
    listening.port() == endpoint.port() && endpoint.addresses().iter().any(takes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_takes_what_is_dialled_to_its_address_or_to_any() {
        const V4: &str = "http://127.0.0.1:80";
        const V6: &str = "http://[::1]:80";
        const BOTH: &str = "http://localhost:80";
        for (listening, takes) in [
            ("127.0.0.1:80", &[V4, BOTH][..]),
            ("0.0.0.0:80", &[V4, BOTH]),
            ("[::1]:80", &[V6, BOTH]),
            ("[::]:80", &[V4, V6, BOTH]),
            ("[::ffff:127.0.0.1]:80", &[V4, BOTH]),
            ("[::ffff:0.0.0.0]:80", &[V4, BOTH]),
            ("127.0.0.2:80", &[]),
            ("192.168.1.1:80", &[]),
            ("[fe80::1]:80", &[]),
            ("127.0.0.1:8080", &[]),
            ("[::]:81", &[]),
        ] {
            let listening: SocketAddr = listening.parse().expect("an address");
            for url in [V4, V6, BOTH] {
                let endpoint = LoopbackEndpoint::parse(url).expect("valid");
                let expected = takes.contains(&url);
                assert_eq!(reaches(listening, &endpoint), expected, "{listening} {url}");
            }
        }
    }

    #[test]
    fn whose_a_socket_is_may_be_known_of_one_and_not_of_another() {
        let address = |text: &str| text.parse().expect("an address");
        let endpoint = |url| LoopbackEndpoint::parse(url).expect("valid");
        let pid = Pid::new(7).expect("not 0");
        let listeners = Listeners::new()
            .with(address("127.0.0.1:80"), vec![pid])
            .with_unknown_holders(address("0.0.0.0:81"));
        let told = listeners
            .at(&endpoint("http://127.0.0.1:80"))
            .expect("told");
        assert_eq!((told.len(), &told[0].holders[..]), (1, &[pid][..]));
        let untold = listeners.at(&endpoint("http://127.0.0.1:81"));
        assert!(matches!(untold, Err(HostError::Unsupported(_))));
        let nobody = endpoint("http://127.0.0.1:82");
        assert_eq!(listeners.at(&nobody), Ok(Vec::new()));
        let hidden = listeners.hiding_other_users().at(&nobody);
        assert!(matches!(hidden, Err(HostError::Io(_))));
    }
}
