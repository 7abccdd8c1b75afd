//! The one answer. The rule that gives it stands in `availability`.

use std::fmt;

use serde::Serialize;

use crate::{CauseCode, VersionText};

/// Whether an application is there as it is required.
///
/// It is not a boolean and doesn't become one: whether to offer a server is
/// [`offerable`](Availability::offerable), whether to tell the user to install something is
/// another question.
///
/// ```compile_fail,E0308
/// fn offer(availability: onhand_resolver::Availability) -> bool {
///     if availability { true } else { false }
/// }
/// ```
///
/// ```compile_fail,E0277
/// fn offer(availability: onhand_resolver::Availability) -> bool {
///     availability.into()
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Availability {
    /// The answer.
    pub state: State,
    /// Why, for programs: finer than the state.
    pub cause: CauseCode,
    /// The version found. Read wherever a version kind is declared; of an answer that only decides whether to offer
    /// ([`decide`](crate::Evaluator::decide)), where a `min_version` asks for it.
    pub version: Option<VersionText>,
    /// The path where the application was found, else the first where it was looked for; as
    /// written where it has no path on this host, or where the path would tell the value of a
    /// variable that is not a path itself.
    pub path: Option<String>,
    /// The minimum version.
    pub min_version: Option<String>,
    /// What people should know of what was found, a sentence each. They change no answer. Empty where nothing needs
    /// to be said.
    pub remarks: Vec<String>,
}

/// The states of an application. New ones may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum State {
    /// There, and recent enough.
    Available,
    /// Reserved. Never produced: availability doesn't ask whether anything runs.
    InstalledNotRunning,
    /// Not there.
    MissingApp,
    /// There, and older than the minimum version; or its version can't be read or compared.
    VersionTooOld,
    /// The declaration has no application for this OS.
    UnsupportedOs,
    /// The declaration has errors, so that nobody knows what is required.
    InvalidDeclaration,
    /// Nothing is required.
    NoRequirements,
}

impl Availability {
    /// Whether a server with these requirements should be offered.
    #[must_use]
    pub fn offerable(&self) -> bool {
        self.state.offerable()
    }

    pub(crate) fn of(state: State, cause: CauseCode) -> Self {
        Availability {
            state,
            cause,
            version: None,
            path: None,
            min_version: None,
            remarks: Vec::new(),
        }
    }
}

impl State {
    /// Every state.
    pub const ALL: [State; 7] = [
        State::Available,
        State::InstalledNotRunning,
        State::MissingApp,
        State::VersionTooOld,
        State::UnsupportedOs,
        State::InvalidDeclaration,
        State::NoRequirements,
    ];

    /// Whether a server in this state should be offered: `available` and `no_requirements`.
    #[must_use]
    pub fn offerable(self) -> bool {
        matches!(self, State::Available | State::NoRequirements)
    }

    /// Its name in JSON: `missing_app`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            State::Available => "available",
            State::InstalledNotRunning => "installed_not_running",
            State::MissingApp => "missing_app",
            State::VersionTooOld => "version_too_old",
            State::UnsupportedOs => "unsupported_os",
            State::InvalidDeclaration => "invalid_declaration",
            State::NoRequirements => "no_requirements",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
