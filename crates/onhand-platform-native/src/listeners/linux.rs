//! Linux: what `/proc` shows.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::Path;
use std::time::Instant;

use onhand_platform::{HostError, HostResult, Listeners};

use super::budget::Budget;
use super::proc_fd::holders;
use super::proc_net::Row;
use crate::linux::process::open_ours;

/// The sockets of this network namespace that take connections, with what
/// this user may know of their holders. Costs one reading of two tables, and where somebody
/// listens one look at what every process of this user has open.
///
/// # Errors
/// [`HostError::Unsupported`] without a `/proc` that shows them, and where it is another pid
/// namespace's, whose ids mean other processes; [`HostError::Io`] for a table that can't be
/// understood; also as [`Budget::spend`] says.
pub(crate) fn look(deadline: Instant) -> HostResult<Listeners> {
    shown_by(Path::new("/proc"), deadline)
}

fn shown_by(proc: &Path, deadline: Instant) -> HostResult<Listeners> {
    let budget = Budget::of_a_look(deadline);
    budget.in_time()?;
    open_ours(proc).map_err(not_shown)?;
    let mut listening = rows(&proc.join("net/tcp"), &budget)?;
    match rows(&proc.join("net/tcp6"), &budget) {
        Ok(rows) => listening.extend(rows),
        // A kernel without IPv6.
        Err(HostError::Unsupported(_)) => {}
        Err(error) => return Err(error),
    }
    if listening.is_empty() {
        return Ok(Listeners::new());
    }
    let inodes: BTreeSet<u64> = listening.iter().map(|row| row.inode).collect();
    let mut holders = holders(proc, &inodes, budget)?;
    let with = |listeners: Listeners, row: Row| {
        let holders = holders.remove(&row.inode).into_iter().flatten();
        listeners.with(row.local, holders.collect())
    };
    Ok(listening.into_iter().fold(Listeners::new(), with))
}

/// The rows of a table that stand for sockets which take connections.
fn rows(table: &Path, budget: &Budget) -> HostResult<Vec<Row>> {
    let mut found = Vec::new();
    let file = File::open(table).map_err(not_shown)?;
    for line in BufReader::new(file).lines().skip(1) {
        budget.in_time()?;
        let line = line.map_err(not_shown)?;
        let Some(row) = Row::parse(&line) else {
            let text = format!("{}: a row that can't be understood", table.display());
            return Err(HostError::Io(text));
        };
        if row.listens {
            found.push(row);
        }
    }
    Ok(found)
}

