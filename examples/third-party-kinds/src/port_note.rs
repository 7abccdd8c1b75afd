//! `port_note`: a file in which the running application notes its process id and its port.

use std::num::NonZeroU16;
use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::{KindSpec, KindUse, ParameterSpec};
use onhand_platform::{
    EndpointPath, LoopbackEndpoint, LoopbackRequest, Method, Os, Pid, ProbeHost, ProcessState,
    read_bounded,
};
use onhand_resolver::{
    Effort, LiveEndpoint, Liveness, LivenessProbe, LivenessQuery, Observation, Running,
    RunningProcess,
};

/// Reads `PID PORT` from a file, and asks whether the process runs and the port answers. On Windows the application
/// notes nothing.
pub struct PortNote;

/// No note is longer.
const MAX_BYTES: u64 = 64;

/// What the file says.
struct Note {
    pid: Pid,
    endpoint: LoopbackEndpoint,
}

#[async_trait]
impl LivenessProbe for PortNote {
    fn spec(&self) -> KindSpec {
        KindSpec::liveness("port_note", "a file that holds a process id and a port")
            .on(&[Os::Darwin, Os::Linux])
            .parameter(ParameterSpec::liveness_path("the file"))
            .parameter(ParameterSpec::mcp_endpoint_path())
    }

    async fn probe(&self, host: &dyn ProbeHost, query: &LivenessQuery<'_>) -> Liveness {
        let note = match note(host, query.kind).await {
            Observation::Present(note) => note,
            unknown => {
                let mut liveness = Liveness::default();
                liveness.running = unknown.and_then(|_| Observation::NotChecked);
                return liveness;
            }
        };
        let mut liveness = Liveness::default();
        liveness.running = running(host, note.pid).await;
        liveness.endpoint = Observation::Present(note.endpoint.clone());
        if liveness.running.is_present() && query.effort >= Effort::Network {
            let path = endpoint_path(query.kind);
            liveness.asked = Some(path.url(&note.endpoint));
            let request = LoopbackRequest {
                method: Method::Post,
                endpoint: &note.endpoint,
                path: &path,
                headers: &[("Content-Type", "application/json")],
                body: br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
                deadline: query.deadline,
                max_body: 1024,
            };
            liveness.answering = match host.request(request).await {
                Ok(answer) => Observation::Present(answer.status),
                Err(error) => error.into(),
            };
        }
        liveness
    }

    async fn endpoint(
        &self,
        host: &dyn ProbeHost,
        kind: &KindUse,
        _: Instant,
    ) -> Observation<LiveEndpoint> {
        let note = match note(host, kind).await {
            Observation::Present(note) => note,
            unknown => return unknown.and_then(|_| Observation::NotChecked),
        };
        running(host, note.pid)
            .await
            .map(|_| LiveEndpoint::new(note.endpoint, endpoint_path(kind), None))
    }
}

async fn note(host: &dyn ProbeHost, kind: &KindUse) -> Observation<Note> {
    let Some(path) = kind.path("path") else {
        return Observation::Unavailable("no path is declared".into());
    };
    let bytes = match path.expand(&host) {
        Ok(path) => read_bounded(host, &path, MAX_BYTES),
        Err(error) => return error.into(),
    };
    match bytes {
        Ok(bytes) => match parse(&bytes) {
            Some(note) => Observation::Present(note),
            None => Observation::Error("the file doesn't hold a process id and a port".into()),
        },
        Err(error) => error.into(),
    }
}

fn parse(bytes: &[u8]) -> Option<Note> {
    let (pid, port) = std::str::from_utf8(bytes).ok()?.trim().split_once(' ')?;
    let port: NonZeroU16 = port.parse().ok()?;
    Some(Note {
        pid: Pid::new(pid.parse().ok()?)?,
        endpoint: LoopbackEndpoint::at_port(port, None),
    })
}

async fn running(host: &dyn ProbeHost, pid: Pid) -> Observation<Running> {
    match host.process(pid).await {
        Ok(ProcessState::Running { owner, .. }) => {
            Observation::Present(Running::Process(RunningProcess::new(pid, owner)))
        }
        Ok(_) => Observation::Absent("the process has ended".into()),
        Err(error) => error.into(),
    }
}

fn endpoint_path(kind: &KindUse) -> EndpointPath {
    let path = kind.text("endpoint_path").unwrap_or("/mcp");
    EndpointPath::parse(path).expect("the parser of declarations checked it")
}
