//! Looks for a declared application.

use onhand_declaration::AppDef;
use onhand_platform::{InspectHost, LocateHost, RootedPath};

use crate::presence::{Seen, look};
use crate::{
    Candidate, CauseCode, Observation, Reason, Resolution, ResolutionKind, Resolvers, VersionQuery,
    VersionReading, VersionText,
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
    pub fn inspect(&self, host: &dyn InspectHost, found: &RootedPath) -> VersionReading {
        let kind = &self.app.version;
        if kind.is_none() {
            return VersionReading::default();
        }
        let reading = match self.resolvers.version(kind.kind()) {
            Some(source) => source.read_with_remarks(host, &VersionQuery::new(found, kind)),
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
}
