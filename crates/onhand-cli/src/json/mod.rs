//! Answers for programs.
//!
//! The keys are a promise: each is always there, `null` where there is nothing to say, and none
//! goes away or changes its meaning. New keys may come, and so may new values of `state`, `rule`,
//! `operation`, `kind` and `code`.

mod check;
mod document;
mod explain;
mod inspect;
mod lint;
mod observed;
mod probe;
mod skills;

use serde::Serialize;

pub(crate) use check::check;
pub(crate) use document::refusal;
pub(crate) use explain::explain;
pub(crate) use inspect::inspect;
pub(crate) use lint::lint;
pub(crate) use probe::probe;
pub(crate) use skills::skills;

/// The value as indented JSON and a line's end.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value)
        .expect("no map here has a key that is no text, and no value fails to serialize");
    text.push('\n');
    text
}
