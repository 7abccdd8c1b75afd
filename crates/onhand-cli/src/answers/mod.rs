//! What the commands found out, as plain values: no layout of a text, no shape of a document.

mod answered;
mod checked;
mod declared;
mod explained;
mod file_problem;
mod file_rule;
mod inspection;
mod linted;
mod probed;
mod problems;
mod skill;
mod standing;

pub(crate) use answered::{Answers, AskedMachine};
pub(crate) use checked::Checked;
pub(crate) use declared::{Declared, Invalid};
pub(crate) use explained::Explained;
pub(crate) use file_problem::FileProblem;
pub(crate) use file_rule::FileRule;
pub(crate) use inspection::{Field, Inspection, Value, VersionKind};
pub(crate) use linted::Linted;
pub(crate) use probed::Probed;
pub(crate) use problems::Problems;
pub(crate) use skill::{AnsweredSkill, WhyHidden};
pub(crate) use standing::Standing;
