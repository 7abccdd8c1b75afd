//! Which of the versions that a file states counts.

use std::fmt;

use onhand_resolver::{Observation, VersionText};

/// A version that a file states, and as what it states it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StatedVersion {
    /// The version.
    pub version: VersionText,
    /// As what, in words for people: a `fixed file version`, a key in its ticks.
    pub stated_as: String,
}

impl fmt::Display for StatedVersion {
    /// `2.3.0 (fixed file version)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.version, self.stated_as)
    }
}

/// The first that isn't absent, each with its name. What decides is named in the reason; where
/// all are absent, all are.
pub(crate) fn first_stated(
    candidates: impl IntoIterator<Item = (impl Into<String>, Observation<VersionText>)>,
) -> Observation<StatedVersion> {
    let mut missing = Vec::new();
    for (name, observation) in candidates {
        let name = name.into();
        tracing::debug!(
            name,
            state = observation.state(),
            reason = observation.reason(),
            "version tried"
        );
        match observation {
            Observation::Absent(reason) => missing.push(format!("{name}: {reason}")),
            decided => {
                return decided.about(&name).map(|version| StatedVersion {
                    version,
                    stated_as: name,
                });
            }
        }
    }
    Observation::Absent(missing.join("; ").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(candidates: [(&str, Observation<VersionText>); 2]) -> String {
        first_stated(candidates).to_string()
    }

    #[test]
    fn the_first_that_is_not_absent_decides_and_is_named() {
        let absent = || Observation::Absent("not there".into());
        let version = || VersionText::observe("2.3");
        let odd = || Observation::Unavailable("it is a date".into());
        let wrong = || Observation::Error("too long".into());
        assert_eq!(said([("a", version()), ("b", wrong())]), "2.3 (a)");
        assert_eq!(said([("a", absent()), ("b", version())]), "2.3 (b)");
        assert_eq!(
            said([("a", odd()), ("b", version())]),
            "unavailable: a: it is a date"
        );
        assert_eq!(
            said([("a", absent()), ("b", wrong())]),
            "error: b: too long"
        );
        assert_eq!(
            said([("a", absent()), ("b", absent())]),
            "absent: a: not there; b: not there"
        );
    }
}
