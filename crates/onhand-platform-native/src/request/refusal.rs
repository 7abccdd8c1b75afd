//! How soon Windows believes that nobody listens.
//!
//! It tries a connection that was refused twice more, half a second apart, and tells the refusal
//! after two seconds. On the loopback the first one is final; waiting would use up the deadline,
//! and `localhost` would get to its second address too late.

#![allow(unsafe_code, reason = "no library sets this option")]

use std::os::windows::io::AsRawSocket;
use std::ptr::null_mut;

use tokio::net::TcpSocket;
use windows_sys::Win32::Networking::WinSock::{
    SIO_TCP_INITIAL_RTO, TCP_INITIAL_RTO_NO_SYN_RETRANSMISSIONS, TCP_INITIAL_RTO_PARAMETERS,
    WSAIoctl,
};

/// `TCP_INITIAL_RTO_UNSPECIFIED_RTT` of `mstcpip.h`: what the machine is configured to.
const AS_CONFIGURED: u16 = u16::MAX;

/// Asks for no second try. A Windows that doesn't know the option (before 10.0.16299) only takes longer.
pub(super) fn believe_the_first(socket: &TcpSocket) {
    let parameters = TCP_INITIAL_RTO_PARAMETERS {
        Rtt: AS_CONFIGURED,
        // A `UCHAR` in the header.
        MaxSynRetransmissions: TCP_INITIAL_RTO_NO_SYN_RETRANSMISSIONS as u8,
    };
    let mut returned = 0;
    // SAFETY: the socket is open; `parameters` is what the option reads, of the size given; nothing
    // is written but `returned`; without an overlapped structure all is done when it returns.
    let status = unsafe {
        WSAIoctl(
            socket.as_raw_socket() as usize,
            SIO_TCP_INITIAL_RTO,
            (&raw const parameters).cast(),
            size_of_val(&parameters) as u32,
            null_mut(),
            0,
            &raw mut returned,
            null_mut(),
            None,
        )
    };
    if status != 0 {
        tracing::debug!("a refused connection is tried again");
    }
}
