//! Answers for people. Every text is styled; a stream that takes no styles is given none.

mod counted;
mod diagnostic;
mod explanation;
mod inspection;
mod page;
mod probed;
mod skills;
mod style;
mod table;
mod visible;

use counted::counted;
pub(crate) use counted::sum;
pub(crate) use diagnostic::{error, problem, problems};
pub(crate) use explanation::explanation;
pub(crate) use inspection::inspections;
pub(crate) use probed::probed;
pub(crate) use skills::skills;
pub(crate) use table::table;
pub(crate) use visible::{plain, visible};
