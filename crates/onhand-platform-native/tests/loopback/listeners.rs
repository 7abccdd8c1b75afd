//! Who listens at a port.

use std::env;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use onhand_platform::{HostError, HostResult, ListeningSocket, LoopbackEndpoint, Pid, ProbeHost};
use onhand_platform_native::NativeHost;
use tokio::net::TcpSocket;

use crate::server::endpoint;
#[cfg(target_os = "linux")]
use onhand_testkit::nobody::rerun_as_nobody;
#[cfg(target_os = "linux")]
use onhand_testkit::rerun::child;
use onhand_testkit::rerun::{in_child, rerun};

const PORT: &str = "ONHAND_TEST_PORT";
const HOLDER: &str = "ONHAND_TEST_HOLDER";

fn listen(ip: impl Into<IpAddr>) -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((ip.into(), 0)).expect("listens");
    let address = listener.local_addr().expect("has an address");
    (listener, address)
}

#[tokio::main(flavor = "current_thread")]
async fn at(endpoint: &LoopbackEndpoint) -> HostResult<Vec<ListeningSocket>> {
    let deadline = Instant::now() + Duration::from_secs(60);
    NativeHost::new().listeners(deadline).await?.at(endpoint)
}

/// Expects one socket at that address, held by these processes. A child that another test has
/// just started holds it too, until it has become a program of its own.
///
/// Wine knows of the socket and of no process: that must be said.
fn expect_held(endpoint: &LoopbackEndpoint, address: SocketAddr, holders: &[u32]) {
    let found = at(endpoint);
    if cfg!(windows) && Path::new(r"C:\windows\system32\winecfg.exe").exists() {
        let unsupported = HostError::Unsupported("who listens at a port");
        assert_eq!(found, Err(unsupported), "{address}");
        return;
    }
    let found = found.expect("is told");
    let at_address: Vec<_> = found.iter().filter(|it| it.address == address).collect();
    let [socket] = at_address[..] else {
        panic!("not one socket at {address}: {found:?}");
    };
    for holder in holders {
        let holder = Pid::new(*holder).expect("an id");
        assert!(socket.holders.contains(&holder), "{holder}: {found:?}");
    }
}

#[test]
fn a_socket_of_our_own_is_found_at_its_address_only() {
    for (ip, host, other) in [
        (IpAddr::from(Ipv4Addr::LOCALHOST), "127.0.0.1", "[::1]"),
        (IpAddr::from(Ipv6Addr::LOCALHOST), "[::1]", "127.0.0.1"),
    ] {
        let (_listener, address) = listen(ip);
        for host in [host, "localhost"] {
            expect_held(&endpoint(host, address.port()), address, &[process::id()]);
        }
        let elsewhere = at(&endpoint(other, address.port())).unwrap_or_default();
        assert!(elsewhere.iter().all(|socket| socket.address != address));
    }
}

#[test]
fn a_socket_at_every_address_is_found() {
    for (ip, hosts) in [
        (
            IpAddr::from(Ipv4Addr::UNSPECIFIED),
            &["127.0.0.1", "localhost"][..],
        ),
        (
            IpAddr::from(Ipv6Addr::UNSPECIFIED),
            &["127.0.0.1", "[::1]", "localhost"],
        ),
    ] {
        let (_listener, address) = listen(ip);
        for host in hosts {
            expect_held(&endpoint(host, address.port()), address, &[process::id()]);
        }
    }
}

#[test]
fn connections_to_a_socket_are_no_listeners() {
    let (listener, address) = listen(Ipv4Addr::LOCALHOST);
    let _near = TcpStream::connect(address).expect("connects");
    let _far = listener.accept().expect("accepts");
    let endpoint = endpoint("127.0.0.1", address.port());
    expect_held(&endpoint, address, &[process::id()]);
}

