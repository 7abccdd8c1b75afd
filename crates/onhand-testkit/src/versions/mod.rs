//! Tables of small files, and of each what must be read of it: no reader is asked.
//!
//! `cargo xtask fixtures` writes them to `fixtures/machines/versions`, and the tests of `onhand-version` read them there.

mod executables;
mod fixture;
mod property_lists;

pub use executables::fixtures as executables;
pub use fixture::{Fixture, Said, VERSION};
pub use property_lists::fixtures as property_lists;
