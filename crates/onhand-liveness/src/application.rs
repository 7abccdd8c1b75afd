//! What all kinds share that find an application by what it announces: look whether its process runs, and
//! connect to it.

use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::{KindSpec, KindUse};
use onhand_platform::ProbeHost;
use onhand_resolver::{Effort, Liveness, LivenessQuery, Observation, Running};

use crate::LiveEndpoint;
use crate::announcement::Announcement;
use crate::answer::Refusal;
use crate::handshake::{self, Answer};
use crate::instance::Instance;
use crate::known::{Known, in_time, observed};
use crate::parameters::Parameters;

/// A kind of applications that announce themselves while they run.
#[async_trait]
pub(crate) trait Application: Sync {
    /// The kind, as a declaration names it.
    fn spec(&self) -> KindSpec;

    /// Reads the announcement afresh: no socket is asked, and a process only where it says which of several
    /// announcements counts.
    async fn announcement(
        &self,
        host: &dyn ProbeHost,
        parameters: &Parameters<'_>,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<Announcement>;
}

/// Makes an [`Application`] a [`LivenessProbe`](onhand_resolver::LivenessProbe).
macro_rules! liveness_probe {
    ($application:ty) => {
        #[async_trait::async_trait]
        impl onhand_resolver::LivenessProbe for $application {
            fn spec(&self) -> onhand_declaration::KindSpec {
                $crate::application::Application::spec(self)
            }

            async fn probe(
                &self,
                host: &dyn onhand_platform::ProbeHost,
                query: &onhand_resolver::LivenessQuery<'_>,
            ) -> onhand_resolver::Liveness {
                $crate::application::probe(self, host, query).await
            }

            /// Everything is asked anew and must hold, as the page of the kind says. No request is sent.
            async fn endpoint(
                &self,
                host: &dyn onhand_platform::ProbeHost,
                kind: &onhand_declaration::KindUse,
                deadline: std::time::Instant,
            ) -> onhand_resolver::Observation<onhand_resolver::LiveEndpoint> {
                $crate::application::connect(self, host, kind, deadline).await
            }
        }
    };
}
pub(crate) use liveness_probe;

/// Whether the application runs, and as far as the effort goes whether it answers.
pub(crate) async fn probe(
    application: &dyn Application,
    host: &dyn ProbeHost,
    query: &LivenessQuery<'_>,
) -> Liveness {
    let mut remarks = Vec::new();
    let instance = find(
        application,
        host,
        (query.kind, query.effort),
        query.deadline,
        &mut remarks,
    )
    .await;
    let (running, endpoint) = match &instance {
        Ok(instance) => (instance.running.clone(), instance.endpoint().clone()),
        Err(unknown) => (Err(unknown.clone()), Err(unknown.clone())),
    };
    let mut asked = None;
    let answering = match instance {
        Ok(instance) if query.effort > Effort::Local && running.is_ok() && endpoint.is_ok() => {
            observed(answer(host, instance, query.deadline, &mut asked, &mut remarks).await)
        }
        _ => Observation::NotChecked,
    };
    if query.effort == Effort::Diagnostic {
        remarks.push("`diagnostic` asks no more than `network` does".to_owned());
    }
    Liveness::new(observed(running.map(Running::Process)))
        .at(observed(endpoint))
        .answering(asked, answering)
        .with_remarks(remarks)
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
        let instance = find(application, host, kind, deadline, &mut remarks).await?;
        instance.reach(host, deadline, &mut remarks).await
    };
    let live = live.await;
    observed(live.map(|live| live.with_remarks(remarks)))
}

/// The instance that the announcement is of.
async fn find(
    application: &dyn Application,
    host: &dyn ProbeHost,
    (kind, effort): (&KindUse, Effort),
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<Instance> {
    in_time(deadline)?;
    let parameters = Parameters::of(kind, application.spec());
    let mut about_path = Vec::new();
    let announced = application
        .announcement(host, &parameters, deadline, &mut about_path)
        .await?;
    let instance = Instance::of(host, announced, effort, deadline, remarks).await;
    remarks.append(&mut about_path);
    Ok(instance)
}

async fn answer(
    host: &dyn ProbeHost,
    instance: Instance,
    deadline: Instant,
    asked: &mut Option<String>,
    remarks: &mut Vec<String>,
) -> Known<u16> {
    let about_token = instance.refused_token();
    let live = instance.reach(host, deadline, remarks).await?;
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
