//! Processes of Windows.

mod owner;
mod snapshot;
mod state;

pub(crate) use state::state;
