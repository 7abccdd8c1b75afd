//! How the version that was found is compared with the minimum version.
//!
//! [`VersionScheme`] holds the three ways to compare two texts: `numeric`, the documented default; `leading`, which
//! suits most applications; and `strict`. Comparing is pure: it costs no host call.
//!
//! ```
//! use std::cmp::Ordering;
//! use onhand_version::compare::VersionScheme;
//!
//! assert_eq!(VersionScheme::Numeric.compare("2.3.0.12594", "2.3"), Ok(Ordering::Greater));
//! // All digits, or the first number alone.
//! assert_eq!(VersionScheme::Numeric.compare("7.0.1 (build 5)", "7.0.15"), Ok(Ordering::Equal));
//! assert_eq!(VersionScheme::Leading.compare("7.0.1 (build 5)", "7.0.15"), Ok(Ordering::Less));
//! assert!(VersionScheme::Strict.compare("7.0.1 (build 5)", "7.0.15").is_err());
//! ```
//!
//! The code itself is in `onhand-declaration`, in the folder `src/compare`, a file for each scheme: the grammar of
//! `min_version` and the evaluator of `onhand-resolver` need it, and this crate leans on both.

pub use onhand_declaration::{
    NotComparable, UnknownScheme, VersionScheme, holds_digit, is_dotted_numeric,
};
