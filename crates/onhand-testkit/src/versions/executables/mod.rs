//! Windows executables: [`whole`] ones, ones that are [`odd`] but well, ones that were [`cut`]
//! short, and [`hostile`] ones.

mod cut;
mod hostile;
mod odd;
mod row;
mod whole;

pub use row::fixtures;
