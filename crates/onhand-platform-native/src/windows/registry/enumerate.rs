//! The names below a registry key, and its values, one at a time into buffers of a fixed size.
//!
//! The iterators of `windows-registry` make room for whatever the largest value of a key is,
//! and take a key that changes meanwhile for a defect of the program.

#![allow(
    unsafe_code,
    reason = "the bounded form of these calls is the OS's own"
)]

use std::ffi::OsString;
use std::io;
use std::os::windows::ffi::OsStringExt;
use std::ptr::{null, null_mut};

use windows_registry::Key;
use windows_sys::Win32::Foundation::{ERROR_MORE_DATA, ERROR_NO_MORE_ITEMS, ERROR_SUCCESS};
use windows_sys::Win32::System::Registry::{RegEnumKeyExW, RegEnumValueW};

use crate::windows::os_error::os_error;

/// The longest name of a key in UTF-16 units, and its NUL.
/// Source: Microsoft, "Registry Element Size Limits".
const KEY_NAME_UNITS: usize = 255 + 1;
/// The longest name of a value in UTF-16 units, and its NUL.
const VALUE_NAME_UNITS: usize = 16_383 + 1;

/// The name of the key's child of that index; `None` after the last.
pub(super) fn child_name(key: &Key, index: u32) -> io::Result<Option<OsString>> {
    let mut name = [0; KEY_NAME_UNITS];
    let mut units = KEY_NAME_UNITS as u32;
    // SAFETY: the key is open; `name` has room for `units` units, which the call corrects to
    // what it wrote; what we have no use for is null, as the call allows.
    let status = unsafe {
        RegEnumKeyExW(
            key.as_raw(),
            index,
            name.as_mut_ptr(),
            &raw mut units,
            null(),
            null_mut(),
            null_mut(),
            null_mut(),
        )
    };
    match status {
        ERROR_SUCCESS => Ok(Some(OsString::from_wide(&name[..units as usize]))),
        ERROR_NO_MORE_ITEMS => Ok(None),
        _ => Err(os_error(status)),
    }
}

/// One value of a key.
pub(super) struct RawValue<'a> {
    pub(super) name: OsString,
    pub(super) type_code: u32,
    /// Its bytes; `None` where there are more than the buffer holds.
    pub(super) data: Option<&'a [u8]>,
}

/// The room that values are read into, one after the other.
pub(super) struct ValueBuffer {
    name: Vec<u16>,
    data: Vec<u8>,
}

impl ValueBuffer {
    /// Room for values of at most `value_bytes` bytes, under names of any length.
    pub(super) fn new(value_bytes: usize) -> Self {
        ValueBuffer {
            name: vec![0; VALUE_NAME_UNITS],
            data: vec![0; value_bytes],
        }
    }

    /// The key's value of that index; `None` after the last.
    pub(super) fn read(&mut self, key: &Key, index: u32) -> io::Result<Option<RawValue<'_>>> {
        let room = u32::try_from(self.data.len()).unwrap_or(u32::MAX);
        let mut units = VALUE_NAME_UNITS as u32;
        let mut type_code = 0;
        let mut bytes = room;
        // SAFETY: the key is open; `name` has room for `units` units and `data` for `bytes`
        // bytes, both of which the call corrects to what it wrote.
        let mut status = unsafe {
            RegEnumValueW(
                key.as_raw(),
                index,
                self.name.as_mut_ptr(),
                &raw mut units,
                null(),
                &raw mut type_code,
                self.data.as_mut_ptr(),
                &raw mut bytes,
            )
        };
        let is_too_large = status == ERROR_MORE_DATA;
        if is_too_large {
            // What a call has written that fails so is not said. This one asks for no data.
            units = VALUE_NAME_UNITS as u32;
            // SAFETY: as above; a null for the data and its size means that they are not asked for.
            status = unsafe {
                RegEnumValueW(
                    key.as_raw(),
                    index,
                    self.name.as_mut_ptr(),
                    &raw mut units,
                    null(),
                    &raw mut type_code,
                    null_mut(),
                    null_mut(),
                )
            };
        }
        match status {
            ERROR_SUCCESS => Ok(Some(RawValue {
                name: OsString::from_wide(&self.name[..units as usize]),
                type_code,
                data: (!is_too_large).then(|| &self.data[..bytes as usize]),
            })),
            ERROR_NO_MORE_ITEMS => Ok(None),
            _ => Err(os_error(status)),
        }
    }
}
