//! What a running application announces of itself.

use std::time::Instant;

use onhand_platform::{EndpointPath, LoopbackEndpoint, Pid, ProbeHost, RootedPath};
use onhand_resolver::RunningProcess;

use crate::known::{Known, Unknown};
use crate::process;
use crate::runtime_file::Written;
use crate::token::Token;

/// What an application wrote for others to read while it runs: all that a kind has to find out. Each part
/// stands for itself, so that one that is wrong leaves the others as they are.
pub(crate) struct Announcement {
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
    /// Where the token stands, as a message names it.
    pub(crate) token_name: String,
}

impl Announcement {
    /// With the file in each reason why a part is not known.
    pub(crate) fn about(mut self, file: &RootedPath) -> Self {
        let about_file = |unknown: Unknown| unknown.about(file);
        self.pid = self.pid.map(|pid| pid.map_err(about_file));
        self.endpoint = self.endpoint.map_err(about_file);
        self.token = self.token.map_err(about_file);
        self
    }

    /// The process that it names, looked at afresh: it runs, and still is the one that wrote this. `None` where no
    /// process is meant to be named.
    pub(crate) async fn process(
        &self,
        host: &dyn ProbeHost,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<Option<RunningProcess>> {
        self.written.here.clone()?;
        let Some(pid) = self.pid.clone() else {
            return Ok(None);
        };
        process::running(host, pid?, self.written.at, deadline, remarks)
            .await
            .map(Some)
    }
}
