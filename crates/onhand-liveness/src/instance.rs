//! An instance of an application: what it announced, whether its process runs, and whether that is enough to
//! connect to it.

use std::time::Instant;

use onhand_platform::{LoopbackEndpoint, ProbeHost};
use onhand_resolver::{CauseCode, Effort, RunningProcess};

use crate::announcement::Announcement;
use crate::known::{Known, in_time, unavailable};
use crate::token::Token;
use crate::{LiveEndpoint, listener, process};

/// What is known of an instance before anything is sent to it.
pub(crate) struct Instance {
    pub(crate) running: Known<RunningProcess>,
    announced: Announcement,
}

impl Instance {
    /// Looks afresh whether the process that is named still is the one that wrote the announcement.
    pub(crate) async fn of(
        host: &dyn ProbeHost,
        announced: Announcement,
        effort: Effort,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Self {
        let running = match announced.process(host, deadline, remarks).await {
            Ok(Some(process)) => Ok(process),
            Ok(None) => listening(host, &announced, effort, deadline, remarks).await,
            Err(unknown) => Err(unknown),
        };
        Instance { running, announced }
    }

    /// Where it says that it listens.
    pub(crate) fn endpoint(&self) -> &Known<LoopbackEndpoint> {
        &self.announced.endpoint
    }

    /// What it means that a server refuses who asks, as far as the token goes.
    pub(crate) fn refused_token(&self) -> String {
        match &self.announced.token {
            Ok(Token::None(reason)) => format!("no token was sent: {reason}"),
            _ => format!("it refused the token in {}", self.announced.token_name),
        }
    }

    /// Where it can be asked, if it is itself the one that would hear it.
    pub(crate) async fn reach(
        self,
        host: &dyn ProbeHost,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<LiveEndpoint> {
        let process = self.running?;
        let endpoint = self.announced.endpoint?;
        let token = match self.announced.token? {
            Token::Bearer(token) => Some(token),
            Token::None(_) => None,
        };
        in_time(deadline)?;
        listener::check(host, &endpoint, process.pid, deadline, remarks).await?;
        Ok(LiveEndpoint::new(endpoint, self.announced.path, token))
    }
}

/// The process that listens at the endpoint, if it started before the announcement was written.
async fn listening(
    host: &dyn ProbeHost,
    announced: &Announcement,
    effort: Effort,
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<RunningProcess> {
    let endpoint = announced.endpoint.as_ref().map_err(Clone::clone)?;
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
    let process = process::running(host, pid, announced.written.at, deadline, remarks).await?;
    remarks.push(format!(
        "no process is named: {process} is assumed, since it listens at {endpoint}"
    ));
    Ok(process)
}
