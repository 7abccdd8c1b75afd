//! Regular files, open for reading.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::path::Path;

use onhand_platform::{HostError, HostResult};

use super::nt_file::{Access, reopen};
use super::stat::look;

/// Opens a regular file; gives it and its size. Nobody is kept from writing, renaming or
/// deleting it meanwhile.
///
/// What is opened is the very thing that was looked at, by its handle, so that nothing but a
/// regular file is.
pub(crate) fn open(path: &Path) -> HostResult<(File, u64)> {
    let seen = look(path)?;
    seen.metadata.ensure_file()?;
    if seen.is_placeholder {
        return Err(HostError::Network);
    }
    let file = reopen(&seen.thing?, Access::Content)?;
    Ok((file, seen.metadata.len))
}

/// One read; it may give less than is asked for.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    FileExt::seek_read(file, buffer, offset)
}