#[test]
fn where_nobody_listens_nobody_is_found() {
    // Bound, so that nobody else can take the port meanwhile.
    let bound = TcpSocket::new_v4().expect("a socket");
    bound.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("binds");
    let port = bound.local_addr().expect("has an address").port();
    let found = at(&endpoint("127.0.0.1", port));
    if cfg!(target_os = "macos") {
        // It can't tell nobody from somebody else.
        let error = found.expect_err("others are not shown").to_string();
        assert!(
            error.starts_with("none of this user's processes"),
            "{error}"
        );
    } else {
        assert_eq!(found, Ok(Vec::new()));
    }
}

/// The port that the child of a test is to ask about.
fn port_of_parent() -> u16 {
    let port = env::var(PORT).expect("set for the child");
    port.parse().expect("a port")
}

#[test]
fn a_socket_of_another_process_is_found_with_that_process() {
    if in_child() {
        let port = port_of_parent();
        let parent = env::var(HOLDER).expect("set for the child");
        let parent = parent.parse().expect("an id");
        let address = (Ipv4Addr::LOCALHOST, port).into();
        return expect_held(&endpoint("127.0.0.1", port), address, &[parent]);
    }
    let (_listener, address) = listen(Ipv4Addr::LOCALHOST);
    let test = "listeners::a_socket_of_another_process_is_found_with_that_process";
    rerun(test, |child| {
        child.env(PORT, address.port().to_string());
        child.env(HOLDER, process::id().to_string());
    })
    .expect("starts");
}

/// One of root's, to nobody. Who isn't root has no socket but its own to look at: one of a process that
/// keeps what it has open to itself.
#[cfg(target_os = "linux")]
#[test]
fn a_socket_whose_holder_is_closed_to_us_is_found_without_it() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let test = "listeners::a_socket_whose_holder_is_closed_to_us_is_found_without_it";
    if in_child() {
        return match env::var_os(PORT) {
            Some(_) => expect_hidden(port_of_parent()),
            None => hold_a_hidden_socket(),
        };
    }
    if rustix::process::geteuid().is_root() {
        let (_listener, address) = listen(Ipv4Addr::LOCALHOST);
        return rerun_as_nobody(test, |child| {
            child.env(PORT, address.port().to_string());
        });
    }
    let mut child = child(test).expect("this program lies somewhere");
    child.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = Ended(child.spawn().expect("starts"));
    let said = BufReader::new(child.0.stdout.take().expect("is piped")).lines();
    let port = said
        .map(|line| line.expect("text"))
        .find_map(|line| line.strip_prefix(PORT)?.parse().ok());
    expect_hidden(port.expect("the child says it"));
}

#[cfg(target_os = "linux")]
fn expect_hidden(port: u16) {
    let hidden = ListeningSocket {
        address: (Ipv4Addr::LOCALHOST, port).into(),
        holders: Vec::new(),
    };
    assert_eq!(at(&endpoint("127.0.0.1", port)), Ok(vec![hidden]));
}

/// Listens, says where, and goes on until its parent has heard enough. What leaves no memory dump shows
/// nobody what it has open.
#[cfg(target_os = "linux")]
fn hold_a_hidden_socket() {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};

    set_dumpable_behavior(DumpableBehavior::NotDumpable).expect("sets");
    let (_listener, address) = listen(Ipv4Addr::LOCALHOST);
    println!("\n{PORT}{}", address.port());
    let _ = std::io::stdin().lines().count();
}

#[cfg(unix)]
#[test]
fn a_socket_that_a_child_has_inherited_has_both_holders() {
    use std::os::fd::OwnedFd;

    let (listener, address) = listen(Ipv4Addr::LOCALHOST);
    let copy = OwnedFd::from(listener.try_clone().expect("copies"));
    let child = process::Command::new("sleep")
        .arg("600")
        .stdin(copy)
        .spawn()
        .expect("starts");
    let id = child.id();
    let _child = Ended(child);
    let endpoint = endpoint("127.0.0.1", address.port());
    expect_held(&endpoint, address, &[process::id(), id]);
}

/// A child that ends with the test, however that ends.
#[cfg(unix)]
struct Ended(process::Child);

#[cfg(unix)]
impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().expect("ends");
        self.0.wait().expect("ends");
    }
}
