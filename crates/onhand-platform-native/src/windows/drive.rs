//! Drives that lead to another machine.

#![allow(unsafe_code, reason = "std has no call for the type of a drive")]

use std::os::windows::ffi::OsStrExt;
use std::path::Path;

use onhand_platform::{HostError, HostResult};
use windows_sys::Win32::Storage::FileSystem::GetDriveTypeW;
use windows_sys::Win32::System::WindowsProgramming::DRIVE_REMOTE;

/// Refuses a path on a mapped network drive. Windows answers from its own table of drives: the
/// other machine is not asked, and a drive that isn't connected is no delay.
///
/// The path starts with a drive letter: a `RootedPath` has no other form.
pub(super) fn ensure_local(path: &Path) -> HostResult<()> {
    if drive_type(path) == DRIVE_REMOTE {
        return Err(HostError::Network);
    }
    Ok(())
}

fn drive_type(path: &Path) -> u32 {
    let letter = path.as_os_str().encode_wide().take(1);
    let root: Vec<u16> = letter.chain(r":\".encode_utf16()).chain([0]).collect();
    // SAFETY: `root` ends in a NUL and outlives the call, which only reads it.
    unsafe { GetDriveTypeW(root.as_ptr()) }
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::System::WindowsProgramming::DRIVE_NO_ROOT_DIR;

    use super::*;

    #[test]
    fn the_letter_of_the_path_is_asked_about_and_not_the_current_drive() {
        assert_ne!(drive_type(Path::new(r"C:\Windows\x")), DRIVE_NO_ROOT_DIR);
        assert_eq!(ensure_local(Path::new(r"C:\Windows\x")), Ok(()));
        let types: Vec<u32> = ('A'..='Z')
            .map(|letter| drive_type(Path::new(&format!(r"{letter}:\Windows"))))
            .collect();
        assert!(types.contains(&DRIVE_NO_ROOT_DIR), "{types:?}");
    }
}
