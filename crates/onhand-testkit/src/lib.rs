//! What the tests of several crates share.
//!
//! No crate of the product leans on it but for its tests, which a test of `xtask` keeps so. Whoever needs one thing gets no
//! more: what has dependencies is a feature.
//!
//! | module | holds | feature |
//! |---|---|---|
//! | [`pe`] | Windows executables, made to measure | |
//! | [`bplist`] | binary property lists, made object by object | |
//! | [`versions`] | tables of such files, and what must be read of each | |
//! | [`fixtures`] | the files below `fixtures/` | |
//! | [`mutation`] | damage to sound files, the same in each run | |
//! | [`rerun`] | a test that runs once more in a child process | |
//! | `nobody` | the same as another user | (Unix) |
//! | `program` | a program, started as a user would | `program` |
//! | `events` | what a piece of work logs | `events` |
//! | `laced` | texts with characters that nobody sees | `laced` |
//! | `catalogue` | what a host registers without a parser | `catalogue` |

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read fixtures, and start programs, on the real machine"
)]

pub mod bplist;
#[cfg(feature = "catalogue")]
pub mod catalogue;
#[cfg(feature = "events")]
pub mod events;
pub mod fixtures;
#[cfg(feature = "laced")]
pub mod laced;
pub mod mutation;
#[cfg(unix)]
pub mod nobody;
pub mod pe;
#[cfg(feature = "program")]
pub mod program;
pub mod rerun;
pub mod versions;
