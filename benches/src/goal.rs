//! What a piece of work may cost beside what it can't do without.

use std::fmt;
use std::time::Duration;

/// The most that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// So many times the baseline.
    Times(f64),
    /// So much more than the baseline.
    Above(Duration),
}

impl Goal {
    /// Whether these times, in nanoseconds, reach it.
    pub(crate) fn is_met(self, work: f64, baseline: f64) -> bool {
        match self {
            Goal::Times(most) => work <= most * baseline,
            Goal::Above(most) => work - baseline <= nanoseconds(most),
        }
    }
}

/// A time as the measuring reckons with it.
pub(crate) fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

/// `1.20 µs`: three digits that count.
pub(crate) fn shown(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds.abs() {
        size if size < 1e3 => (nanoseconds, "ns"),
        size if size < 1e6 => (nanoseconds / 1e3, "µs"),
        size if size < 1e9 => (nanoseconds / 1e6, "ms"),
        _ => (nanoseconds / 1e9, "s"),
    };
    let digits = match value.abs() {
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Goal::Times(most) => format!("≤ {most}×"),
            Goal::Above(most) => format!("≤ +{}", shown(nanoseconds(*most))),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_met_up_to_its_bound() {
        assert!(Goal::Times(1.5).is_met(150.0, 100.0));
        assert!(!Goal::Times(1.5).is_met(151.0, 100.0));
        let above = Goal::Above(Duration::from_nanos(25));
        assert!(above.is_met(26.0, 1.0));
        assert!(!above.is_met(27.0, 1.0));
        assert!(above.is_met(1.0, 5.0));
    }

    #[test]
    fn a_time_is_shown_with_three_digits_and_its_unit() {
        let texts = [0.5, 12.34, 999.0, 1234.0, 45_678_900.0, 2.5e9].map(shown);
        assert_eq!(
            texts,
            [
                "0.50 ns", "12.3 ns", "999 ns", "1.23 µs", "45.7 ms", "2.50 s"
            ]
        );
        assert_eq!(Goal::Times(1.2).to_string(), "≤ 1.2×");
        let above = Goal::Above(Duration::from_millis(1));
        assert_eq!(above.to_string(), "≤ +1.00 ms");
    }
}
