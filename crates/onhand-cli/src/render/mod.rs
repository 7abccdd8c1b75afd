//! Answers for people. Every text is styled; a stream that takes no styles is given none.

mod check;
mod counted;
mod explain;
mod inspect;
mod lint;
mod page;
mod probe;
mod problem;
mod skills;
mod style;
mod width;

pub(crate) use check::check;
pub(crate) use explain::explain;
pub(crate) use inspect::inspect;
pub(crate) use lint::lint;
pub(crate) use probe::probe;
pub(crate) use problem::{error, problems};
pub(crate) use skills::skills;
