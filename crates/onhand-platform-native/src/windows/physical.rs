//! Where a path really leads: the name that Windows has for what was reached.

#![allow(
    unsafe_code,
    reason = "std asks for this name only of what it opened itself, through every link"
)]

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};

use onhand_platform::{HostError, HostResult};
use windows_sys::Win32::Foundation::{ERROR_FILENAME_EXCED_RANGE, ERROR_PATH_NOT_FOUND};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_NAME_NORMALIZED, GetFinalPathNameByHandleW, VOLUME_NAME_DOS,
};

use super::nt_file::LocalDisks;
use super::os_error::{is, os_error};
use super::place::Place;
use super::reach::{Thing, reach};

/// The longest path of Windows, in UTF-16 units, and its NUL.
const MAX_UNITS: usize = 32_768;

/// The physical path of what is there, by the links that `stat` follows. What is reached is open for its metadata alone.
pub(crate) fn resolve(path: &Path) -> HostResult<PathBuf> {
    match reach(&LocalDisks, Place::of(path)?)?.thing? {
        Thing::Ordinary(thing) | Thing::Unopenable(thing, _) => physical(&thing),
    }
}

/// The path with a drive, without the `\\?\` that Windows puts before it.
fn physical(thing: &File) -> HostResult<PathBuf> {
    let name = final_name(thing).map_err(|error| match is(&error, ERROR_PATH_NOT_FOUND) {
        true => HostError::Io("its volume has no drive letter".to_owned()),
        false => error.into(),
    })?;
    let path = name
        .strip_prefix(&VERBATIM)
        .filter(|path| path.get(1) == Some(&COLON))
        .ok_or(HostError::Network)?;
    Ok(OsString::from_wide(path).into())
}

const VERBATIM: [u16; 4] = [b'\\' as u16, b'\\' as u16, b'?' as u16, b'\\' as u16];
const COLON: u16 = b':' as u16;

fn final_name(thing: &File) -> io::Result<Vec<u16>> {
    let mut name = vec![0; 512];
    loop {
        // SAFETY: the handle is open; `name` has room for as many units as is said, which is all that the call writes.
        let units = unsafe {
            GetFinalPathNameByHandleW(
                thing.as_raw_handle(),
                name.as_mut_ptr(),
                name.len() as u32,
                FILE_NAME_NORMALIZED | VOLUME_NAME_DOS,
            )
        } as usize;
        match units {
            0 => return Err(io::Error::last_os_error()),
            _ if units < name.len() => {
                name.truncate(units);
                return Ok(name);
            }
            // It says how much room it takes.
            _ if units <= MAX_UNITS && name.len() < MAX_UNITS => name.resize(MAX_UNITS, 0),
            _ => return Err(os_error(ERROR_FILENAME_EXCED_RANGE)),
        }
    }
}
