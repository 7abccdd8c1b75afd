//! Looks for a declared application.

use std::time::Instant;

use onhand_declaration::AppDef;
use onhand_platform::{InspectHost, LocateHost, ProbeHost, RootedPath};

use crate::presence::{Seen, look};
use crate::{
    Candidate, CauseCode, Effort, Liveness, LivenessQuery, Observation, Reading, Reason,
    Resolution, ResolutionKind, Resolvers, VersionQuery, VersionText,
};

/// Looks for the application of one [`AppDef`]. Each tier gets a host that can do no more than the tier
/// may cost: one that overspends does not compile.
///
/// ```compile_fail
/// use onhand_platform::{InspectHost, LocateHost, RootedPath};
///
/// fn locate(host: &dyn LocateHost, path: &RootedPath) {
///     // `locate` can look at names; only `inspect` can open a file.
///     let _ = host.open(path);
/// }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct AppResolver<'a> {
    app: &'a AppDef,
    resolvers: &'a Resolvers,
}

impl<'a> AppResolver<'a> {
    /// A resolver of `app`, whose kinds are read by `resolvers`.
    #[must_use]
    pub fn new(app: &'a AppDef, resolvers: &'a Resolvers) -> Self {
        AppResolver { app, resolvers }
    }

    /// Where it is. Metadata only: one `env` call for each variable named in a location, one `stat` for an executable, one
    /// or two for a bundle. It ends at the first location that is present.
    #[must_use]
    pub fn locate(&self, host: &dyn LocateHost) -> Resolution {
        let source = format!("app.{}.location", host.os());
        let mut kind = ResolutionKind::Missing;
        let mut candidates = Vec::with_capacity(self.app.locations.len());
        for template in &self.app.locations {
            let not_looked = |present| Seen {
                value: template.as_str().to_owned(),
                present,
                remark: None,
            };
            let seen = if kind == ResolutionKind::KnownPath {
                not_looked(Observation::NotChecked)
            } else {
                match template.expand(host) {
                    Ok(path) => look(host, self.app.presence, self.app.executable_bit, path),
                    Err(error) => not_looked(error.into()),
                }
            };
            let Seen {
                value,
                present,
                remark,
            } = seen;
            tracing::debug!(
                candidate = value,
                source,
                presence = self.app.presence.as_str(),
                state = present.state(),
                reason = present.reason(),
                remark,
                "candidate tried"
            );
            if present.is_present() {
                kind = ResolutionKind::KnownPath;
            }
            candidates.push(Candidate {
                value,
                source: source.clone(),
                present,
                remark,
            });
        }
        Resolution { kind, candidates }
    }

    /// What version is there, by bounded reads and OS calls within this process. It costs what the declared
    /// version kind costs; nothing for `none`.
    #[must_use]
    pub fn inspect(&self, host: &dyn InspectHost, found: &RootedPath) -> Reading {
        let kind = &self.app.version;
        if kind.is_none() {
            return Reading::default();
        }
        let reading = match self.resolvers.version(kind.kind()) {
            Some(source) => source.read_with_remarks(host, &VersionQuery { found, kind }),
            None => Observation::Unavailable(Reason::new(
                CauseCode::NotSupported,
                format!("nothing here reads the version kind `{}`", kind.kind()),
            ))
            .into(),
        };
        tracing::debug!(
            kind = kind.kind(),
            %found,
            state = reading.version.state(),
            version = reading.version.present().map(VersionText::as_str),
            reason = reading.version.reason(),
            remarks = ?reading.remarks,
            "version read"
        );
        reading
    }

    /// Whether it runs, wherever it is: processes and loopback sockets, as far as `effort` goes, afresh each
    /// time, until the deadline. It costs what the declared liveness kind costs; nothing for `none`.
    pub async fn probe(&self, host: &dyn ProbeHost, effort: Effort, deadline: Instant) -> Liveness {
        let kind = &self.app.liveness;
        if kind.is_none() {
            return Liveness::default();
        }
        let query = LivenessQuery::new(kind, effort, deadline);
        let liveness = match self.resolvers.liveness(kind.kind()) {
            Some(probe) => probe.probe(host, &query).await,
            None => Liveness::unavailable(Reason::new(
                CauseCode::NotSupported,
                format!("nothing here asks the liveness kind `{}`", kind.kind()),
            )),
        };
        tracing::debug!(
            kind = kind.kind(),
            %effort,
            running = %liveness.running,
            endpoint = %liveness.endpoint,
            answering = %liveness.answering,
            remarks = ?liveness.remarks,
            "liveness asked"
        );
        liveness
    }
}
