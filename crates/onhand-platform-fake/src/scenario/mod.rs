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
mod timestamp;

pub use mistake::{Mistake, MistakeKind, ScenarioError};
