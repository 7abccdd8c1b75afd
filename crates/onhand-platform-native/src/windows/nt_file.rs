//! Files and folders, opened below one that is open, without a step through a reparse point.
//!
//! Win32 has no such call. `NtOpenFile` with `OBJ_DONT_REPARSE` is one of Windows 10 from
//! version 1607 on; an older one calls it an invalid parameter.
//!
//! A drive is itself a link of the object manager, and counts as one. This is why the root of a
//! volume is opened first, by Win32, and all else below it.

#![allow(unsafe_code, reason = "std opens nothing below an open folder")]

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle};
use std::ptr::{null, null_mut};

use onhand_platform::HostResult;
use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Wdk::Storage::FileSystem::{
    FILE_OPEN_REPARSE_POINT, FILE_SYNCHRONOUS_IO_NONALERT, NtOpenFile,
};
use windows_sys::Win32::Foundation::{
    ERROR_CANT_ACCESS_FILE, ERROR_FILENAME_EXCED_RANGE, ERROR_NOT_A_REPARSE_POINT,
    OBJ_CASE_INSENSITIVE, OBJ_DONT_REPARSE, RtlNtStatusToDosError,
    STATUS_IO_REPARSE_TAG_NOT_HANDLED, STATUS_REPARSE_POINT_ENCOUNTERED, UNICODE_STRING,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_GENERIC_READ, FILE_LIST_DIRECTORY, FILE_READ_ATTRIBUTES,
    FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE, MAXIMUM_REPARSE_DATA_BUFFER_SIZE,
    SYNCHRONIZE,
};
use windows_sys::Win32::System::IO::{DeviceIoControl, IO_STATUS_BLOCK};
use windows_sys::Win32::System::Ioctl::FSCTL_GET_REPARSE_POINT;

use super::os_error::{is, os_error};
use super::place::{Name, join};
use super::reach::{Disks, End};
use super::reparse::ReparsePoint;
use super::volume::{StandsFor, Volume};

/// What a thing is opened for.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub(super) enum Access {
    /// Its metadata. Nobody's exclusive use stands in the way.
    Metadata = FILE_READ_ATTRIBUTES | SYNCHRONIZE,
    /// The content of a file.
    Content = FILE_GENERIC_READ,
    /// The names in a folder.
    Names = FILE_LIST_DIRECTORY | SYNCHRONIZE,
}

/// The disks of this machine.
pub(super) struct LocalDisks;

impl Disks for LocalDisks {
    type Root = File;
    type Thing = File;

    fn stands_for(&self, volume: &Volume) -> HostResult<StandsFor> {
        volume.stands_for()
    }

    fn root(&self, volume: &Volume) -> io::Result<File> {
        OpenOptions::new()
            .access_mode(0)
            .custom_flags(FILE_FLAG_BACKUP_SEMANTICS)
            .open(OsString::from_wide(&volume.root()))
    }

    fn open(&self, root: &File, names: &[Name], end: End) -> io::Result<Option<File>> {
        let options = match end {
            End::NoReparsePoint => 0,
            End::Itself => FILE_OPEN_REPARSE_POINT,
        };
        open_below(root, join(names), Access::Metadata, options)
    }

