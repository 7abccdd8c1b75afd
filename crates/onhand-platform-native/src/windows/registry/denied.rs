//! A registry key that nobody may read. For tests only.

#![allow(unsafe_code, reason = "windows-registry sets no rights")]

use std::io;
use std::ptr::null_mut;

use windows_registry::{CURRENT_USER, Key};
use windows_sys::Win32::Foundation::{ERROR_SUCCESS, LocalFree};
use windows_sys::Win32::Security::Authorization::{
    ConvertStringSecurityDescriptorToSecurityDescriptorW, SDDL_REVISION_1,
};
use windows_sys::Win32::Security::DACL_SECURITY_INFORMATION;
use windows_sys::Win32::Storage::FileSystem::WRITE_DAC;
use windows_sys::Win32::System::Registry::RegSetKeySecurity;

use crate::windows::os_error::os_error;

/// Whom a key is open to, in the language of security descriptors: to nobody for reading, and
/// to everybody for all.
const UNREADABLE: &str = "D:(D;;KR;;;WD)(A;;KA;;;WD)";
const OPEN: &str = "D:(A;;KA;;;WD)";

/// Keeps everybody from reading a key below HKCU for as long as it lives.
pub(super) struct Denied(Key);

impl Denied {
    pub(super) fn new(path: &str) -> Self {
        let key = CURRENT_USER.options().access(WRITE_DAC).open(path);
        let key = key.expect("the key is there, and ours");
        set_rights(&key, UNREADABLE).expect("sets rights");
        Denied(key)
    }
}

impl Drop for Denied {
    fn drop(&mut self) {
        let opened = set_rights(&self.0, OPEN);
        assert!(opened.is_ok() || std::thread::panicking(), "{opened:?}");
    }
}

fn set_rights(key: &Key, rights: &str) -> io::Result<()> {
    let rights: Vec<u16> = rights.encode_utf16().chain([0]).collect();
    let mut descriptor = null_mut();
    // SAFETY: `rights` ends in a NUL and is only read; `descriptor` is written to, and the size
    // that isn't asked for may be null.
    let made = unsafe {
        ConvertStringSecurityDescriptorToSecurityDescriptorW(
            rights.as_ptr(),
            SDDL_REVISION_1,
            &raw mut descriptor,
            null_mut(),
        )
    };
    if made == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the key is open for changing its rights, and the descriptor was just made.
    let status = unsafe { RegSetKeySecurity(key.as_raw(), DACL_SECURITY_INFORMATION, descriptor) };
    // SAFETY: the descriptor was made for us to free, and nobody uses it any more.
    unsafe { LocalFree(descriptor) };
    match status {
        ERROR_SUCCESS => Ok(()),
        _ => Err(os_error(status)),
    }
}
