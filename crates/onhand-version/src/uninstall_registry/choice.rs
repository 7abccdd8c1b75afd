//! Which of several entries is the application's.

use std::cmp::Ordering;

use onhand_declaration::VersionScheme;
use onhand_platform::{RootedPath, UninstallEntry};
use onhand_resolver::VersionText;

use super::entry::{describe, version};
use super::location::{Standing, install_location, standing};
use super::name::{Closeness, closeness, product};

/// The entries whose name starts with the prefix.
#[derive(Default)]
pub(super) struct Matches<'e> {
    /// Those that may be of what was found, the best first. Entries that are alike keep their
    /// order: HKLM before HKCU, 64-bit before 32-bit.
    pub(super) here: Vec<Match<'e>>,
    /// Those whose folder is another one.
    pub(super) elsewhere: Vec<&'e UninstallEntry>,
}

/// An entry that may be of what was found.
pub(super) struct Match<'e> {
    pub(super) entry: &'e UninstallEntry,
    standing: Standing,
    product: String,
    closeness: Closeness,
    pub(super) version: Option<(VersionText, &'static str)>,
}

impl<'e> Matches<'e> {
    pub(super) fn of(entries: &'e [UninstallEntry], prefix: &str, found: &RootedPath) -> Self {
        let mut matches = Matches::default();
        for entry in entries {
            let Some(name) = entry.text("DisplayName") else {
                continue;
            };
            // First, since most entries are of other applications.
            let Some(closeness) = closeness(name, prefix) else {
                continue;
            };
            match standing(entry, found) {
                Standing::Elsewhere => matches.elsewhere.push(entry),
                standing => matches.here.push(Match {
                    entry,
                    standing,
                    product: product(name, prefix),
                    closeness,
                    version: version(entry),
                }),
            }
        }
        matches
            .here
            .sort_by(|a, b| a.rank().cmp(&b.rank()).then_with(|| b.compare_version(a)));
        matches
    }

    /// What may make the best match the wrong one, a sentence each.
    pub(super) fn doubts(&self) -> Vec<String> {
        let Some(best) = self.here.first() else {
            return Vec::new();
        };
        let mut doubts = Vec::new();
        if let Standing::Doubtful(why) = &best.standing {
            doubts.push(format!("it may be of another installation: {why}"));
        }
        if !best.is_held() {
            doubts.extend(told_elsewhere(&self.elsewhere));
        }
        doubts.extend(ambiguity(&self.here));
        doubts
    }
}

impl Match<'_> {
    /// Whether its folder holds what was found, which leaves no doubt.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.standing, Standing::Holds(_))
    }

    /// The class of the match; the best is the least.
    fn rank(&self) -> (u8, usize, Closeness) {
        let (class, distance) = match self.standing {
            Standing::Holds(distance) => (0, distance),
            Standing::Silent => (1, 0),
            Standing::Doubtful(_) => (2, 0),
            Standing::Elsewhere => (3, 0),
        };
        (class, distance, self.closeness)
    }

    /// One that states no version is less than any that does.
    fn compare_version(&self, other: &Self) -> Ordering {
        match (&self.version, &other.version) {
            (Some((a, _)), Some((b, _))) => VersionScheme::Numeric
                .compare(a.as_str(), b.as_str())
                .unwrap_or(Ordering::Equal),
            (a, b) => a.is_some().cmp(&b.is_some()),
        }
    }

    /// Why it stands before others.
    pub(super) fn reason(&self) -> &'static str {
        match (self.is_held(), self.closeness) {
            (true, _) => "its folder holds the application",
            (false, Closeness::Exact) => "its name is the prefix",
            (false, Closeness::Variant) => "its name is the prefix and a version or variant",
            (false, Closeness::Word) => "its name starts with the prefix",
        }
    }

    /// Whether two matches are of different products, as far as their names and publishers tell.
    fn is_other_product(&self, other: &Self) -> bool {
        let publisher = |of: &Self| of.entry.text("Publisher").map(str::to_lowercase);
        let other_publisher = match (publisher(self), publisher(other)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        other_publisher || self.product != other.product
    }
}

/// Why the best match may be of another product: one of the same class is, or nothing but the
/// start of its name speaks for it.
fn ambiguity(matches: &[Match<'_>]) -> Option<String> {
    let (best, rest) = matches.split_first()?;
    let alone = || {
        (!best.is_held() && best.closeness == Closeness::Word).then(|| {
            format!(
                "it may be another product: the name of {} continues with another word, and its folder \
                 doesn't hold the application",
                describe(best.entry)
            )
        })
    };
    other_product(best, rest).or_else(alone)
}

fn other_product(best: &Match<'_>, rest: &[Match<'_>]) -> Option<String> {
    let other = rest
        .iter()
        .take_while(|other| other.rank() == best.rank())
        .find(|other| best.is_other_product(other))?;
    Some(format!(
        "it may be another product: {} matches as well as {}",
        describe(other.entry),
        describe(best.entry),
    ))
}

/// How many entries are named that lie elsewhere.
const MAX_ELSEWHERE: usize = 3;

/// The entries that were passed over since their folder is another one, the first of them by name.
pub(super) fn told_elsewhere(entries: &[&UninstallEntry]) -> Vec<String> {
    let mut told: Vec<String> = entries
        .iter()
        .take(MAX_ELSEWHERE)
        .map(|entry| {
            format!(
                "passed over: {} lies elsewhere, in {}",
                describe(entry),
                install_location(entry)
            )
        })
        .collect();
    let more = entries.len().saturating_sub(MAX_ELSEWHERE);
    if more > 0 {
        told.push(format!("passed over: {more} more that lie elsewhere"));
    }
    told
}
