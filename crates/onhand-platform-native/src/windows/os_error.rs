//! The error codes of Windows as errors.

use std::io;

/// The error of that code.
pub(super) fn os_error(code: u32) -> io::Error {
    io::Error::from_raw_os_error(code.cast_signed())
}

/// Whether it is the error of that code.
pub(super) fn is(error: &io::Error, code: u32) -> bool {
    error.raw_os_error() == Some(code.cast_signed())
}
