//! Files: which ones a path stands for, what they hold, and how a place in one is shown.

mod passed_over;
mod quote;
mod source;
mod text;
mod walk;

pub(crate) use passed_over::{PassedOver, PassedOverName};
pub(crate) use quote::Quote;
pub(crate) use source::{Source, in_words, refusal};
pub(crate) use text::Text;
pub(crate) use walk::{Found, find};
