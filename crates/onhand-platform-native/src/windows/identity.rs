//! Which thing an open handle is of.

#![allow(unsafe_code, reason = "std keeps the ids of files to itself")]

use std::fs::File;
use std::os::windows::io::AsRawHandle;

use onhand_platform::FileIdentity;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ID_INFO, FileIdInfo, GetFileInformationByHandleEx,
};

/// Which thing it is. One call to the OS; `None` on a file system that has no lasting ids (FAT).
pub(super) fn identity(thing: &File) -> Option<FileIdentity> {
    let mut id = FILE_ID_INFO::default();
    // SAFETY: the handle is open; `id` is of the type that is asked for, has as many bytes as is said,
    // and is written to only.
    let done = unsafe {
        GetFileInformationByHandleEx(
            thing.as_raw_handle(),
            FileIdInfo,
            (&raw mut id).cast(),
            size_of::<FILE_ID_INFO>() as u32,
        )
    };
    let file = u128::from_le_bytes(id.FileId.Identifier);
    // A file system that knows none gives zeros.
    (done != 0 && file != 0).then(|| FileIdentity::new(id.VolumeSerialNumber, file))
}