    fn reparse_point(&self, thing: &File) -> io::Result<Option<ReparsePoint>> {
        match reparse_data(thing) {
            Ok(data) => ReparsePoint::parse(&data).map(Some),
            Err(error) if is(&error, ERROR_NOT_A_REPARSE_POINT) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Opens once more what is open, for something else. No path plays a part: it is the same
/// thing, wherever it may have been moved to.
pub(super) fn reopen(file: &File, access: Access) -> io::Result<File> {
    let reopened = open_below(file, Name::new(), access, 0)?;
    reopened.ok_or_else(|| os_error(ERROR_CANT_ACCESS_FILE))
}

/// Opens what is at a path below `parent`, nobody kept from writing, renaming or deleting it;
/// `None` where it would take a step through a reparse point.
fn open_below(
    parent: &File,
    mut path: Name,
    access: Access,
    options: u32,
) -> io::Result<Option<File>> {
    let Ok(bytes) = u16::try_from(path.len() * size_of::<u16>()) else {
        return Err(os_error(ERROR_FILENAME_EXCED_RANGE));
    };
    let name = UNICODE_STRING {
        Length: bytes,
        MaximumLength: bytes,
        Buffer: path.as_mut_ptr(),
    };
    let attributes = OBJECT_ATTRIBUTES {
        Length: size_of::<OBJECT_ATTRIBUTES>() as u32,
        RootDirectory: parent.as_raw_handle(),
        ObjectName: &raw const name,
        Attributes: OBJ_CASE_INSENSITIVE | OBJ_DONT_REPARSE,
        SecurityDescriptor: null(),
        SecurityQualityOfService: null(),
    };
    let mut handle = null_mut();
    let mut outcome = IO_STATUS_BLOCK::default();
    // SAFETY: `attributes` has its own length; the handle in it is open, and the name in it is as
    // long as it says; both outlive the call. `handle` and `outcome` are written to only.
    let status = unsafe {
        NtOpenFile(
            &raw mut handle,
            access as u32,
            &raw const attributes,
            &raw mut outcome,
            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
            FILE_SYNCHRONOUS_IO_NONALERT | options,
        )
    };
    match status {
        // SAFETY: the call succeeded: the handle is open, and nobody else closes it.
        0.. => Ok(Some(unsafe { File::from_raw_handle(handle) })),
        STATUS_REPARSE_POINT_ENCOUNTERED | STATUS_IO_REPARSE_TAG_NOT_HANDLED => Ok(None),
        // SAFETY: the call takes any number.
        _ => Err(os_error(unsafe { RtlNtStatusToDosError(status) })),
    }
}

/// The bytes that the file system keeps for a reparse point.
fn reparse_data(thing: &File) -> io::Result<Vec<u8>> {
    let mut data = vec![0; MAXIMUM_REPARSE_DATA_BUFFER_SIZE as usize];
    let mut written = 0;
    // SAFETY: the handle is open; nothing is read in; `data` has as many bytes as is said, and
    // the call gives back how many of them it wrote.
    let done = unsafe {
        DeviceIoControl(
            thing.as_raw_handle(),
            FSCTL_GET_REPARSE_POINT,
            null(),
            0,
            data.as_mut_ptr().cast(),
            MAXIMUM_REPARSE_DATA_BUFFER_SIZE,
            &raw mut written,
            null_mut(),
        )
    };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    data.truncate(written as usize);
    Ok(data)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::windows::fs::FileExt;
    use std::path::Path;

    use super::*;
    use crate::windows::place::Place;

    /// What the path leads to, open below the root of its drive.
    fn open(path: &Path) -> io::Result<Option<File>> {
        let place = Place::of(path).expect("on a disk");
        let root = LocalDisks.root(&place.volume)?;
        LocalDisks.open(&root, &place.names, End::NoReparsePoint)
    }

    /// Wine opens a file again by the name that it had.
    #[test]
    #[ignore = "needs a file system of Windows"]
    fn what_is_opened_again_is_the_same_wherever_it_was_moved_to() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let [here, there] = ["here", "there"].map(|name| scratch.path().join(name));
        fs::write(&here, "first").expect("writes");
        let seen = open(&here).expect("opens").expect("no link");
        fs::rename(&here, &there).expect("moves");
        fs::write(&here, "second").expect("writes");
        let file = reopen(&seen, Access::Content).expect("opens again");
        let mut content = [0; 5];
        assert_eq!(file.seek_read(&mut content, 0).expect("reads"), 5);
        assert_eq!(&content, b"first");
    }

    #[test]
    fn a_thing_that_is_open_for_its_metadata_gives_no_content() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let path = scratch.path().join("file");
        fs::write(&path, "secret").expect("writes");
        let seen = open(&path).expect("opens").expect("no link");
        assert_eq!(seen.metadata().expect("tells").len(), 6);
        assert!(seen.seek_read(&mut [0; 6], 0).is_err());
    }

    #[test]
    fn what_is_no_reparse_point_has_none_of_its_bytes() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let path = scratch.path().join("file");
        fs::write(&path, "").expect("writes");
        for path in [path.as_path(), scratch.path()] {
            let seen = open(path).expect("opens").expect("no link");
            assert_eq!(LocalDisks.reparse_point(&seen).expect("tells"), None);
        }
    }

    #[test]
    fn a_path_longer_than_any_can_be_is_an_error_and_no_panic() {
        let long = format!(r"C:\{}", r"a\".repeat(40_000));
        let error = open(Path::new(&long)).expect_err("too long");
        assert!(is(&error, ERROR_FILENAME_EXCED_RANGE), "{error}");
    }
}
