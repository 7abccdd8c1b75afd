//! What the file and the processes say, and whether that is enough to turn to the application.

use std::time::Instant;

use onhand_declaration::KindUse;
use onhand_platform::{EndpointPath, LoopbackEndpoint, Owner, ProbeHost};
use onhand_resolver::{LivenessProbe as _, RunningProcess};

use super::fields::shown;
use super::known::{Known, Unknown, in_time};
use super::parameters::Parameters;
use super::token::Token;
use super::{ServerJson, listener, process, runtime_file};
use crate::LiveEndpoint;

/// What is seen without a socket.
pub(super) struct Sighting {
    pub(super) running: Known<RunningProcess>,
    pub(super) endpoint: Known<LoopbackEndpoint>,
    token: Known<Token>,
    token_key: String,
    path: EndpointPath,
}

impl Sighting {
    /// Looks afresh.
    pub(super) async fn of(
        host: &dyn ProbeHost,
        kind: &KindUse,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<Self> {
        in_time(deadline)?;
        let parameters = Parameters::of(kind, &ServerJson.spec(), host)?;
        let file = runtime_file::read(host, &parameters, deadline).await?;
        let about_file = |unknown: Unknown| unknown.about(&parameters.file);
        let running = match file.fields.pid.map_err(about_file) {
            Ok(pid) => process::running(host, pid, file.written, deadline, remarks).await,
            Err(unknown) => Err(unknown),
        };
        if file.fields.has_other_path && file.fields.endpoint.is_ok() {
            remarks.push(format!(
                "the path or query in `{}` is not asked: `endpoint_path` is `{}`",
                shown(&parameters.keys.url),
                parameters.endpoint_path,
            ));
        }
        Ok(Sighting {
            running,
            endpoint: file.fields.endpoint.map_err(about_file),
            token: file.fields.token.map_err(about_file),
            token_key: parameters.keys.token,
            path: parameters.endpoint_path,
        })
    }

    /// What an application means that wants to know more of who asks.
    pub(super) fn on_refusal(&self) -> String {
        match &self.token {
            Ok(Token::None(reason)) => format!("no token was sent: {reason}"),
            _ => format!("it refused the token in `{}`", shown(&self.token_key)),
        }
    }

    /// Where the application can be asked, and is itself the one that would hear it.
    pub(super) async fn reach(
        self,
        host: &dyn ProbeHost,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<LiveEndpoint> {
        let process = self.running?;
        let endpoint = self.endpoint?;
        if process.owner == Owner::Other {
            let reason = format!("{process} is not asked");
            return Err(Unknown::Unavailable(reason));
        }
        let token = match self.token? {
            Token::Bearer(token) => Some(token),
            Token::None(_) => None,
        };
        in_time(deadline)?;
        listener::check(host, &endpoint, process.pid, deadline, remarks).await?;
        Ok(LiveEndpoint {
            endpoint,
            path: self.path,
            token,
            remarks: Vec::new(),
        })
    }
}
