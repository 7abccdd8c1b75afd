//! Asks a host for the availability of what is required.

use onhand_declaration::{AppDef, Requirements, VersionScheme, is_dotted_numeric};
use onhand_platform::{InspectHost, RootedPath};

use crate::{
    AppResolver, Assessment, Availability, Cause, CauseCode, Comparison, Observation, Pass,
    Reading, Reason, Resolution, Resolvers, State, VersionText,
};

/// Evaluates requirements on a host. It holds no cache: every call asks the host anew.
///
/// | availability | host calls |
/// |---|---|
/// | `no_requirements`, `unsupported_os`, `invalid_declaration` | none |
/// | an executable, present or not | one `env` for each variable (`home` for `~`), one `stat` |
/// | a bundle | one `env` for each variable (`home` for `~`), one or two `stat`s |
/// | with a `min_version`, of what is present | what the version kind costs, on top |
///
/// It never probes: nothing is started, connected to or asked whether it runs.
///
/// ```
/// use onhand_declaration::{Node, Parser, Vocabulary};
/// use onhand_platform::Os;
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{Evaluator, Resolvers, State};
///
/// let node: Node = serde_json::from_value(serde_json::json!({
///     "app": { "linux": { "presence": "executable", "location": "$HOME/bin/app" } },
///     "requires": { "app": true },
/// }))?;
/// let parsed = Parser::new(&Vocabulary::standard()).declaration(&node);
/// let declaration = parsed.declaration.expect("valid");
///
/// let resolvers = Resolvers::new();
/// let host = FakeHost::new(Os::Linux).env("HOME", "/home/me");
/// let availability = Evaluator::new(&host, &resolvers).availability(&declaration);
/// assert_eq!(availability.state, State::MissingApp);
/// assert_eq!(availability.path.as_deref(), Some("/home/me/bin/app"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Evaluator<'a> {
    host: &'a dyn InspectHost,
    resolvers: &'a Resolvers,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of what is on `host`, with the kinds of `resolvers`.
    #[must_use]
    pub fn new(host: &'a dyn InspectHost, resolvers: &'a Resolvers) -> Self {
        Evaluator { host, resolvers }
    }

    /// The availability of what is required.
    #[must_use]
    pub fn availability(&self, requirements: &(impl Requirements + ?Sized)) -> Availability {
        self.assess(requirements).availability
    }

    /// The availability, with what led to it. The same host calls.
    #[must_use]
    pub fn assess(&self, requirements: &(impl Requirements + ?Sized)) -> Assessment {
        assess(self.host, self.resolvers, requirements, |app, found| {
            AppResolver::new(app, self.resolvers).inspect(self.host, found)
        })
    }

    /// Starts a pass: many evaluations that share one reading of each fact.
    #[must_use]
    pub fn pass(&self) -> Pass<'a> {
        Pass::new(self.host, self.resolvers)
    }
}

impl std::fmt::Debug for Evaluator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator")
            .field("os", &self.host.os())
            .field("resolvers", self.resolvers)
            .finish()
    }
}

/// The rule of availability, whoever reads the version.
pub(crate) fn assess(
    host: &dyn InspectHost,
    resolvers: &Resolvers,
    requirements: &(impl Requirements + ?Sized),
    read_version: impl FnOnce(&AppDef, &RootedPath) -> Reading,
) -> Assessment {
    let undetermined = |state, cause: Cause| Assessment {
        availability: Availability::of(state, cause.code()),
        resolution: None,
        version: Observation::NotChecked,
        remarks: Vec::new(),
        cause,
    };
    if !requirements.is_valid() {
        return decided(undetermined(State::InvalidDeclaration, Cause::Invalid));
    }
    if !requirements.requires_app() {
        return decided(undetermined(State::NoRequirements, Cause::NothingRequired));
    }
    let min_version = requirements.min_version();
    let Some(app) = requirements.app_for(host.os()) else {
        let mut assessment = undetermined(State::UnsupportedOs, Cause::NotOnThisOs(host.os()));
        assessment.availability.min_version = min_version.map(str::to_owned);
        return decided(assessment);
    };
    let resolution = AppResolver::new(app, resolvers).locate(host);
    let (cause, reading) = match (resolution.found(), min_version) {
        (None, _) => (not_found(&resolution), Reading::default()),
        (Some(_), None) => (Cause::Found, Reading::default()),
        (Some(found), Some(required)) => {
            let reading = read_version(app, found);
            let kind = app.version.kind();
            let cause = if app.version.is_none() || resolvers.version(kind).is_some() {
                compare(
                    resolvers.scheme_for(requirements),
                    &reading.version,
                    required,
                )
            } else {
                Cause::NothingReads(kind.to_owned())
            };
            (cause, reading)
        }
    };
    let state = match cause {
        Cause::Found | Cause::RecentEnough(_) => State::Available,
        Cause::NotFound(_) | Cause::NotKnown(_) => State::MissingApp,
        _ => State::VersionTooOld,
    };
    decided(Assessment {
        availability: Availability {
            state,
            cause: cause.code(),
            version: reading.version.present().cloned(),
            path: resolution.path().map(str::to_owned),
            min_version: min_version.map(str::to_owned),
            remarks: remarks(&resolution, &cause),
        },
        resolution: Some(resolution),
        version: reading.version,
        remarks: reading.remarks,
        cause,
    })
}

/// What people should know of what was found, and of how it was compared.
fn remarks(resolution: &Resolution, cause: &Cause) -> Vec<String> {
    let place = resolution.remark().map(str::to_owned);
    let comparison = cause.comparison().and_then(Comparison::remark);
    place.into_iter().chain(comparison).collect()
}

/// Why there is no application: nobody who looked found one, or at some place nobody could look.
fn not_found(resolution: &Resolution) -> Cause {
    let decisive = resolution.decisive().map(|candidate| &candidate.present);
    match decisive {
        Some(Observation::Unavailable(reason) | Observation::Error(reason)) => {
            Cause::NotKnown(reason.clone())
        }
        Some(Observation::Absent(reason)) => Cause::NotFound(reason.clone()),
        _ => Cause::NotFound("no place is declared".into()),
    }
}

fn compare(scheme: VersionScheme, version: &Observation<VersionText>, required: &str) -> Cause {
    // A catalogue of a host's own was checked by no parser.
    if !is_dotted_numeric(required) {
        return Cause::RequirementMalformed(required.to_owned());
    }
    let Some(found) = version.present() else {
        return Cause::VersionUnreadable(match version {
            Observation::Absent(reason) => reason.clone().or(CauseCode::NoVersion),
            Observation::Unavailable(reason) | Observation::Error(reason) => {
                reason.clone().or(CauseCode::Unreadable)
            }
            _ => Reason::new(CauseCode::NotDeclared, "no version kind is declared"),
        });
    };
    let comparison = Comparison {
        found: found.clone(),
        required: required.to_owned(),
        scheme,
    };
    match scheme.compare(found.as_str(), required) {
        Ok(order) if order.is_ge() => Cause::RecentEnough(comparison),
        Ok(_) => Cause::Older(comparison),
        Err(error) => Cause::NotComparable(error),
    }
}

fn decided(assessment: Assessment) -> Assessment {
    tracing::debug!(
        state = assessment.availability.state.as_str(),
        code = assessment.availability.cause.as_str(),
        path = assessment.availability.path,
        cause = %assessment.cause,
        "availability decided"
    );
    assessment
}
