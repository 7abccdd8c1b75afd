//! The rule of availability: what is asked of a host, in which order, and what follows from it.

use onhand_declaration::{AppDef, Requirements, VersionScheme, is_dotted_numeric};
use onhand_platform::{InspectHost, RootedPath};

use crate::{
    AppResolver, Assessment, Availability, Cause, CauseCode, Comparison, Observation, Reason,
    Resolution, Resolvers, State, VersionReading, VersionText,
};

/// When the version is read of an application that is present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    /// Wherever a version kind is declared.
    WhereDeclared,
    /// Where a minimum version is required: else it makes no difference to whether a server is offered.
    WhereRequired,
}

/// The rule, whoever reads the version.
pub(crate) fn assess(
    host: &dyn InspectHost,
    resolvers: &Resolvers,
    requirements: &(impl Requirements + ?Sized),
    version: Version,
    read_version: impl FnOnce(&AppDef, &RootedPath) -> VersionReading,
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
    let found = resolution.found();
    let is_read = version == Version::WhereDeclared || min_version.is_some();
    let reading = (found.filter(|_| is_read)).map(|found| read_version(app, found));
    let reading = reading.unwrap_or_default();
    let cause = match (found, min_version) {
        (None, _) => not_found(&resolution),
        // What can't be read or compared decides nothing where no version is required.
        (Some(_), None) => Cause::Found,
        (Some(_), Some(_)) if nothing_reads(app, resolvers) => {
            Cause::NothingReads(app.version.kind().to_owned())
        }
        (Some(_), Some(required)) => {
            let scheme = resolvers.scheme_for(requirements);
            compare(scheme, &reading.version, required)
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

fn nothing_reads(app: &AppDef, resolvers: &Resolvers) -> bool {
    !app.version.is_none() && resolvers.version(app.version.kind()).is_none()
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
    let comparison = Comparison::new(found.clone(), required, scheme);
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
