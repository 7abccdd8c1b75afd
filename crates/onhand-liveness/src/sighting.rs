//! What an application said of itself and the processes say, and whether that is enough to turn to it.

use std::time::{Instant, SystemTime};

use onhand_platform::{EndpointPath, LoopbackEndpoint, Pid, ProbeHost};
use onhand_resolver::{CauseCode, Effort, RunningProcess};

use crate::known::{Known, in_time, unavailable};
use crate::runtime_file::Written;
use crate::token::Token;
use crate::{LiveEndpoint, listener, process};

/// What a running application left behind for others to read: all that a kind has to find out. Each part
/// stands for itself, so that one that is wrong leaves the others as they are.
pub(crate) struct Said {
    /// The process that wrote it; `None` where nothing is meant to name it. Then it is the one that listens at the
    /// endpoint, which must have started before it was written.
    pub(crate) pid: Option<Known<Pid>>,
    /// When and where.
    pub(crate) written: Written,
    /// Where the application listens.
    pub(crate) endpoint: Known<LoopbackEndpoint>,
    /// The path that is asked there, which the declaration says and never the application.
    pub(crate) path: EndpointPath,
    pub(crate) token: Known<Token>,
    /// What the token stands in, as a message names it.
    pub(crate) token_name: String,
}

/// What is seen without a socket.
pub(crate) struct Sighting {
    pub(crate) running: Known<RunningProcess>,
    pub(crate) endpoint: Known<LoopbackEndpoint>,
    path: EndpointPath,
    token: Known<Token>,
    token_name: String,
}

impl Sighting {
    /// Looks afresh whether the process that is named still is the one that wrote it.
    pub(crate) async fn of(
        host: &dyn ProbeHost,
        said: Said,
        effort: Effort,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Self {
        let Written { at, here } = said.written;
        let running = match (here, said.pid) {
            (Err(unknown), _) | (Ok(()), Some(Err(unknown))) => Err(unknown),
            (Ok(()), Some(Ok(pid))) => process::running(host, pid, at, deadline, remarks).await,
            (Ok(()), None) => match &said.endpoint {
                Ok(endpoint) => listening(host, (endpoint, at), effort, deadline, remarks).await,
                Err(unknown) => Err(unknown.clone()),
            },
        };
        Sighting {
            running,
            endpoint: said.endpoint,
            path: said.path,
            token: said.token,
            token_name: said.token_name,
        }
    }

    /// What an application means that wants to know more of who asks.
    pub(crate) fn on_refusal(&self) -> String {
        match &self.token {
            Ok(Token::None(reason)) => format!("no token was sent: {reason}"),
            _ => format!("it refused the token in {}", self.token_name),
        }
    }

    /// Where the application can be asked, and is itself the one that would hear it.
    pub(crate) async fn reach(
        self,
        host: &dyn ProbeHost,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<LiveEndpoint> {
        let process = self.running?;
        let endpoint = self.endpoint?;
        let token = match self.token? {
            Token::Bearer(token) => Some(token),
            Token::None(_) => None,
        };
        in_time(deadline)?;
        listener::check(host, &endpoint, process.pid, deadline, remarks).await?;
        Ok(LiveEndpoint::new(endpoint, self.path, token))
    }
}

/// The process that listens at the endpoint, if it started before that was written there.
async fn listening(
    host: &dyn ProbeHost,
    (endpoint, written): (&LoopbackEndpoint, Option<SystemTime>),
    effort: Effort,
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<RunningProcess> {
    if effort == Effort::Local {
        return unavailable(
            CauseCode::NotKnown,
            format!(
                "no process is named: who listens at {endpoint} is asked at the effort `network`"
            ),
        );
    }
    in_time(deadline)?;
    let pid = listener::holder(host, endpoint, deadline).await?;
    let process = process::running(host, pid, written, deadline, remarks).await?;
    remarks.push(format!(
        "no process is named: {process} is assumed, since it listens at {endpoint}"
    ));
    Ok(process)
}
