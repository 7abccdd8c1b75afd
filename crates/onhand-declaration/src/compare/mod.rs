//! How a version that was found is compared with the minimum version: [`VersionScheme`], and a file for each scheme.
//!
//! It stands here, since the grammar of `min_version` and the evaluator need it; who reads versions finds it as
//! `onhand_version::compare`.

mod digits;
mod leading;
mod numeric;
mod scheme;
mod strict;

pub use digits::{holds_digit, is_dotted_numeric};
pub use scheme::{NotComparable, UnknownScheme, VersionScheme};