/// No `/proc`, one that a sandbox keeps closed, or one that is not ours: the OS doesn't tell.
fn not_shown(error: io::Error) -> HostError {
    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::NotADirectory
        | ErrorKind::PermissionDenied
        | ErrorKind::Unsupported => HostError::Unsupported("who listens at a port"),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process;

    use std::time::Duration;

    use onhand_platform::{ListeningSocket, LoopbackEndpoint, Pid};
    use tempfile::TempDir;

    use super::*;

    const TITLES: &str = "  sl  local_address rem_address   st …\n";

    /// A folder that shows what `/proc` would.
    struct Proc(TempDir);

    impl Proc {
        fn new(tcp: &[String], tcp6: Option<&[String]>) -> Self {
            Proc::of(process::id(), tcp, tcp6)
        }

        /// In which this process is the one that is given.
        fn of(us: u32, tcp: &[String], tcp6: Option<&[String]>) -> Self {
            let proc = tempfile::tempdir().expect("a temporary folder");
            symlink(us.to_string(), proc.path().join("self")).expect("links");
            fs::create_dir(proc.path().join("net")).expect("creates");
            for (name, rows) in [("net/tcp", Some(tcp)), ("net/tcp6", tcp6)] {
                if let Some(rows) = rows {
                    let text = format!("{TITLES}{}", rows.concat());
                    fs::write(proc.path().join(name), text).expect("writes");
                }
            }
            Proc(proc)
        }

        fn process(&self, name: &str, descriptors: &[&str]) {
            let folder = self.0.path().join(name).join("fd");
            fs::create_dir_all(&folder).expect("creates");
            for (number, target) in descriptors.iter().enumerate() {
                symlink(target, folder.join(number.to_string())).expect("links");
            }
        }

        fn at(&self, url: &str) -> HostResult<Vec<ListeningSocket>> {
            let endpoint = LoopbackEndpoint::parse(url).expect("valid");
            shown_by(self.0.path(), in_an_hour())?.at(&endpoint)
        }
    }

    fn in_an_hour() -> Instant {
        Instant::now() + Duration::from_secs(3600)
    }

    fn row(local: &str, state: &str, inode: u64) -> String {
        let local: std::net::SocketAddr = local.parse().expect("an address");
        let octets = match local.ip() {
            std::net::IpAddr::V4(ip) => ip.octets().to_vec(),
            std::net::IpAddr::V6(ip) => ip.octets().to_vec(),
        };
        let words = octets.chunks(4).map(|four| {
            let word = u32::from_ne_bytes(four.try_into().expect("four bytes"));
            format!("{word:08X}")
        });
        let ip: String = words.collect();
        let port = local.port();
        format!("   0: {ip}:{port:04X} {ip}:0000 {state} 0:0 00:0 0  1000        0 {inode} 1 0\n")
    }

    fn socket(address: &str, holders: &[u32]) -> ListeningSocket {
        ListeningSocket {
            address: address.parse().expect("an address"),
            holders: holders.iter().filter_map(|pid| Pid::new(*pid)).collect(),
        }
    }

    #[test]
    fn every_socket_that_takes_the_connection_is_found_with_every_holder() {
        let tcp = [
            row("127.0.0.1:7777", "0A", 11),
            row("127.0.0.1:7777", "01", 12),
            row("0.0.0.0:7777", "0A", 13),
            row("127.0.0.1:7778", "0A", 14),
        ];
        let tcp6 = [row("[::]:7777", "0A", 15), row("[::1]:7777", "0A", 16)];
        let proc = Proc::new(&tcp, Some(&tcp6));
        proc.process("20", &["socket:[11]", "/dev/null", "socket:[11]"]);
        proc.process("3", &["socket:[11]", "socket:[15]", "pipe:[13]"]);
        proc.process("4", &["socket:[12]", "socket:[14]", "anon_inode:[11]"]);
        proc.process("thread-self", &["socket:[11]"]);
        assert_eq!(
            proc.at("http://127.0.0.1:7777"),
            Ok(vec![
                socket("127.0.0.1:7777", &[3, 20]),
                socket("0.0.0.0:7777", &[]),
                socket("[::]:7777", &[3]),
            ])
        );
        assert_eq!(proc.at("http://127.0.0.1:7779"), Ok(Vec::new()));
    }

    #[test]
    fn a_kernel_without_ipv6_has_one_table() {
        let proc = Proc::new(&[row("0.0.0.0:80", "0A", 11)], None);
        let expected = Ok(vec![socket("0.0.0.0:80", &[])]);
        assert_eq!(proc.at("http://localhost:80"), expected);
        assert_eq!(proc.at("http://[::1]:80"), Ok(Vec::new()));
    }

    #[test]
    fn without_tables_the_os_does_not_tell() {
        let proc = Proc(tempfile::tempdir().expect("a temporary folder"));
        let unsupported = Err(HostError::Unsupported("who listens at a port"));
        assert_eq!(proc.at("http://127.0.0.1:80"), unsupported);
    }

    #[test]
    fn the_ids_of_another_pid_namespace_are_not_given() {
        let proc = Proc::of(process::id() ^ 1, &[row("0.0.0.0:80", "0A", 11)], None);
        proc.process("20", &["socket:[11]"]);
        let unsupported = Err(HostError::Unsupported("who listens at a port"));
        assert_eq!(proc.at("http://127.0.0.1:80"), unsupported);
    }

    #[test]
    fn a_table_that_is_not_understood_hides_nobody() {
        for spoilt in ["rubbish\n", "\n", "   0: 0100007F:0050\n"] {
            let proc = Proc::new(&[row("0.0.0.0:80", "0A", 1), spoilt.to_owned()], None);
            let error = proc.at("http://127.0.0.1:80").expect_err(spoilt);
            assert!(
                error.to_string().ends_with("can't be understood"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_look_that_is_not_over_at_the_deadline_shows_nothing() {
        let proc = Proc::new(&[row("0.0.0.0:80", "0A", 11)], None);
        proc.process("20", &["socket:[11]"]);
        let shown = shown_by(proc.0.path(), Instant::now());
        assert_eq!(shown, Err(HostError::TimedOut));
        // The tables are read line by line, and the clock is looked at as often.
        let over = Budget::of_a_look(Instant::now());
        let table = rows(&proc.0.path().join("net/tcp"), &over);
        assert!(matches!(table, Err(HostError::TimedOut)));
    }
}
