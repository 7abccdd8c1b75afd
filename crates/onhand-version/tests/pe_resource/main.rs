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
mod source;
