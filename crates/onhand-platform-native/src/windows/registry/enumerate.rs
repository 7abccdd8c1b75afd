//! The names below a registry key, and its values, one at a time into buffers of a bounded size.
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

/// The room for the name of a key that is begun with, in UTF-16 units. The documented limit is 255,
/// and the kernel takes 256.
/// Source: Microsoft, "Registry Element Size Limits".
const KEY_NAME_UNITS: usize = 256 + 1;
/// The same for the name of a value: the longest, and its NUL.
const VALUE_NAME_UNITS: usize = 16_383 + 1;
/// The most units that any name in the kernel can have, and a NUL: its texts count their bytes in
/// 16 bits.
const MOST_NAME_UNITS: usize = 32_767 + 1;

/// The room that names are read into, one after the other. It grows to whatever a name takes.
pub(super) struct NameBuffer(Vec<u16>);

impl NameBuffer {
    /// Room for the name of a key.
    pub(super) fn of_keys() -> Self {
        NameBuffer(vec![0; KEY_NAME_UNITS])
    }

    /// The name of the key's child of that index; `None` after the last.
    pub(super) fn child(&mut self, key: &Key, index: u32) -> io::Result<Option<OsString>> {
        loop {
            let mut units = self.units();
            // SAFETY: the key is open; the buffer has room for `units` units, which the call
            // corrects to what it wrote; what we have no use for is null, as the call allows.
            let status = unsafe {
                RegEnumKeyExW(
                    key.as_raw(),
                    index,
                    self.0.as_mut_ptr(),
                    &raw mut units,
                    null(),
                    null_mut(),
                    null_mut(),
                    null_mut(),
                )
            };
            match status {
                ERROR_SUCCESS => return Ok(Some(self.name(units))),
                ERROR_NO_MORE_ITEMS => return Ok(None),
                ERROR_MORE_DATA if self.grows() => {}
                _ => return Err(os_error(status)),
            }
        }
    }

    fn units(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn name(&self, units: u32) -> OsString {
        OsString::from_wide(&self.0[..units as usize])
    }

    /// Makes more room, unless no name could need it.
    fn grows(&mut self) -> bool {
        let may_grow = self.0.len() < MOST_NAME_UNITS;
        if may_grow {
            self.0.resize(MOST_NAME_UNITS, 0);
        }
        may_grow
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
    name: NameBuffer,
    data: Vec<u8>,
}

impl ValueBuffer {
    /// Room for values of at most `value_bytes` bytes, under names of any length.
    pub(super) fn new(value_bytes: usize) -> Self {
        ValueBuffer {
            name: NameBuffer(vec![0; VALUE_NAME_UNITS]),
            data: vec![0; value_bytes],
        }
    }

    /// The key's value of that index; `None` after the last.
    pub(super) fn read(&mut self, key: &Key, index: u32) -> io::Result<Option<RawValue<'_>>> {
        let room = u32::try_from(self.data.len()).unwrap_or(u32::MAX);
        // Too much of what, name or data, a call that fails does not say. Nor what it wrote. So
        // the next asks for no data, and the one after that has more room for the name.
        let mut wants_data = true;
        loop {
            let mut units = self.name.units();
            let mut type_code = 0;
            let mut bytes = room;
            let (data, size) = if wants_data {
                (self.data.as_mut_ptr(), &raw mut bytes)
            } else {
                (null_mut(), null_mut())
            };
            // SAFETY: the key is open; `name` has room for `units` units and `data` for `bytes`
            // bytes, both of which the call corrects to what it wrote; a null for the data and
            // its size means that they are not asked for.
            let status = unsafe {
                RegEnumValueW(
                    key.as_raw(),
                    index,
                    self.name.0.as_mut_ptr(),
                    &raw mut units,
                    null(),
                    &raw mut type_code,
                    data,
                    size,
                )
            };
            match status {
                ERROR_SUCCESS => {
                    return Ok(Some(RawValue {
                        name: self.name.name(units),
                        type_code,
                        data: wants_data.then(|| &self.data[..bytes as usize]),
                    }));
                }
                ERROR_NO_MORE_ITEMS => return Ok(None),
                ERROR_MORE_DATA if wants_data => wants_data = false,
                ERROR_MORE_DATA if self.name.grows() => wants_data = true,
                _ => return Err(os_error(status)),
            }
        }
    }
}
