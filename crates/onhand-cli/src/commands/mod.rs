//! The commands, each from its arguments to its output: arguments, machine, answers, text or JSON.

mod asking;
mod check;
mod explain;
mod inspect;
mod lint;
mod place;
mod probe;
mod run;
mod schema;
mod skills;

pub(crate) use run::run;
