//! A registry key under a name that only the kernel's own calls take. For tests only.

#![allow(unsafe_code, reason = "no crate has these calls")]

use std::io;
use std::ptr::{null, null_mut};

use windows_registry::Key;
use windows_sys::Wdk::Foundation::OBJECT_ATTRIBUTES;
use windows_sys::Win32::Foundation::{
    CloseHandle, HANDLE, NTSTATUS, RtlNtStatusToDosError, UNICODE_STRING,
};
use windows_sys::Win32::System::Registry::KEY_ALL_ACCESS;

use crate::windows::os_error::os_error;

#[link(name = "ntdll")]
unsafe extern "system" {
    fn NtCreateKey(
        key: *mut HANDLE,
        access: u32,
        attributes: *const OBJECT_ATTRIBUTES,
        title_index: u32,
        class: *const UNICODE_STRING,
        options: u32,
        disposition: *mut u32,
    ) -> NTSTATUS;
    fn NtDeleteKey(key: HANDLE) -> NTSTATUS;
}

/// A key without values, gone when dropped.
pub(super) struct KernelKey(HANDLE);

impl KernelKey {
    /// The child of that name, of whatever units.
    pub(super) fn new(parent: &Key, name: &[u16]) -> io::Result<Self> {
        let bytes = u16::try_from(size_of_val(name)).expect("a short name");
        let name = UNICODE_STRING {
            Length: bytes,
            MaximumLength: bytes,
            Buffer: name.as_ptr().cast_mut(),
        };
        let attributes = OBJECT_ATTRIBUTES {
            Length: u32::try_from(size_of::<OBJECT_ATTRIBUTES>()).expect("a small structure"),
            RootDirectory: parent.as_raw(),
            ObjectName: &raw const name,
            Attributes: 0,
            SecurityDescriptor: null(),
            SecurityQualityOfService: null(),
        };
        let mut key = null_mut();
        // SAFETY: the parent is open; the name and the attributes outlive the call and are only
        // read; the handle is written to; class and disposition may be null.
        let status = unsafe {
            NtCreateKey(
                &raw mut key,
                KEY_ALL_ACCESS,
                &raw const attributes,
                0,
                null(),
                0,
                null_mut(),
            )
        };
        if status < 0 {
            // SAFETY: it takes any status.
            return Err(os_error(unsafe { RtlNtStatusToDosError(status) }));
        }
        Ok(KernelKey(key))
    }
}

impl Drop for KernelKey {
    fn drop(&mut self) {
        // SAFETY: the key was opened by us for all access, and nobody else closes it.
        let status = unsafe {
            let status = NtDeleteKey(self.0);
            CloseHandle(self.0);
            status
        };
        assert!(status >= 0 || std::thread::panicking(), "{status:#x}");
    }
}
