//! What `probe` answers.

use std::time::Duration;

use onhand::declaration::{AppDef, Requirements as _};
use onhand::liveness::InteractiveSession;
use onhand::platform::RootedPath;
use onhand::resolver::{
    Assessment, Effort, Liveness, LivenessProbe as _, NotAsked, Observation, ProbeAssessment,
    Running,
};
use onhand::version::compare::VersionScheme;

use super::{Declared, Standing};

/// What was found out of one application.
pub(crate) struct Probed<'d> {
    /// What was asked.
    pub(crate) declared: &'d Declared,
    /// How versions are compared.
    pub(crate) scheme: VersionScheme,
    /// How far asking went.
    pub(crate) effort: Effort,
    /// How long asking it might take.
    pub(crate) time: Duration,
    /// Whether what is required is there, as `check` answers it.
    pub(crate) assessment: Assessment,
    /// What is declared for the machine's OS.
    pub(crate) app: Option<&'d AppDef>,
    /// Where it was looked for and which version was found, required or not.
    pub(crate) presence: Assessment,
    /// Whether it runs, wherever it is.
    pub(crate) probed: ProbeAssessment,
}

impl Probed<'_> {
    /// How it stands with it.
    pub(crate) fn standing(&self) -> Standing {
        let Some(app) = self.app else {
            return if self.declared.declaration.requires_app() {
                Standing::UnsupportedOs
            } else {
                Standing::NoRequirements
            };
        };
        let is_found = self.found().is_some();
        let Liveness {
            running, answering, ..
        } = &self.probed.liveness;
        match (running, answering) {
            (_, Observation::Present(_)) => Standing::Answering,
            // A process may be that of an application elsewhere. A desktop alone is no application.
            (Observation::Present(Running::Process(_)), _) => Standing::Running,
            _ if !is_found => Standing::MissingApp,
            _ if app.liveness.is_none() => Standing::NoLiveness,
            (Observation::Present(_), _) => Standing::Running,
            (Observation::Absent(_), _) => Standing::NotRunning,
            _ => Standing::Unknown,
        }
    }

    /// Where it is.
    pub(crate) fn found(&self) -> Option<&RootedPath> {
        self.presence.resolution.as_ref()?.found()
    }

    /// The place that decides that it is found nowhere, and why.
    pub(crate) fn not_found(&self) -> Option<&Observation<RootedPath>> {
        let decisive = self.presence.resolution.as_ref()?.decisive()?;
        Some(&decisive.present)
    }

    /// Why nobody looked for it; nothing where somebody did.
    pub(crate) fn why_not_looked_for(&self) -> Option<&'static str> {
        self.app
            .is_none()
            .then_some("not looked for: no application is declared for this OS")
    }

    /// Why its version was not read, where it was not.
    pub(crate) fn why_not_read(&self) -> Option<&'static str> {
        let why = match self.not_found() {
            _ if self.found().is_some() => "not read: no version kind is declared",
            None => return self.why_not_looked_for(),
            Some(Observation::Absent(_)) => "not read: the application was not found",
            Some(_) => "not read: whether the application is there can't be known",
        };
        Some(why)
    }

    /// Why nobody looked whether it runs, and where it can be reached; nothing where somebody did.
    pub(crate) fn why_not_asked(&self) -> Option<String> {
        match self.probed.not_asked.as_ref()? {
            NotAsked::NotOnThisOs => self.why_not_looked_for().map(str::to_owned),
            why => Some(format!("not asked: {why}")),
        }
    }

    /// Whether a desktop session is there, of which nobody expects an answer.
    pub(crate) fn is_session(&self) -> bool {
        self.probed.liveness.running.present() == Some(&Running::Session)
    }

    /// Whether its kind asks about a desktop session, and not about a process.
    pub(crate) fn asks_about_a_session(&self) -> bool {
        let kind = self.app.map(|app| app.liveness.kind());
        kind == Some(InteractiveSession.spec().name())
    }

    /// Why it was not asked whether it answers, where it was not.
    pub(crate) fn why_no_request(&self) -> Option<String> {
        let why = match self.probed.not_requested.as_ref()? {
            NotAsked::NotRunning | NotAsked::Effort(_) if self.asks_about_a_session() => {
                &NotAsked::Session
            }
            why => why,
        };
        let why = || format!("not asked: {why}");
        Some(self.why_not_asked().unwrap_or_else(why))
    }

    /// Whether it does what was asked for.
    pub(crate) fn is_alive(&self) -> bool {
        match self.standing() {
            Standing::Answering => true,
            Standing::Running => self.effort == Effort::Local || self.is_session(),
            _ => false,
        }
    }
}
