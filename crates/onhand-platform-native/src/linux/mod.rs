//! Linux: what `/proc` tells.

pub(crate) mod process;
mod process_text;
