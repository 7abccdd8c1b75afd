//! Regular files, open for reading.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

use onhand_platform::{HostError, HostResult};
use windows_sys::Win32::Storage::FileSystem::SECURITY_IDENTIFICATION;

use super::stat::look;

/// Opens a regular file; gives it and its size. Nobody is kept from writing, renaming or
/// deleting it meanwhile.
///
/// What is at the path is looked at twice: before, so that nothing but a regular file is
/// opened, and again through the handle, since the path may have come to lead elsewhere. A
/// pipe that it has come to lead to learns who we are, but can't act as us.
pub(crate) fn open(path: &Path) -> HostResult<(File, u64)> {
    let seen = look(path)?;
    seen.metadata.ensure_file()?;
    if seen.is_placeholder {
        return Err(HostError::Network);
    }
    let file = OpenOptions::new()
        .read(true)
        .security_qos_flags(SECURITY_IDENTIFICATION)
        .open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(HostError::NotAFile);
    }
    let len = metadata.len();
    Ok((file, len))
}

/// One read; it may give less than is asked for.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    FileExt::seek_read(file, buffer, offset)
}
