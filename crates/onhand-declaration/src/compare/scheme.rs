//! The schemes, and what each takes for a version.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::digits::holds_digit;
use super::{leading, numeric, strict};

/// A way to compare versions. Pure: it costs no host call.
///
/// | scheme | takes | so that |
/// |---|---|---|
/// | `numeric` | any text with a digit: segments split at `.`, everything but ASCII digits dropped, missing segments 0, any number of digits | `2.3.0.12594` is at least `2.3.0`; `2.3.0-beta` counts as 2.3.0, and `3.1.2+196` as 3.1.2196 |
/// | `leading` | any text with a digit: its first number, with the groups of digits that single dots join to it; what stands around that is ignored | `3.1.2+196` counts as 3.1.2, `11.0 Patch Level 25` as 11.0, `v1.2` as 1.2, `1..2` as 1, `R2-1.4` as 2; `.5` is 0.5 |
/// | `strict` | dotted ASCII digits, with an optional leading `v` and an optional `+metadata` | `7.0.1 (build 5)` is not comparable, and can't pass for 7.0.15 |
///
/// `numeric` is the documented rule, and the default. It glues what stands behind a number to the number,
/// so `leading` is the better choice for most applications. A text without a digit is not a version under any.
///
/// ```
/// use std::cmp::Ordering;
/// use onhand_declaration::VersionScheme;
///
/// assert_eq!(VersionScheme::Numeric.compare("2.10", "2.9"), Ok(Ordering::Greater));
/// assert_eq!(VersionScheme::Numeric.compare("2.3", "2.3.0"), Ok(Ordering::Equal));
/// assert_eq!(VersionScheme::Numeric.compare("3.1.2+196", "3.1.10"), Ok(Ordering::Greater));
/// assert_eq!(VersionScheme::Leading.compare("3.1.2+196", "3.1.10"), Ok(Ordering::Less));
/// assert_eq!(VersionScheme::Strict.compare("v2.3.0+abc", "2.3"), Ok(Ordering::Equal));
/// assert!(VersionScheme::Strict.compare("2.3.0-beta", "2.3").is_err());
/// assert!(VersionScheme::Numeric.compare("beta", "0").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum VersionScheme {
    /// The documented rule, and the default.
    #[default]
    Numeric,
    /// The first dotted number, whatever follows.
    Leading,
    /// Fails closed on whatever is not dotted digits.
    Strict,
}

/// A text that a scheme can't compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotComparable {
    /// The text.
    pub text: String,
    /// The scheme.
    pub scheme: VersionScheme,
}

impl std::error::Error for NotComparable {}

impl fmt::Display for NotComparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotComparable { text, scheme } = self;
        let reason = match scheme {
            VersionScheme::Strict => "it is not dotted digits",
            VersionScheme::Numeric | VersionScheme::Leading => "it holds no digit",
        };
        write!(
            f,
            "`{text}` is not comparable under the {scheme} scheme: {reason}"
        )
    }
}

impl VersionScheme {
    /// Every scheme.
    pub const ALL: [VersionScheme; 3] = [
        VersionScheme::Numeric,
        VersionScheme::Leading,
        VersionScheme::Strict,
    ];

    /// The word in a declaration.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            VersionScheme::Numeric => "numeric",
            VersionScheme::Leading => "leading",
            VersionScheme::Strict => "strict",
        }
    }

    /// Compares two versions. Linear in their length, without allocation.
    ///
    /// # Errors
    /// [`NotComparable`] for the first text that the scheme doesn't take.
    pub fn compare(self, left: &str, right: &str) -> Result<Ordering, NotComparable> {
        Ok(numeric::compare(self.core(left)?, self.core(right)?))
    }

    /// The dotted digits by which the scheme compares a text: `3.1.2196` for `3.1.2+196` under `numeric`,
    /// `3.1.2` under `leading`.
    ///
    /// # Errors
    /// [`NotComparable`] where the scheme doesn't take the text.
    pub fn as_compared(self, text: &str) -> Result<Cow<'_, str>, NotComparable> {
        let core = self.core(text)?;
        Ok(if core.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            Cow::Borrowed(core)
        } else {
            Cow::Owned(core.chars().filter(|c| is_kept(*c)).collect())
        })
    }

    /// The part of a text that counts.
    fn core(self, text: &str) -> Result<&str, NotComparable> {
        let core = match self {
            VersionScheme::Numeric => holds_digit(text).then_some(text),
            VersionScheme::Leading => leading::core(text),
            VersionScheme::Strict => strict::core(text),
        };
        core.ok_or_else(|| NotComparable {
            text: text.to_owned(),
            scheme: self,
        })
    }

    /// The characters of `text` that make no difference to the scheme, in order: what it drops, or ignores. Nothing
    /// for a text that the scheme doesn't take.
    #[must_use]
    pub fn dropped(self, text: &str) -> String {
        let Ok(core) = self.core(text) else {
            return String::new();
        };
        // The first digit of a text is that of its core, so that the core stands nowhere before.
        let (before, after) = text.split_once(core).unwrap_or_default();
        let within = core.chars().filter(|c| !is_kept(*c));
        before.chars().chain(within).chain(after.chars()).collect()
    }
}

/// Whether `numeric` keeps the character.
fn is_kept(c: char) -> bool {
    c.is_ascii_digit() || c == '.'
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
#[error("`{0}` is not a version scheme; the schemes are `numeric`, `leading` and `strict`")]
pub struct UnknownScheme(pub String);
