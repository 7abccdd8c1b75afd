//! What Windows tells of a thing that is open, in one call.

#![allow(
    unsafe_code,
    reason = "std keeps the ids of files to itself, and asking it for the rest is a call more"
)]

use std::fs::{self, File};
use std::io;
use std::os::windows::fs::MetadataExt;
use std::os::windows::io::AsRawHandle;
use std::time::SystemTime;

use onhand_platform::{FileIdentity, FileKind};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_DIRECTORY, FILE_ID_INFO, FileIdInfo,
    GetFileInformationByHandle, GetFileInformationByHandleEx,
};

use super::file_time::system_time;

/// What is told of a thing.
pub(super) struct Told {
    pub(super) attributes: u32,
    /// In bytes.
    pub(super) len: u64,
    pub(super) modified: Option<SystemTime>,
    pub(super) identity: Option<FileIdentity>,
}

impl Told {
    /// One call to the OS; another for the id of a thing on ReFS that doesn't fit into 64 bits.
    pub(super) fn by_itself(thing: &File) -> io::Result<Self> {
        let mut told = BY_HANDLE_FILE_INFORMATION::default();
        // SAFETY: the handle is open; `told` is written to only, and outlives the call.
        let done = unsafe { GetFileInformationByHandle(thing.as_raw_handle(), &raw mut told) };
        if done == 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Told {
            attributes: told.dwFileAttributes,
            len: wide(told.nFileSizeHigh, told.nFileSizeLow),
            modified: system_time(told.ftLastWriteTime),
            identity: match wide(told.nFileIndexHigh, told.nFileIndexLow) {
                NO_ID => None,
                LONGER_ID => long_id(thing),
                id => Some(id.into()),
            }
            .map(|id| FileIdentity::new(told.dwVolumeSerialNumber.into(), id)),
        })
    }

    /// What the folder tells of it, which is nothing of its identity.
    pub(super) fn by_folder(metadata: &fs::Metadata) -> Self {
        Told {
            attributes: metadata.file_attributes(),
            len: metadata.len(),
            modified: metadata.modified().ok(),
            identity: None,
        }
    }

    /// What it is, if it is no reparse point.
    pub(super) fn kind(&self) -> FileKind {
        if self.attributes & FILE_ATTRIBUTE_DIRECTORY == 0 {
            FileKind::File
        } else {
            FileKind::Directory
        }
    }
}

/// What a file system without ids gives for one.
/// Source: Microsoft, "[MS-FSCC]", 2.1.9, as `LONGER_ID`.
const NO_ID: u64 = 0;

/// What stands for an id that has more than 64 bits.
const LONGER_ID: u64 = u64::MAX;

fn long_id(thing: &File) -> Option<u128> {
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
    (done != 0).then(|| u128::from_le_bytes(id.FileId.Identifier))
}

fn wide(high: u32, low: u32) -> u64 {
    (u64::from(high) << 32) | u64::from(low)
}
