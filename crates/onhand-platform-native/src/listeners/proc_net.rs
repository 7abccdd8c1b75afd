//! The rows of `/proc/net/tcp` and `/proc/net/tcp6` (`proc_pid_net(5)`).

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

/// What a row says of a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    /// Its own end.
    pub(super) local: SocketAddr,
    /// Whether it takes connections.
    pub(super) listens: bool,
    /// Its number, which the links in `/proc/*/fd` give too. 0 where no process holds it.
    pub(super) inode: u64,
}

/// The state `TCP_LISTEN`.
const LISTEN: &str = "0A";

impl Row {
    /// Reads a row. `None` for what is none, the titles of the columns among them.
    ///
    /// ```text
    ///   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode …
    ///    0: 0100007F:1E61 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 23456 …
    /// ```
    pub(super) fn parse(line: &str) -> Option<Self> {
        let mut columns = line.split_ascii_whitespace();
        columns.next()?.strip_suffix(':')?;
        let local = socket_address(columns.next()?)?;
        socket_address(columns.next()?)?;
        let state = columns.next()?;
        // Two queues, a timer and its time, retransmissions, user, timeouts.
        let inode = columns.nth(5)?;
        Some(Row {
            local,
            listens: state == LISTEN,
            inode: inode.parse().ok()?,
        })
    }
}

/// An address in words of this machine's byte order, and a port.
fn socket_address(text: &str) -> Option<SocketAddr> {
    let (address, port) = text.split_once(':')?;
    let port = u16::from_str_radix(hex(port, 4)?, 16).ok()?;
    let word = |at: usize| {
        let word = hex(address.get(at..at + 8)?, 8)?;
        Some(u32::from_str_radix(word, 16).ok()?.to_ne_bytes())
    };
    match address.len() {
        8 => Some((Ipv4Addr::from(word(0)?), port).into()),
        32 => {
            let mut bytes = [0; 16];
            for (at, four) in bytes.chunks_exact_mut(4).enumerate() {
                four.copy_from_slice(&word(at * 8)?);
            }
            Some((Ipv6Addr::from(bytes), port).into())
        }
        _ => None,
    }
}

/// The text, if it is so many hexadecimal digits: `from_str_radix` takes a sign too.
fn hex(text: &str, digits: usize) -> Option<&str> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit())).then_some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LISTENS: &str = "   0: 0100007F:1E61 00000000:0000 0A 00000000:00000000 00:00000000 \
                           00000000  1000        0 23456 1 0000000000000000 100 0 0 10 0";
    const CONNECTED: &str = "  12: 0100007F:1E61 0100007F:D431 01 00000000:00000000 02:000A4F3B \
                             00000000  1000        0 23457 2 0000000000000000 20 4 30 10 -1";
    const WAITS: &str = "   3: 0100007F:1E61 0100007F:D432 06 00000000:00000000 03:00000EF2 \
                         00000000     0        0 0 3 0000000000000000";
    const LISTENS6: &str = "   1: 00000000000000000000000001000000:1E61 \
                            00000000000000000000000000000000:0000 0A 00000000:00000000 \
                            00:00000000 00000000  1000        0 34567 1 0000000000000000 100 0 0 10 0";

    fn row(local: &str, listens: bool, inode: u64) -> Option<Row> {
        let local = local.parse().expect("an address");
        Some(Row {
            local,
            listens,
            inode,
        })
    }

    // The fixtures' words are written in the order of x86 and ARM.
    #[cfg(target_endian = "little")]
    #[test]
    fn rows_of_every_kind_are_read() {
        assert_eq!(Row::parse(LISTENS), row("127.0.0.1:7777", true, 23456));
        assert_eq!(Row::parse(CONNECTED), row("127.0.0.1:7777", false, 23457));
        assert_eq!(Row::parse(WAITS), row("127.0.0.1:7777", false, 0));
        assert_eq!(Row::parse(LISTENS6), row("[::1]:7777", true, 34567));
        let mapped = LISTENS6.replace(
            "00000000000000000000000001000000",
            "0000000000000000FFFF00000100007F",
        );
        assert_eq!(
            Row::parse(&mapped),
            row("[::ffff:127.0.0.1]:7777", true, 34567)
        );
    }

    #[test]
    fn what_is_no_row_is_none() {
        let titles = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
        assert_eq!(Row::parse(titles), None);
        for (from, to) in [
            ("0:", "0"),
            ("0100007F", "+100007F"),
            ("0100007F", "0100007"),
            ("0100007F", "0100007F0"),
            ("0100007F", "äää0"),
            ("1E61", "1E61F"),
            ("1E61", "-E61"),
            ("00000000:0000", "0"),
            ("23456", "2345x"),
            ("23456", "99999999999999999999"),
        ] {
            let spoilt = LISTENS.replacen(from, to, 1);
            assert_eq!(Row::parse(&spoilt), None, "{spoilt}");
        }
        let (cut, _) = LISTENS.split_once(" 23456").expect("is there");
        assert_eq!(Row::parse(cut), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = Row::parse(&text);
        }

        #[test]
        fn no_damage_to_a_row_makes_it_panic(at in 0..LISTENS6.len(), text in ".{0,3}") {
            let mut damaged = LISTENS6.to_owned();
            damaged.replace_range(at..=at, &text);
            let _ = Row::parse(&damaged);
        }

        #[test]
        fn every_address_is_read_as_it_was_written(ip: std::net::IpAddr, port: u16, inode: u64) {
            let word = |bytes: &[u8]| {
                let word = bytes.try_into().expect("four bytes");
                format!("{:08X}", u32::from_ne_bytes(word))
            };
            let address: String = match ip {
                std::net::IpAddr::V4(ip) => word(&ip.octets()),
                std::net::IpAddr::V6(ip) => ip.octets().chunks(4).map(word).collect(),
            };
            let line = format!("0: {address}:{port:04X} {address}:0000 0A 0:0 0:0 0 1000 0 {inode} 1");
            let local = SocketAddr::new(ip, port);
            prop_assert_eq!(Row::parse(&line), Some(Row { local, listens: true, inode }));
        }
    }
}
