//! How a version that was found is compared with the least one that will do.

mod numeric;
mod strict;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A way to compare versions. Pure: it costs no host call.
///
/// | scheme | takes | so that |
/// |---|---|---|
/// | `numeric` | any text: segments split at `.`, everything but ASCII digits dropped, missing segments 0, any number of digits | `2.3.0.12594` is at least `2.3.0`; `2.3.0-beta` counts as 2.3.0 |
/// | `strict` | dotted ASCII digits, with an optional leading `v` and an optional `+metadata` | `7.0.1 (build 5)` is not comparable, and can't pass for 7.0.15 |
///
/// ```
/// use std::cmp::Ordering;
/// use onhand_declaration::VersionScheme;
///
/// assert_eq!(VersionScheme::Numeric.compare("2.10", "2.9"), Ok(Ordering::Greater));
/// assert_eq!(VersionScheme::Numeric.compare("2.3", "2.3.0"), Ok(Ordering::Equal));
/// assert_eq!(VersionScheme::Strict.compare("v2.3.0+abc", "2.3"), Ok(Ordering::Equal));
/// assert!(VersionScheme::Strict.compare("2.3.0-beta", "2.3").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum VersionScheme {
    /// The documented rule, and the default.
    #[default]
    Numeric,
    /// Fails closed on whatever is not dotted digits.
    Strict,
}

/// A text that a scheme can't compare.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not comparable under the {scheme} scheme: it is not dotted digits")]
pub struct NotComparable {
    /// The text.
    pub text: String,
    /// The scheme.
    pub scheme: VersionScheme,
}

impl VersionScheme {
    /// Every scheme.
    pub const ALL: [VersionScheme; 2] = [VersionScheme::Numeric, VersionScheme::Strict];

    /// The word in a declaration.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            VersionScheme::Numeric => "numeric",
            VersionScheme::Strict => "strict",
        }
    }

    /// Compares two versions. Linear in their length, without allocation.
    ///
    /// # Errors
    /// [`NotComparable`] for the first text that the scheme doesn't take; `numeric` takes all.
    pub fn compare(self, left: &str, right: &str) -> Result<Ordering, NotComparable> {
        match self {
            VersionScheme::Numeric => Ok(numeric::compare(left, right)),
            VersionScheme::Strict => Ok(numeric::compare(
                self.strict_core(left)?,
                self.strict_core(right)?,
            )),
        }
    }

    fn strict_core(self, text: &str) -> Result<&str, NotComparable> {
        strict::core(text).ok_or_else(|| NotComparable {
            text: text.to_owned(),
            scheme: self,
        })
    }

    /// The characters that the scheme drops from `text` to compare it, in order. `strict` drops
    /// none of a text's meaning, so it gives nothing.
    #[must_use]
    pub fn dropped(self, text: &str) -> String {
        match self {
            VersionScheme::Numeric => text
                .chars()
                .filter(|c| !c.is_ascii_digit() && *c != '.')
                .collect(),
            VersionScheme::Strict => String::new(),
        }
    }
}

impl fmt::Display for VersionScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for VersionScheme {
    type Err = UnknownScheme;

    fn from_str(text: &str) -> Result<Self, UnknownScheme> {
        VersionScheme::ALL
            .into_iter()
            .find(|scheme| scheme.as_str() == text)
            .ok_or_else(|| UnknownScheme(text.to_owned()))
    }
}

/// A text that names no scheme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no version scheme; the schemes are `numeric` and `strict`")]
pub struct UnknownScheme(pub String);

/// Whether a text is ASCII digits in groups joined by single dots: what `min_version` must be.
#[must_use]
pub fn is_dotted_numeric(text: &str) -> bool {
    text.split('.')
        .all(|segment| !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit()))
}
