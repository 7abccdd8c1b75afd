//! The promises of the kind `pe_resource`, on executables made to measure.

mod agreement;
mod choice;
mod cost;
mod directory;
mod hostile;
mod image;
mod layout;
mod machine;
mod mutation;
#[path = "../support/pe_builder/mod.rs"]
mod pe_builder;
mod source;
