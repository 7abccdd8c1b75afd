//! Which of the versions that a file states counts.

use std::fmt;

use onhand_resolver::{Observation, VersionReading, VersionText};

/// A version that a file states, and as what it states it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StatedVersion {
    /// The version.
    pub version: VersionText,
    /// As what, in words for people: a `fixed file version`, a key in its ticks.
    pub stated_as: String,
    /// As what else it would have been stated, had that been more than zeros.
    pub zeros: Vec<String>,
}

impl StatedVersion {
    /// What people should know of it: that something which counts before it states only zeros.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        if self.zeros.is_empty() {
            return None;
        }
        Some(format!(
            "read from {}: nothing but zeros in {}",
            self.stated_as,
            self.zeros.join(" and ")
        ))
    }
}

impl fmt::Display for StatedVersion {
    /// `2.3.0 (fixed file version)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.version, self.stated_as)
    }
}

/// Why a version of zeros is absent.
const ZERO: &str = "zero";

/// As [`VersionText::observe`], and a version of nothing but zeros says nothing: `0`, `0.0.0`,
/// `0, 0, 0, 0` stand where a tool was never told one.
pub(crate) fn observe_stated(text: &str) -> Observation<VersionText> {
    VersionText::observe(text).and_then(|version| {
        let is_filling = |c: char| matches!(c, '0' | '.' | ',' | '_' | '-') || c.is_whitespace();
        if version.as_str().contains('0') && version.as_str().chars().all(is_filling) {
            Observation::Absent(ZERO.into())
        } else {
            Observation::Present(version)
        }
    })
}

/// The first that isn't absent, each with its name. What decides is named in the reason; where
/// all are absent, all are.
pub(crate) fn first_stated(
    candidates: impl IntoIterator<Item = (impl Into<String>, Observation<VersionText>)>,
) -> Observation<StatedVersion> {
    let mut missing = Vec::new();
    let mut zeros = Vec::new();
    for (name, observation) in candidates {
        let name = name.into();
        tracing::debug!(
            name,
            state = observation.state(),
            reason = observation.reason(),
            "version tried"
        );
        match observation {
            Observation::Absent(reason) => {
                missing.push(format!("{name}: {reason}"));
                if reason.as_str() == ZERO {
                    zeros.push(name);
                }
            }
            decided => {
                return decided.about(&name).map(|version| StatedVersion {
                    version,
                    stated_as: name,
                    zeros,
                });
            }
        }
    }
    Observation::Absent(missing.join("; ").into())
}

/// What a source gives of what a file states.
pub(crate) fn reading(stated: Observation<StatedVersion>) -> VersionReading {
    let remark = stated.present().and_then(StatedVersion::remark);
    let remarks = remark.into_iter().collect();
    VersionReading::new(stated.map(|stated| stated.version), remarks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_zeros_says_nothing_however_long_it_is() {
        for zeros in [
            "0",
            "00",
            "0.0",
            "0.0.0",
            " 0.0.0.0 ",
            "0, 0, 0, 0",
            "0.0-0",
        ] {
            let observed = observe_stated(zeros).to_string();
            assert_eq!(observed, "absent: zero", "{zeros}");
        }
        for version in ["0.0.1", "10.0", "0a", "v0.0.0", "0.0.0-dev"] {
            assert!(observe_stated(version).is_present(), "{version}");
        }
        let stated = first_stated([
            ("a", observe_stated("0.0.0")),
            ("b", observe_stated("")),
            ("c", observe_stated("12594")),
        ]);
        let stated = stated.present().expect("one counts");
        let remark = "read from c: nothing but zeros in a";
        assert_eq!(stated.remark().as_deref(), Some(remark));
        let stated = first_stated([("a", observe_stated("2.3"))]);
        assert_eq!(stated.present().and_then(StatedVersion::remark), None);
    }

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
