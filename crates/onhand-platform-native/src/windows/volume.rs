//! Drives and volumes: what their names stand for, and which lead to another machine.

#![allow(unsafe_code, reason = "std has no calls for drives")]

use std::io;

use onhand_platform::{HostError, HostResult};
use windows_sys::Win32::Storage::FileSystem::{GetDriveTypeW, QueryDosDeviceW};
use windows_sys::Win32::System::WindowsProgramming::DRIVE_REMOTE;

use super::place::{Name, OBJECTS, Place, SEPARATOR};

/// What a path for Win32 starts with that has no bound on its length.
const VERBATIM: &str = r"\\?\";

/// Room for the names that the object manager has for a volume; `subst` takes no longer ones.
const DEVICE_UNITS: usize = 1024;

/// The name of a volume: a drive (`C:`), or `Volume{…}` with its GUID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Volume(Name);

/// What the name of a volume stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StandsFor {
    /// A disk of this machine.
    Disk,
    /// A folder that `subst` made a drive of.
    Folder(Place),
}

impl Volume {
    /// `None` for what names no volume.
    pub(super) fn parse(name: &[u16]) -> Option<Self> {
        let text = String::from_utf16(name).ok()?;
        let is_guid = |guid: &str| {
            guid.len() == 36 && guid.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
        };
        let is_volume = match text.as_bytes() {
            [letter, b':'] => letter.is_ascii_alphabetic(),
            _ => text
                .to_ascii_lowercase()
                .strip_prefix("volume{")
                .and_then(|rest| rest.strip_suffix('}'))
                .is_some_and(is_guid),
        };
        is_volume.then(|| Volume(name.to_vec()))
    }

    /// Its root folder, for Win32.
    pub(super) fn root(&self) -> Name {
        let before = VERBATIM.encode_utf16();
        before
            .chain(self.0.iter().copied())
            .chain([SEPARATOR])
            .collect()
    }

    /// What it stands for, by Windows' own table of devices: no other machine is asked, and a
    /// drive that isn't connected is no delay.
    ///
    /// # Errors
    /// [`HostError::Network`] for a mapped network drive, and for one that stands for a share or
    /// a device. [`HostError::NotFound`] where there is none of that name.
    pub(super) fn stands_for(&self) -> HostResult<StandsFor> {
        let device = self.device()?;
        if device.starts_with(&OBJECTS) {
            let folder = Place::of_object(&device).ok_or(HostError::Network)?;
            return Ok(StandsFor::Folder(folder));
        }
        if self.drive_type() == DRIVE_REMOTE {
            return Err(HostError::Network);
        }
        Ok(StandsFor::Disk)
    }

    /// The name that the object manager has for it.
    fn device(&self) -> io::Result<Name> {
        let name = terminated(&self.0);
        let mut devices = [0; DEVICE_UNITS];
        // SAFETY: `name` ends in a NUL and is only read; `devices` has room for as many units as
        // is said, which is all that the call writes.
        let written =
            unsafe { QueryDosDeviceW(name.as_ptr(), devices.as_mut_ptr(), DEVICE_UNITS as u32) };
        if written == 0 {
            return Err(io::Error::last_os_error());
        }
        // The one in force comes first, each ends in a NUL.
        let device = devices.split(|unit| *unit == 0).next();
        Ok(device.unwrap_or_default().to_vec())
    }

    fn drive_type(&self) -> u32 {
        let root = self.root();
        // A drive is asked for by its letter, a volume has no name but the long one.
        let root = match self.0.len() {
            2 => &root[VERBATIM.len()..],
            _ => &root,
        };
        let root = terminated(root);
        // SAFETY: `root` ends in a NUL and outlives the call, which only reads it.
        unsafe { GetDriveTypeW(root.as_ptr()) }
    }
}

fn terminated(text: &[u16]) -> Name {
    [text, &[0]].concat()
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::Storage::FileSystem::GetVolumeNameForVolumeMountPointW;
    use windows_sys::Win32::System::WindowsProgramming::DRIVE_NO_ROOT_DIR;

    use super::*;

    fn volume(name: &str) -> Option<Volume> {
        Volume::parse(&name.encode_utf16().collect::<Name>())
    }

    #[test]
    fn a_drive_and_a_guid_name_a_volume_and_nothing_else_does() {
        for name in ["C:", "z:", "Volume{01234567-89ab-cdef-0123-456789ABCDEF}"] {
            let root = volume(name).expect(name).root();
            assert_eq!(String::from_utf16_lossy(&root), format!(r"\\?\{name}\"));
        }
        for name in [
            "",
            "C",
            ":",
            "C:x",
            "CC:",
            "1:",
            "ä:",
            "UNC",
            "Volume",
            "Volume{}",
            "Volume{01234567-89ab-cdef-0123-456789ABCDEF",
            "Volume{01234567-89ab-cdef-0123-456789ABCDEX}",
            "Volume{01234567-89ab-cdef-0123-456789ABCDE\0}",
        ] {
            assert_eq!(volume(name), None, "{name:?}");
        }
        assert_eq!(Volume::parse(&[0xD800, u16::from(b':')]), None);
    }

    #[test]
    fn the_drive_of_windows_is_a_disk_by_its_letter_and_by_its_guid() {
        let drive = volume("C:").expect("a drive");
        assert_eq!(drive.stands_for(), Ok(StandsFor::Disk));
        let root = terminated(&r"C:\".encode_utf16().collect::<Name>());
        let mut name = [0; 50];
        // SAFETY: `root` ends in a NUL and is only read; `name` has room for as many units as
        // is said, which a name with a GUID and its NUL take.
        let done = unsafe {
            GetVolumeNameForVolumeMountPointW(root.as_ptr(), name.as_mut_ptr(), name.len() as u32)
        };
        assert_ne!(done, 0, "{}", io::Error::last_os_error());
        let name = String::from_utf16_lossy(&name);
        let name = name
            .trim_start_matches(VERBATIM)
            .trim_end_matches(['\\', '\0']);
        let by_guid = volume(name).expect(name);
        assert_eq!(by_guid.stands_for(), Ok(StandsFor::Disk));
    }

    #[test]
    fn a_drive_that_is_not_there_is_not_found() {
        let missing = ('A'..='Z')
            .filter_map(|letter| volume(&format!("{letter}:")))
            .find(|drive| drive.drive_type() == DRIVE_NO_ROOT_DIR)
            .expect("not every letter is taken");
        assert_eq!(missing.stands_for(), Err(HostError::NotFound));
    }
}
