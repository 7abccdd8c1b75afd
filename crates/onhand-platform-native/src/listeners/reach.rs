//! Which connections a socket takes, by the address that it listens at.

use std::net::{IpAddr, SocketAddr};

use onhand_platform::LoopbackEndpoint;

/// Whether a socket that listens there takes connections to one of the endpoint's addresses.
///
/// One at `[::]` takes those to `127.0.0.1` too, unless it was told not to, which not every OS
/// shows: it counts as one that does.
pub(super) fn reaches(listening: SocketAddr, endpoint: &LoopbackEndpoint) -> bool {
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
}
