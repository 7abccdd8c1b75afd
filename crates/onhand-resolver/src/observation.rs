//! What is known of somebody else's machine.

use std::fmt;

use onhand_platform::{ExpansionError, HostError};

use crate::{CauseCode, Reason};

/// One fact about a host, or why it is not known. Never a failure of onhand: whatever is on
/// the machine, there is an observation of it. It is not a boolean: what is not known is neither there nor absent.
///
/// ```compile_fail,E0308
/// fn is_there(seen: onhand_resolver::Observation<u16>) -> bool {
///     if seen { true } else { false }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Observation<T> {
    /// Nobody looked: it was not asked for, or an earlier answer made it needless.
    #[default]
    NotChecked,
    /// It is there.
    Present(T),
    /// It is not there. The text says what was found in its place.
    Absent(Reason),
    /// It may be there, and can't be known: no permission, no such facility on this OS.
    Unavailable(Reason),
    /// What is there can't be what it claims to be: malformed, or over a bound.
    Error(Reason),
}

impl<T> Observation<T> {
    /// The value, if it is there.
    #[must_use]
    pub fn present(&self) -> Option<&T> {
        match self {
            Observation::Present(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is there.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.present().is_some()
    }

    /// Why it is not known to be there.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Observation::NotChecked | Observation::Present(_) => None,
            Observation::Absent(reason)
            | Observation::Unavailable(reason)
            | Observation::Error(reason) => Some(reason.as_str()),
        }
    }

    /// Why it is not known to be there, for programs: what the reason states, else `not_found`, `not_known` or
    /// `unreadable`, by the observation.
    #[must_use]
    pub fn cause(&self) -> Option<CauseCode> {
        let (reason, unstated) = match self {
            Observation::NotChecked | Observation::Present(_) => return None,
            Observation::Absent(reason) => (reason, CauseCode::NotFound),
            Observation::Unavailable(reason) => (reason, CauseCode::NotKnown),
            Observation::Error(reason) => (reason, CauseCode::Unreadable),
        };
        Some(reason.code().unwrap_or(unstated))
    }

    /// The same observation of something made from the value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Observation<U> {
        self.and_then(|value| Observation::Present(f(value)))
    }

    /// Goes on from the value, if it is there.
    pub fn and_then<U>(self, f: impl FnOnce(T) -> Observation<U>) -> Observation<U> {
        match self {
            Observation::NotChecked => Observation::NotChecked,
            Observation::Present(value) => f(value),
            Observation::Absent(reason) => Observation::Absent(reason),
            Observation::Unavailable(reason) => Observation::Unavailable(reason),
            Observation::Error(reason) => Observation::Error(reason),
        }
    }

    /// The same observation, its reason with the subject in front: `C:\App.exe: permission denied`.
    #[must_use]
    pub fn about(self, subject: impl fmt::Display) -> Self {
        let name = |reason: Reason| reason.about(&subject);
        match self {
            Observation::NotChecked | Observation::Present(_) => self,
            Observation::Absent(reason) => Observation::Absent(name(reason)),
            Observation::Unavailable(reason) => Observation::Unavailable(name(reason)),
            Observation::Error(reason) => Observation::Error(name(reason)),
        }
    }

    /// `not_checked`, `present`, `absent`, `unavailable` or `error`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match self {
            Observation::NotChecked => "not_checked",
            Observation::Present(_) => "present",
            Observation::Absent(_) => "absent",
            Observation::Unavailable(_) => "unavailable",
            Observation::Error(_) => "error",
        }
    }
}

impl<T> From<HostError> for Observation<T> {
    fn from(error: HostError) -> Self {
        match error {
            HostError::NotFound | HostError::NotAFile | HostError::NotADirectory => {
                Observation::Absent(error.into())
            }
            HostError::TooLarge { .. }
            | HostError::TooManyNames { .. }
            | HostError::NotUnicode
            | HostError::Io(_) => Observation::Error(error.into()),
            _ => Observation::Unavailable(error.into()),
        }
    }
}

impl<T> From<ExpansionError> for Observation<T> {
    /// Without a path nobody can look: it may be there all the same.
    fn from(error: ExpansionError) -> Self {
        Observation::Unavailable(error.into())
    }
}

impl<T: fmt::Display> fmt::Display for Observation<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observation::NotChecked => f.write_str("not checked"),
            Observation::Present(value) => value.fmt(f),
            Observation::Absent(reason) => write!(f, "absent: {reason}"),
            Observation::Unavailable(reason) => write!(f, "unavailable: {reason}"),
            Observation::Error(reason) => write!(f, "error: {reason}"),
        }
    }
}
