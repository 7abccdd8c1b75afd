//! What macOS tells of a socket: `struct socket_fdinfo` of `<sys/proc_info.h>`, which no library
//! that we could use declares. It is part of the binary interface, the same on Intel and on Apple silicon.
//!
//! What we read of it:
//!
//! | field | at |
//! |---|---|
//! | `psi.soi_so` | 160 |
//! | `psi.soi_kind` | 256 |
//! | `psi.soi_proto.pri_tcp.tcpsi_ini.insi_lport` | 268 |
//! | `psi.soi_proto.pri_tcp.tcpsi_ini.insi_vflag` | 288 |
//! | `psi.soi_proto.pri_tcp.tcpsi_ini.insi_laddr` | 312 |
//! | `psi.soi_proto.pri_tcp.tcpsi_state` | 344 |

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

/// `SOCKINFO_TCP`.
const KIND_TCP: i32 = 2;
/// `TSI_S_LISTEN`.
const STATE_LISTEN: i32 = 1;
/// `INI_IPV6`. A socket of both families has it too.
const VFLAG_V6: u8 = 2;

/// `struct socket_fdinfo`, as the kernel writes it.
pub(super) struct SocketFdInfo(pub(super) [u8; SocketFdInfo::SIZE]);

impl SocketFdInfo {
    /// The kernel takes no less room, and fills all of it.
    pub(super) const SIZE: usize = 792;

    /// What names the socket: the same in every process that holds it.
    pub(super) fn socket(&self) -> u64 {
        u64::from_ne_bytes(self.field(160))
    }

    /// Where it listens, if it is a TCP socket that does.
    pub(super) fn listens_at(&self) -> Option<SocketAddr> {
        let kind = i32::from_ne_bytes(self.field(256));
        let state = i32::from_ne_bytes(self.field(344));
        if kind != KIND_TCP || state != STATE_LISTEN {
            return None;
        }
        // An `int` whose first two bytes are the port, in the order of the network.
        let port = u16::from_be_bytes(self.field(268));
        let [flags] = self.field(288);
        let address: [u8; 16] = self.field(312);
        Some(if flags & VFLAG_V6 != 0 {
            (Ipv6Addr::from(address), port).into()
        } else {
            // The last four bytes of the room for one of IPv6.
            let [.., a, b, c, d] = address;
            (Ipv4Addr::new(a, b, c, d), port).into()
        })
    }

    fn field<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|byte| self.0[at + byte])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(kind: u8, state: u8, flags: u8, address: [u8; 16]) -> SocketFdInfo {
        let mut info = [0; SocketFdInfo::SIZE];
        info[256] = kind;
        info[268..270].copy_from_slice(&7777_u16.to_be_bytes());
        info[288] = flags;
        info[312..328].copy_from_slice(&address);
        info[344] = state;
        SocketFdInfo(info)
    }

    // The fixtures are written in the order of Intel and of Apple silicon.
    #[cfg(target_endian = "little")]
    #[test]
    fn a_tcp_socket_that_listens_has_its_address() {
        let mut v4 = [0; 16];
        v4[12..].copy_from_slice(&[127, 0, 0, 1]);
        let mut v6 = [0; 16];
        v6[15] = 1;
        for (info, address) in [
            (info(2, 1, 1, v4), Some("127.0.0.1:7777")),
            (info(2, 1, 2, v6), Some("[::1]:7777")),
            (info(2, 1, 3, [0; 16]), Some("[::]:7777")),
            (info(2, 1, 1, [0; 16]), Some("0.0.0.0:7777")),
            (info(2, 4, 1, v4), None),
            (info(1, 1, 1, v4), None),
        ] {
            let address = address.map(|text| text.parse().expect("an address"));
            assert_eq!(info.listens_at(), address);
        }
    }

    #[test]
    fn a_socket_has_its_name() {
        let mut bytes = [0; SocketFdInfo::SIZE];
        bytes[160..168].copy_from_slice(&0xABCD_u64.to_ne_bytes());
        assert_eq!(SocketFdInfo(bytes).socket(), 0xABCD);
    }
}
