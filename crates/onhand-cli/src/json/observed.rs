//! A fact about the machine, for programs.

use std::borrow::Cow;

use onhand::resolver::{CauseCode, Observation};
use serde::Serialize;

/// An [`Observation`].
#[derive(Serialize)]
pub(super) struct ObservedJson<'a, V> {
    /// `present`, `absent`, `unavailable`, `error` or `not_checked`.
    state: &'a str,
    /// What is there; only of what is `present`.
    value: Option<V>,
    /// Why it is not known to be there, as a code; of what nobody looked at, `null`.
    cause: Option<CauseCode>,
    /// The same as a sentence.
    reason: Option<Cow<'a, str>>,
}

impl<'a, V> ObservedJson<'a, V> {
    /// The observation, its value shown so.
    pub(super) fn of<T>(seen: &'a Observation<T>, value: impl FnOnce(&'a T) -> V) -> Self {
        ObservedJson {
            state: seen.state(),
            value: seen.present().map(value),
            cause: seen.cause(),
            reason: seen.reason().map(Cow::from),
        }
    }

    /// The same; where nobody looked, with the reason why.
    pub(super) fn or_why_not(mut self, why_not: Option<impl Into<Cow<'a, str>>>) -> Self {
        if self.value.is_none() {
            self.reason = self.reason.or(why_not.map(Into::into));
        }
        self
    }
}
