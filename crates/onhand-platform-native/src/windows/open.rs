//! Regular files, open for reading.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::path::Path;
use std::time::Instant;

use onhand_platform::{HostError, HostResult, Metadata};

use super::nt_file::{Access, reopen};
use super::stat::look;

/// Opens a regular file; gives it and what it is. Nobody is kept from writing, renaming or
/// deleting it meanwhile.
///
/// What is opened is the very thing that was looked at, by its handle, so that nothing but a
/// regular file is.
pub(crate) fn open(path: &Path) -> HostResult<(File, Metadata)> {
    let seen = look(path)?;
    seen.metadata.ensure_file()?;
    if seen.is_placeholder {
        return Err(HostError::Network);
    }
    let file = reopen(&seen.thing?, Access::Content)?;
    Ok((file, seen.metadata))
}

/// Nothing on Windows is a FIFO that a path leads to.
pub(crate) fn read_pipe(_: &Path, _: u64, _: Instant) -> HostResult<Vec<u8>> {
    Err(HostError::NotAFile)
}

/// One read; it may give less than is asked for.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    FileExt::seek_read(file, buffer, offset)
}
