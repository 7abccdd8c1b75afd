//! Paths of a host, with the semantics of *its* OS on whatever OS this runs.

mod reserved;
mod rooted;
mod rules;
mod template;

pub use rooted::RootedPath;
pub use rules::{PathRule, PathViolation};
pub use template::{ExpansionError, InvalidTemplate, PathTemplate};
