//! What `probe` answers.

use std::time::Duration;

use onhand::declaration::{AppDef, Requirements as _};
use onhand::liveness::InteractiveSession;
use onhand::platform::RootedPath;
use onhand::resolver::{
    Assessment, Effort, Liveness, LivenessProbe as _, Observation, Resolution, Running, VersionText,
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
    /// Where it was looked for.
    pub(crate) resolution: Option<Resolution>,
    /// Its version, where it is present.
    pub(crate) version: Observation<VersionText>,
    /// Whether it runs, where it is present.
    pub(crate) liveness: Liveness,
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
        if self.found().is_none() {
            return Standing::MissingApp;
        }
        if app.liveness.is_none() {
            return Standing::NoLiveness;
        }
        match (&self.liveness.running, &self.liveness.answering) {
            (_, Observation::Present(_)) => Standing::Answering,
            (Observation::Present(_), _) => Standing::Running,
            (Observation::Absent(_), _) => Standing::NotRunning,
            _ => Standing::Unknown,
        }
    }

    /// Where it is.
    pub(crate) fn found(&self) -> Option<&RootedPath> {
        self.resolution.as_ref()?.found()
    }

    /// The place that decides that it is found nowhere, and why.
    pub(crate) fn not_found(&self) -> Option<&Observation<RootedPath>> {
        let decisive = self.resolution.as_ref()?.decisive()?;
        Some(&decisive.present)
    }

    fn nobody_could_look(&self) -> bool {
        !matches!(self.not_found(), None | Some(Observation::Absent(_)))
    }

    /// Why nobody looked for it; nothing where somebody did.
    pub(crate) fn why_not_looked_for(&self) -> Option<&'static str> {
        self.app
            .is_none()
            .then_some("not looked for: no application is declared for this OS")
    }

    /// Why its version was not read, where it was not.
    pub(crate) fn why_not_read(&self) -> Option<&'static str> {
        match self.standing() {
            Standing::MissingApp => Some(if self.nobody_could_look() {
                "not read: whether the application is there can't be known"
            } else {
                "not read: the application was not found"
            }),
            _ => (self.why_not_looked_for()).or(Some("not read: no version kind is declared")),
        }
    }

    /// Why nobody looked whether it runs, and where it can be reached; nothing where somebody did.
    pub(crate) fn why_not_asked(&self) -> Option<&'static str> {
        match self.standing() {
            Standing::MissingApp => Some(if self.nobody_could_look() {
                "not asked: whether the application is there can't be known"
            } else {
                "not asked: the application was not found"
            }),
            Standing::NoLiveness => Some("not asked: no liveness is declared"),
            _ => self.why_not_looked_for(),
        }
    }

    /// Whether a desktop session is there, of which nobody expects an answer.
    pub(crate) fn is_session(&self) -> bool {
        self.liveness.running.present() == Some(&Running::Session)
    }

    /// Whether its kind asks about a desktop session, and not about a process.
    pub(crate) fn asks_about_a_session(&self) -> bool {
        let kind = self.app.map(|app| app.liveness.kind());
        kind == Some(InteractiveSession.spec().name())
    }

    /// Why it was not asked whether it answers, where it was not.
    pub(crate) fn why_no_request(&self) -> &'static str {
        let Liveness {
            running, endpoint, ..
        } = &self.liveness;
        match self.why_not_asked() {
            Some(reason) => reason,
            None if self.asks_about_a_session() => {
                "not asked: a desktop session has nothing that answers"
            }
            None if self.effort == Effort::Local => "not asked: the effort is local",
            None if !running.is_present() => "not asked: it isn't known to run",
            None if !endpoint.is_present() => "not asked: its address isn't known",
            None => "not asked",
        }
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
