//! A mapping under a closed grammar: what is taken is known, and what is left is wrong.

mod field;
mod mapping;

pub use field::Field;
pub use mapping::{Fields, keys_hint};
