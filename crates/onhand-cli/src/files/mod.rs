//! Files: which ones a path stands for, what they hold, and how a place in one is shown.

mod quote;
mod source;
mod walk;

pub(crate) use quote::{Lines, Quote};
pub(crate) use source::{Source, in_words};
pub(crate) use walk::{Found, find};
