//! Whether a declared application runs, and why something of it was not asked.

use std::fmt;
use std::time::Instant;

use onhand_declaration::{KindUse, Requirements};
use onhand_platform::{Os, ProbeHost};

use crate::{
    CauseCode, Effort, LiveEndpoint, Liveness, LivenessProbe, LivenessQuery, Observation, Reason,
    Resolvers, Running,
};

/// How alive an application is, and why no more was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbeAssessment {
    /// What was found.
    pub liveness: Liveness,
    /// Why it was not asked whether it runs; `None` where it was.
    pub not_asked: Option<NotAsked>,
    /// Why it was not asked whether it answers; `None` where it was.
    pub not_requested: Option<NotAsked>,
}

/// Why something was not asked. Its `Display` is a clause for people: `the effort is local`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAsked {
    /// The declaration has errors, so that nobody knows what to ask.
    InvalidDeclaration,
    /// No application is declared for this OS.
    NotOnThisOs,
    /// No liveness kind is declared.
    NoKind,
    /// Nothing that is plugged in asks this liveness kind.
    NothingAsks(String),
    /// A desktop session is there, which answers nothing.
    Session,
    /// The effort is too small.
    Effort(Effort),
    /// It isn't known to run.
    NotRunning,
    /// It isn't known where it can be reached.
    NoEndpoint,
    /// This liveness kind doesn't ask whether an application answers.
    NoRequest(String),
}

/// Whether the application of these requirements runs and answers, required or not; asked afresh, no further than `effort` and no
/// longer than `deadline`. It costs what its liveness kind costs, and nothing where there is none.
///
/// It is not looked for: what runs may be installed elsewhere than its declaration says. Who is given its token
/// is decided by the kind.
pub async fn probe_assess(
    host: &dyn ProbeHost,
    resolvers: &Resolvers,
    requirements: &(impl Requirements + ?Sized),
    effort: Effort,
    deadline: Instant,
) -> ProbeAssessment {
    let (kind, probe) = match declared(host.os(), resolvers, requirements) {
        Ok(declared) => declared,
        Err(why) => {
            tracing::debug!(%why, "liveness not asked");
            return ProbeAssessment {
                liveness: match why {
                    NotAsked::NothingAsks(_) => Liveness::unavailable(why.reason()),
                    _ => Liveness::default(),
                },
                not_requested: Some(why.clone()),
                not_asked: Some(why),
            };
        }
    };
    let liveness = probe
        .probe(host, &LivenessQuery::new(kind, effort, deadline))
        .await;
    tracing::debug!(
        kind = kind.kind(),
        %effort,
        running = %liveness.running,
        endpoint = %liveness.endpoint,
        answering = %liveness.answering,
        remarks = ?liveness.remarks,
        "liveness asked"
    );
    ProbeAssessment {
        not_asked: None,
        not_requested: no_request(&liveness, kind, effort),
        liveness,
    }
}

/// Where the application of these requirements can be reached right now, for a host program that connects: what
/// its liveness kind [tells](LivenessProbe::endpoint).
pub async fn live_endpoint(
    host: &dyn ProbeHost,
    resolvers: &Resolvers,
    requirements: &(impl Requirements + ?Sized),
    deadline: Instant,
) -> Observation<LiveEndpoint> {
    match declared(host.os(), resolvers, requirements) {
        Ok((kind, probe)) => probe.endpoint(host, kind, deadline).await,
        Err(why) => {
            let unknown = "where to connect can't be known";
            Observation::Unavailable(why.reason().about(unknown))
        }
    }
}

/// The kind that is declared for this OS, and what asks it.
fn declared<'a>(
    os: Os,
    resolvers: &'a Resolvers,
    requirements: &'a (impl Requirements + ?Sized),
) -> Result<(&'a KindUse, &'a dyn LivenessProbe), NotAsked> {
    if !requirements.is_valid() {
        return Err(NotAsked::InvalidDeclaration);
    }
    let kind = &requirements
        .app_for(os)
        .ok_or(NotAsked::NotOnThisOs)?
        .liveness;
    if kind.is_none() {
        return Err(NotAsked::NoKind);
    }
    let probe = resolvers.liveness(kind.kind());
    let probe = probe.ok_or_else(|| NotAsked::NothingAsks(kind.kind().to_owned()))?;
    Ok((kind, probe))
}

/// Why it was not asked whether it answers.
fn no_request(liveness: &Liveness, kind: &KindUse, effort: Effort) -> Option<NotAsked> {
    if liveness.answering != Observation::NotChecked {
        return None;
    }
    Some(match liveness.running.present() {
        Some(Running::Session) => NotAsked::Session,
        _ if effort == Effort::Local => NotAsked::Effort(effort),
        None => NotAsked::NotRunning,
        Some(_) if !liveness.endpoint.is_present() => NotAsked::NoEndpoint,
        Some(_) => NotAsked::NoRequest(kind.kind().to_owned()),
    })
}

impl NotAsked {
    /// The same for programs.
    #[must_use]
    pub fn code(&self) -> CauseCode {
        match self {
            NotAsked::InvalidDeclaration => CauseCode::Invalid,
            NotAsked::NotOnThisOs => CauseCode::NotOnThisOs,
            NotAsked::NoKind => CauseCode::NotDeclared,
            NotAsked::NothingAsks(_) | NotAsked::Session | NotAsked::NoRequest(_) => {
                CauseCode::NotSupported
            }
            NotAsked::Effort(_) | NotAsked::NotRunning | NotAsked::NoEndpoint => {
                CauseCode::NotKnown
            }
        }
    }

    fn reason(&self) -> Reason {
        Reason::new(self.code(), self.to_string())
    }
}

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotAsked::InvalidDeclaration => "its declaration has errors",
            NotAsked::NotOnThisOs => "no application is declared for this OS",
            NotAsked::NoKind => "no liveness is declared",
            NotAsked::NothingAsks(kind) => {
                return write!(f, "nothing here asks the liveness kind `{kind}`");
            }
            NotAsked::Session => "a desktop session has nothing that answers",
            NotAsked::Effort(effort) => return write!(f, "the effort is {effort}"),
            NotAsked::NotRunning => "it isn't known to run",
            NotAsked::NoEndpoint => "its address isn't known",
            NotAsked::NoRequest(kind) => {
                return write!(f, "the liveness kind `{kind}` sends no request");
            }
        })
    }
}
