//! A machine described in a file.

mod beside;
mod content;
mod error;
mod file;
mod machine;
mod network;
mod once;
mod registry;
mod rule;

pub use error::{InvalidScenario, ScenarioError};
pub use rule::ScenarioRule;
