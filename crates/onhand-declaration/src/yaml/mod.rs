//! YAML and JSON text: its reading under a budget, and what is said of a text that can't be read.

mod read;
mod refusal;

pub use read::{MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES, YamlBudget};
