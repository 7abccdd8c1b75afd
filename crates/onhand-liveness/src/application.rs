//! What every kind shares that finds an application by what it left behind: look whether its process runs, and
//! turn to it.

use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::KindUse;
use onhand_platform::ProbeHost;
use onhand_resolver::{Effort, Liveness, LivenessQuery, Observation, Running};

use crate::LiveEndpoint;
use crate::answer::Refusal;
use crate::handshake::{self, Answer};
use crate::known::{Known, in_time, observed};
use crate::sighting::{Said, Sighting};

/// A kind of applications that leave something behind while they run.
#[async_trait]
pub(crate) trait Application: Sync {
    /// Reads it afresh: no socket is asked, and a process only where it says which of several things counts.
    async fn said(
        &self,
        host: &dyn ProbeHost,
        kind: &KindUse,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<Said>;
}

/// Whether the application runs, and as far as the effort goes whether it answers.
pub(crate) async fn probe(
    application: &dyn Application,
    host: &dyn ProbeHost,
    query: &LivenessQuery<'_>,
) -> Liveness {
    let mut remarks = Vec::new();
    let sighting = sight(
        application,
        host,
        (query.kind, query.effort),
        query.deadline,
        &mut remarks,
    )
    .await;
    let (running, endpoint) = match &sighting {
        Ok(sighting) => (sighting.running.clone(), sighting.endpoint.clone()),
        Err(unknown) => (Err(unknown.clone()), Err(unknown.clone())),
    };
    let mut asked = None;
    let answering = match sighting {
        Ok(sighting) if query.effort > Effort::Local && running.is_ok() && endpoint.is_ok() => {
            observed(answer(host, sighting, query.deadline, &mut asked, &mut remarks).await)
        }
        _ => Observation::NotChecked,
    };
    if query.effort == Effort::Diagnostic {
        remarks.push("`diagnostic` asks no more than `network` does".to_owned());
    }
    Liveness {
        running: observed(running.map(Running::Process)),
        endpoint: observed(endpoint),
        answering,
        asked,
        remarks,
    }
}

/// Where the application can be reached, and is itself the one that would hear it. No request is sent.
pub(crate) async fn connect(
    application: &dyn Application,
    host: &dyn ProbeHost,
    kind: &KindUse,
    deadline: Instant,
) -> Observation<LiveEndpoint> {
    let mut remarks = Vec::new();
    let live = async {
        let kind = (kind, Effort::Network);
        let sighting = sight(application, host, kind, deadline, &mut remarks).await?;
        sighting.reach(host, deadline, &mut remarks).await
    };
    let live = live.await;
    observed(live.map(|live| live.with_remarks(remarks)))
}

async fn sight(
    application: &dyn Application,
    host: &dyn ProbeHost,
    (kind, effort): (&KindUse, Effort),
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<Sighting> {
    in_time(deadline)?;
    let mut about_path = Vec::new();
    let said = application
        .said(host, kind, deadline, &mut about_path)
        .await?;
    let sighting = Sighting::of(host, said, effort, deadline, remarks).await;
    remarks.append(&mut about_path);
    Ok(sighting)
}

async fn answer(
    host: &dyn ProbeHost,
    sighting: Sighting,
    deadline: Instant,
    asked: &mut Option<String>,
    remarks: &mut Vec<String>,
) -> Known<u16> {
    let about_token = sighting.on_refusal();
    let live = sighting.reach(host, deadline, remarks).await?;
    in_time(deadline)?;
    *asked = Some(live.url());
    let Answer {
        status,
        refused,
        remarks: mut about_answer,
    } = handshake::ask(host, &live, deadline).await?;
    remarks.append(&mut about_answer);
    let authority = live.endpoint().authority();
    remarks.extend(refused.map(|refused| match refused {
        Refusal::Token => format!("status {status}: {about_token}"),
        Refusal::TokenOrHost => {
            format!("status {status}: {about_token}, or the `Host` header `{authority}`")
        }
        Refusal::Host if live.has_token() => format!(
            "status {status}: it refused the `Host` header `{authority}`, so whether the token is right is not known"
        ),
        Refusal::Host => format!("status {status}: it refused the `Host` header `{authority}`"),
    }));
    Ok(status)
}
