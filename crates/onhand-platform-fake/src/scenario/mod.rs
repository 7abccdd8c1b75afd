//! A machine described in a file.

mod beside;
mod content;
mod document;
mod fields;
mod file;
mod machine;
mod mistake;
mod network;
mod registry;

pub use mistake::{Mistake, MistakeKind, ScenarioError};
