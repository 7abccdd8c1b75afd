//! What the program promises to people and to scripts, asked of the program itself.
//!
//! `tests/golden/*.txt` hold whole outputs. `ONHAND_BLESS=1 cargo test -p onhand-cli` writes them
//! anew; the difference is then read in git.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the program is started, and its files are made, on the real machine"
)]

mod check;
mod color;
mod explain;
mod fixtures;
mod golden;
mod inspect;
mod json;
mod lint;
mod paths;
mod probe;
mod probe_here;
mod program;
mod readme;
mod schema;
mod skills;
mod streams;
mod unseen;
mod variables;
mod version_scheme;
mod walks;
