//! Answers for programs.
//!
//! The keys are a promise: each is always there, `null` where there is nothing to say, and none
//! goes away or changes its meaning. New keys may come, and so may new values of `state`, `rule`,
//! `operation`, `kind`, `code` and `cause`.

mod check;
mod document;
mod explain;
mod inspect;
mod lint;
mod observed;
mod pretty;
mod probe;
mod skills;

pub(crate) use check::check;
pub(crate) use document::refusal;
pub(crate) use explain::explain;
pub(crate) use inspect::inspect;
pub(crate) use lint::lint;
pub(crate) use pretty::pretty;
pub(crate) use probe::probe;
pub(crate) use skills::skills;
