//! A fact on the way to an observation: with `?`, the first that is not known ends the way.

use std::convert::Infallible;
use std::time::Instant;

use onhand_resolver::{CauseCode, Observation, Reason};

/// A fact, or what is observed in its place: never [`Observation::Present`].
pub(crate) type Known<T> = Result<T, Unknown>;

/// What is observed in place of a fact.
pub(crate) type Unknown = Observation<Infallible>;

/// What the way led to.
pub(crate) fn observed<T>(known: Known<T>) -> Observation<T> {
    match known {
        Ok(fact) => Observation::Present(fact),
        Err(unknown) => unknown.map(|never| match never {}),
    }
}

/// Nothing more is asked once the deadline is over.
pub(crate) fn in_time(deadline: Instant) -> Known<()> {
    if Instant::now() < deadline {
        return Ok(());
    }
    unavailable(
        CauseCode::TimedOut,
        "timed out: the deadline passed before it could be asked",
    )
}

/// It is not there.
pub(crate) fn absent<T>(code: CauseCode, reason: impl Into<String>) -> Known<T> {
    Err(Unknown::Absent(Reason::new(code, reason)))
}

/// It may be there, and can't be known.
pub(crate) fn unavailable<T>(code: CauseCode, reason: impl Into<String>) -> Known<T> {
    Err(Unknown::Unavailable(Reason::new(code, reason)))
}
