//! A JSON object that an application wrote: which keys count ([`keys`]), how they are read ([`read`]), and what their
//! values mean ([`value`]).

mod keys;
mod read;
mod value;

pub(crate) use keys::{EndpointKey, Keys, shown};
pub(crate) use read::read;
