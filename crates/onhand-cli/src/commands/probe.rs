//! `onhand probe`: whether each declared application runs and answers.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream;
use onhand::declaration::{AppDef, Requirements as _};
use onhand::liveness::{InteractiveSession, ProbeRun};
use onhand::platform::{ProbeHost, Recorded, RootedPath};
use onhand::resolver::{
    AppResolver, Assessment, Effort, Evaluator, Liveness, LivenessProbe as _, Observation,
    Resolution, Resolver as _, Resolvers, Running, VersionText,
};
use onhand::version::VersionScheme;
use tracing::Instrument as _;

use super::{asking, read};
use crate::args::ProbeArgs;
use crate::declared::Declared;
use crate::exit::Exit;
use crate::json;
use crate::output::Output;
use crate::render;

/// How many applications are asked at the same time. Each needs a connection.
const AT_ONCE: usize = 32;

/// How many times the deadline of one application all of them may take together. What is not reached by then
/// is told as timed out.
const DEADLINES_OF_ALL: u32 = 10;

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

/// How it stands with an application, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It answers.
    Answering,
    /// It runs. Whether it answers was not asked, or it doesn't.
    Running,
    /// It doesn't run.
    NotRunning,
    /// Whether it runs can't be known.
    Unknown,
    /// How to find out is not declared.
    NoLiveness,
    /// It is not on this machine.
    MissingApp,
    /// It is required, and not declared for this OS.
    UnsupportedOs,
    /// It is neither required nor declared for this OS.
    NoRequirements,
}

impl Standing {
    /// `answering`, `running`, …
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Standing::Answering => "answering",
            Standing::Running => "running",
            Standing::NotRunning => "not_running",
            Standing::Unknown => "unknown",
            Standing::NoLiveness => "no_liveness",
            Standing::MissingApp => "missing_app",
            Standing::UnsupportedOs => "unsupported_os",
            Standing::NoRequirements => "no_requirements",
        }
    }
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
            None if self.asks_about_a_session() => "not asked: a desktop session answers nothing",
            None if self.effort == Effort::Local => "not asked: the effort is local",
            None if !running.is_present() => "not asked: it isn't known to run",
            None if !endpoint.is_present() => "not asked: it isn't known where",
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

pub(super) fn run(args: &ProbeArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.machine, &args.format) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    // Of all commands this one alone waits for others.
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            return Output {
                stdout: String::new(),
                stderr: render::error(&format!("nothing can be asked: {error}")),
                exit: Exit::Invalid,
            };
        }
    };
    let effort = args.effort.into();
    let reading = read(&args.paths, resolvers);
    // Each call is an event: that is what `-vv` shows. Who listens is looked at once for all that ask at once.
    let host = ProbeRun::new(Recorded::new(machine.probe_host()));
    let over = Instant::now() + args.deadline * DEADLINES_OF_ALL;
    let probing = stream::iter(&reading.declared)
        .map(|declared| {
            let probing = probe(&host, resolvers, declared, effort, args.deadline, over);
            probing.instrument(declared.span())
        })
        .buffered(AT_ONCE)
        .collect();
    let probed: Vec<Probed<'_>> = runtime.block_on(probing);
    asking::answered(
        &reading,
        probed.iter().all(Probed::is_alive),
        &args.format,
        || json::probe(machine.host().os(), &probed, &reading.problems),
        || render::probed(&machine, effort, &probed),
    )
}

/// Asks one application; its time begins now, and ends with that of all.
async fn probe<'d>(
    host: &dyn ProbeHost,
    resolvers: &Resolvers,
    declared: &'d Declared,
    effort: Effort,
    time: Duration,
    over: Instant,
) -> Probed<'d> {
    let deadline = over.min(Instant::now() + time);
    let assessment = Evaluator::new(host, resolvers).assess(&declared.declaration);
    let mut probed = Probed {
        declared,
        scheme: resolvers.scheme_for(&declared.declaration),
        effort,
        time,
        app: declared.declaration.app_for(host.os()),
        resolution: assessment.resolution.clone(),
        version: assessment.version.clone(),
        assessment,
        liveness: Liveness::default(),
    };
    let Some(app) = probed.app else {
        return probed;
    };
    let resolver = AppResolver::new(app, resolvers);
    // It is looked for where it isn't required, too, and its version is read.
    let resolution = &*probed
        .resolution
        .get_or_insert_with(|| resolver.locate(host));
    if let Some(found) = resolution.found() {
        if probed.version == Observation::NotChecked {
            probed.version = resolver.inspect(host, found).version;
        }
        probed.liveness = resolver.probe(host, found, effort, deadline).await;
    }
    probed
}
