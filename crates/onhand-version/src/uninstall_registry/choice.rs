//! Which of several entries is the application's.

use std::cmp::Ordering;

use onhand_declaration::VersionScheme;
use onhand_platform::{RootedPath, UninstallEntry};
use onhand_resolver::VersionText;

use super::entry::{describe, version};
use super::location::distance;
use super::name::{Closeness, closeness, product};

/// An entry whose name starts with the prefix.
pub(super) struct Match<'e> {
    pub(super) entry: &'e UninstallEntry,
    /// How far below its folder stands what was found, if it stands below it.
    distance: Option<usize>,
    product: String,
    closeness: Closeness,
    pub(super) version: Option<(VersionText, &'static str)>,
}

/// The matches, the best first. Entries that are alike keep their order: HKLM before HKCU,
/// 64-bit before 32-bit.
pub(super) fn matches<'e>(
    entries: &'e [UninstallEntry],
    prefix: &str,
    found: &RootedPath,
) -> Vec<Match<'e>> {
    let mut matches: Vec<Match<'e>> = entries
        .iter()
        .filter_map(|entry| {
            let name = entry.text("DisplayName")?;
            // First, since most entries are of other applications.
            let closeness = closeness(name, prefix)?;
            Some(Match {
                entry,
                distance: distance(entry, found),
                product: product(name, prefix),
                closeness,
                version: version(entry),
            })
        })
        .collect();
    matches.sort_by(|a, b| a.rank().cmp(&b.rank()).then_with(|| b.compare_version(a)));
    matches
}

impl Match<'_> {
    /// The class of the match; the best is the least.
    fn rank(&self) -> (usize, Closeness) {
        (self.distance.unwrap_or(usize::MAX), self.closeness)
    }

    /// One that tells no version is less than any that does.
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
        match (self.distance, self.closeness) {
            (Some(_), _) => "its folder holds the application",
            (None, Closeness::Exact) => "its name is the prefix",
            (None, Closeness::Variant) => "its name is the prefix and a version or variant",
            (None, Closeness::Word) => "its name starts with the prefix",
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
pub(super) fn ambiguity(matches: &[Match<'_>]) -> Option<String> {
    let (best, rest) = matches.split_first()?;
    let alone = || {
        (best.distance.is_none() && best.closeness == Closeness::Word).then(|| {
            format!(
                "it may be another product: the name of {} goes on with a word, and its folder \
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
