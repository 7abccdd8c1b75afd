//! Windows: the table of listening sockets and the processes that made them.

#![allow(unsafe_code, reason = "no library has a call for this table")]

use std::io;
use std::mem::offset_of;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Instant;

use onhand_platform::{HostError, HostResult, Listeners, Pid};
use windows_sys::Win32::Foundation::{ERROR_INSUFFICIENT_BUFFER, NO_ERROR};
use windows_sys::Win32::NetworkManagement::IpHelper::{
    GetExtendedTcpTable, MIB_TCP6ROW_OWNER_PID, MIB_TCPROW_OWNER_PID, TCP_TABLE_OWNER_PID_LISTENER,
};
use windows_sys::Win32::Networking::WinSock::{AF_INET, AF_INET6};

/// A table is made of these: a count, then the rows.
type Word = u32;

/// Room for some hundred rows to begin with.
const FIRST_WORDS: usize = 4096;
/// How often a table may have outgrown the room that it asked for.
const TRIES: usize = 8;

/// The sockets that take connections. Costs two calls, more where there are
/// hundreds of listeners.
///
/// Windows names one process for each: the one that made the socket, which may have handed it
/// on. A server on the web server in the kernel (HTTP.sys) shows as process 4. Where no process is named the
/// OS doesn't tell: Wine keeps the sockets of its programs in a server of its own.
///
/// # Errors
/// [`HostError::Io`] in the words of Windows; [`HostError::TimedOut`] where the deadline is over before
/// the first call.
pub(crate) fn look(deadline: Instant) -> HostResult<Listeners> {
    if Instant::now() >= deadline {
        return Err(HostError::TimedOut);
    }
    let with = |listeners: Listeners, listening: Listening| match Pid::new(listening.pid) {
        Some(holder) => listeners.with(listening.address, vec![holder]),
        None => listeners.with_unknown_holders(listening.address),
    };
    Ok(listening()?.into_iter().fold(Listeners::new(), with))
}

/// What a row says.
#[derive(Debug, PartialEq, Eq)]
struct Listening {
    address: SocketAddr,
    pid: u32,
}

/// Every socket of this machine that listens.
fn listening() -> io::Result<Vec<Listening>> {
    let (v4, v6) = (table(AF_INET)?, table(AF_INET6)?);
    let v4 = rows(&v4, size_of::<MIB_TCPROW_OWNER_PID>()).map(listening_v4);
    let v6 = rows(&v6, size_of::<MIB_TCP6ROW_OWNER_PID>()).map(listening_v6);
    Ok(v4.chain(v6).collect())
}

fn table(family: u16) -> io::Result<Vec<Word>> {
    let mut table = vec![0; FIRST_WORDS];
    for _ in 0..TRIES {
        let mut bytes = u32::try_from(size_of_val(&table[..])).unwrap_or(u32::MAX);
        // SAFETY: `table` has room for `bytes` bytes, aligned as a table is, and outlives the call.
        let status = unsafe {
            GetExtendedTcpTable(
                table.as_mut_ptr().cast(),
                &raw mut bytes,
                0,
                family.into(),
                TCP_TABLE_OWNER_PID_LISTENER,
                0,
            )
        };
        match status {
            NO_ERROR => return Ok(table),
            // It may grow meanwhile.
            ERROR_INSUFFICIENT_BUFFER => table.resize(bytes as usize / size_of::<Word>() * 2, 0),
            _ => return Err(io::Error::from_raw_os_error(status.cast_signed())),
        }
    }
    Err(io::Error::other(
        "the table of listening sockets grows faster than it can be read",
    ))
}

/// The rows of a table, each of so many bytes.
fn rows(table: &[Word], row_bytes: usize) -> impl Iterator<Item = &[Word]> {
    let (count, rows) = table.split_first().unwrap_or((&0, &[]));
    rows.chunks_exact(row_bytes / size_of::<Word>())
        .take(*count as usize)
}

fn listening_v4(row: &[Word]) -> Listening {
    let word = |offset: usize| row[offset / size_of::<Word>()];
    // In the order of the network already.
    let ip = Ipv4Addr::from(word(offset_of!(MIB_TCPROW_OWNER_PID, dwLocalAddr)).to_ne_bytes());
    let port = port(word(offset_of!(MIB_TCPROW_OWNER_PID, dwLocalPort)));
    Listening {
        address: (ip, port).into(),
        pid: word(offset_of!(MIB_TCPROW_OWNER_PID, dwOwningPid)),
    }
}

fn listening_v6(row: &[Word]) -> Listening {
    let word = |offset: usize| row[offset / size_of::<Word>()];
    let mut ip = [0; 16];
    for (at, four) in ip.chunks_exact_mut(4).enumerate() {
        let offset = offset_of!(MIB_TCP6ROW_OWNER_PID, ucLocalAddr) + at * 4;
        four.copy_from_slice(&word(offset).to_ne_bytes());
    }
    let port = port(word(offset_of!(MIB_TCP6ROW_OWNER_PID, dwLocalPort)));
    Listening {
        address: (Ipv6Addr::from(ip), port).into(),
        pid: word(offset_of!(MIB_TCP6ROW_OWNER_PID, dwOwningPid)),
    }
}

/// The port is in the lower half, in the order of the network; the upper half is undefined.
fn port(word: u32) -> u16 {
    u16::from_be(word as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_is_larger_than_the_table_is_no_reason_to_read_on() {
        let v4 = size_of::<MIB_TCPROW_OWNER_PID>();
        assert_eq!(rows(&[9, 2, 0, 0, 0, 0, 0, 7, 7], v4).count(), 1);
        assert_eq!(rows(&[0, 2, 0, 0, 0, 0, 0], v4).count(), 0);
        assert_eq!(rows(&[], v4).count(), 0);
    }

    fn row(address: &str, pid: u32) -> Listening {
        let address = address.parse().expect("an address");
        Listening { address, pid }
    }

    #[test]
    fn a_row_is_read_and_the_upper_half_of_its_port_means_nothing() {
        let port = u32::from(7777_u16.to_be()) | 0xABCD_0000;
        let one = u32::from_ne_bytes([0, 0, 0, 1]);
        let v4 = [2, u32::from_ne_bytes([127, 0, 0, 1]), port, 0, 0, 4242];
        assert_eq!(listening_v4(&v4), row("127.0.0.1:7777", 4242));
        let v6 = [0, 0, 0, one, 0, port, 0, 0, 0, 0, 0, 0, 2, 4242];
        assert_eq!(listening_v6(&v6), row("[::1]:7777", 4242));
    }

    #[test]
    fn sockets_of_this_machine_are_listed_at_their_addresses() {
        for ip in ["127.0.0.1", "[::1]", "0.0.0.0", "[::]"] {
            let socket = std::net::TcpListener::bind(format!("{ip}:0")).expect("listens");
            let address = socket.local_addr().expect("has an address");
            let listed = listening().expect("lists");
            let rows = listed.iter().filter(|row| row.address == address);
            assert_eq!(rows.count(), 1, "{address}");
        }
    }
}
