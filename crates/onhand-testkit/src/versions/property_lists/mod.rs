//! Property lists: in [`xml`] and [`binary`], and ones that are [`refused`].

mod binary;
mod refused;
mod row;
mod xml;

pub use row::fixtures;
