//! An application on this machine, as far as it shows: the file that it writes.

use std::fs;
use std::process::{self, Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use onhand_declaration::{KindUse, ParameterValue};
use onhand_liveness::ServerJson;
use onhand_platform::{HostError, LocateHost as _, LoopbackEndpoint, PathTemplate, ProbeHost};
use onhand_platform_native::NativeHost;
use onhand_resolver::{Effort, Liveness, LivenessProbe, LivenessQuery};
use tempfile::TempDir;
use tokio::net::TcpListener;

pub(crate) const TOKEN: &str = "tok-3d0e58a1c97b64";

/// A runtime file on this machine.
pub(crate) struct Application {
    folder: TempDir,
    pub(crate) kind: KindUse,
}

impl Application {
    /// One whose file names that process and that port of `127.0.0.1`.
    pub(crate) fn new(pid: u32, port: u16) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("server.json");
        let url = format!("http://127.0.0.1:{port}");
        let text = format!(r#"{{"pid":{pid},"http":"{url}","token":"{TOKEN}"}}"#);
        fs::write(&path, text).expect("the file can be written");
        let path = path.to_str().expect("Unicode");
        let template = PathTemplate::parse(NativeHost::new().os(), path).expect("it is a path");
        let kind = KindUse::new("server_json").with("path", ParameterValue::Path(template));
        Application { folder, kind }
    }

    /// One that is this very process.
    pub(crate) fn of_ours(port: u16) -> Self {
        Application::new(process::id(), port)
    }

    /// The file, as if it had been written so long ago.
    pub(crate) fn written_before(self, age: Duration) -> Self {
        let file = fs::File::options()
            .write(true)
            .open(self.folder.path().join("server.json"));
        let time = SystemTime::now() - age;
        file.and_then(|file| file.set_modified(time))
            .expect("its time can be set");
        self
    }

    pub(crate) async fn probe(&self, host: &dyn ProbeHost, time: Duration) -> Liveness {
        let deadline = Instant::now() + time;
        let query = LivenessQuery::new(&self.kind, Effort::Network, deadline);
        ServerJson.probe(host, &query).await
    }
}

/// Long enough for a machine that has much else to do.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A port of `127.0.0.1`, with somebody who listens there.
pub(crate) async fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("there is a port");
    let port = listener.local_addr().expect("it is bound").port();
    (listener, port)
}

/// What must be said of a probe where the OS doesn't tell who listens at that port, as Wine doesn't;
/// nothing where it does.
pub(crate) async fn untold(pid: u32, port: u16) -> Vec<String> {
    let url = format!("http://127.0.0.1:{port}");
    let endpoint = LoopbackEndpoint::parse(&url).expect("it is one");
    let listeners = NativeHost::new().listeners(Instant::now() + PATIENCE).await;
    match listeners.and_then(|listeners| listeners.at(&endpoint)) {
        Ok(_) => Vec::new(),
        Err(HostError::Unsupported(_)) => vec![format!(
            "this OS doesn't tell who listens at {url}: whether it is process {pid} was not checked"
        )],
        Err(error) => panic!("{error}"),
    }
}

/// A program that lives until its stdin is closed.
pub(crate) fn lasting() -> Command {
    let mut command = Command::new(if cfg!(windows) { "cmd" } else { "cat" });
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    command
}

/// Lets a program of [`lasting`] end, and takes notice of it.
pub(crate) fn end(mut child: Child) {
    drop(child.stdin.take());
    child.wait().expect("it ends");
}
