//! Answers for programs.
//!
//! The keys are a promise: each is always there, `null` where there is nothing to say, and none
//! goes away or changes its meaning. New keys may come, and so may new values of `state`, `rule`,
//! `operation`, `kind`, `code` and `cause`.

mod check;
mod document;
mod escape;
mod explain;
mod inspect;
mod lint;
mod observed;
mod probe;
mod skills;

use escape::escaped;
use serde::Serialize;

pub(crate) use check::check;
pub(crate) use document::refusal;
pub(crate) use explain::explain;
pub(crate) use inspect::inspect;
pub(crate) use lint::lint;
pub(crate) use probe::probe;
pub(crate) use skills::skills;

/// The value as indented JSON and a line's end. What nobody sees is escaped in it, so that it is the same bytes on a
/// terminal, in a pipe and in a file, and a person who looks at it sees what a program reads.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value)
        .expect("no map here has a key that is no text, and no value fails to serialize");
    let mut text = escaped(&text);
    text.push('\n');
    text
}
