//! Where something was looked for, and where it was found.

use onhand_platform::RootedPath;

use crate::Observation;

/// The places where something was looked for, in order, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolution {
    /// How it was found.
    pub kind: ResolutionKind,
    /// Every place, in the order of looking. Those after the first that is present were not
    /// looked at.
    pub candidates: Vec<Candidate>,
}

/// How something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResolutionKind {
    /// A path that somebody named.
    ExplicitPath,
    /// A name, found in a folder of `PATH`.
    PathExecutable,
    /// A place where a declaration says that the application is.
    KnownPath,
    /// A program that fetches and runs others, found in a folder of `PATH`.
    PackageRunner,
    /// Not at all.
    Missing,
}

/// One place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The path that was looked at, values of variables and all where it is there; the text as
    /// written where it has no path on this host, or where the path would tell a value that is
    /// no path itself (see [`RootedPath`]).
    pub value: String,
    /// Where the value came from: `app.linux.location`, `PATH`.
    pub source: String,
    /// Whether it is there.
    pub present: Observation<RootedPath>,
    /// What people should know of what is there, though it counts: a sentence, without a full stop.
    pub remark: Option<String>,
}

impl Candidate {
    /// A place that was looked at, or was not. `source` says where `value` came from.
    #[must_use]
    pub fn new(
        value: impl Into<String>,
        source: impl Into<String>,
        present: Observation<RootedPath>,
    ) -> Self {
        Candidate {
            value: value.into(),
            source: source.into(),
            present,
            remark: None,
        }
    }

    /// The same, with what people should know of what is there.
    #[must_use]
    pub fn with_remark(mut self, remark: impl Into<String>) -> Self {
        self.remark = Some(remark.into());
        self
    }
}

impl Resolution {
    /// The places in the order of looking, and how something was found at the first that is present.
    #[must_use]
    pub fn new(kind: ResolutionKind, candidates: Vec<Candidate>) -> Self {
        Resolution { kind, candidates }
    }

    /// The place where it was found.
    #[must_use]
    pub fn found(&self) -> Option<&RootedPath> {
        self.candidates
            .iter()
            .find_map(|candidate| candidate.present.present())
    }

    /// The place that decides where it was found nowhere: the first at which nobody could look, since it may be there,
    /// else the first of all.
    #[must_use]
    pub fn decisive(&self) -> Option<&Candidate> {
        let unknown = |candidate: &&Candidate| {
            matches!(
                candidate.present,
                Observation::Unavailable(_) | Observation::Error(_)
            )
        };
        let mut candidates = self.candidates.iter();
        candidates.find(unknown).or(self.candidates.first())
    }

    /// What people should know of what was found.
    #[must_use]
    pub fn remark(&self) -> Option<&str> {
        let found = |candidate: &&Candidate| candidate.present.is_present();
        self.candidates.iter().find(found)?.remark.as_deref()
    }

    /// The place where it was found, else the first where it was looked for.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.found()
            .map(RootedPath::as_str)
            .or_else(|| Some(self.candidates.first()?.value.as_str()))
    }
}

impl ResolutionKind {
    /// Its name in JSON: `known_path`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ResolutionKind::ExplicitPath => "explicit_path",
            ResolutionKind::PathExecutable => "path_executable",
            ResolutionKind::KnownPath => "known_path",
            ResolutionKind::PackageRunner => "package_runner",
            ResolutionKind::Missing => "missing",
        }
    }
}
