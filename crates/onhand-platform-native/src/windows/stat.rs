//! What is at a path.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use onhand_platform::{FileKind, HostResult, Metadata};
use windows_sys::Win32::Foundation::{ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_OFFLINE, FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS,
};

use super::nt_file::LocalDisks;
use super::os_error::is;
use super::place::Place;
use super::reach::{Reached, Thing, reach};
use super::told::Told;

/// What a path leads to, for this module's neighbours.
pub(super) struct Seen {
    pub(super) metadata: Metadata,
    /// Whether reading it would fetch its content from elsewhere.
    pub(super) is_placeholder: bool,
    /// The thing itself, open for metadata; the OS's refusal where only its folder tells of it.
    pub(super) thing: io::Result<File>,
}

/// What is at the path, links followed that stay on this machine's disks. The content of nothing
/// is touched.
pub(crate) fn stat(path: &Path) -> HostResult<Metadata> {
    Ok(look(path)?.metadata)
}

/// As [`stat`].
pub(super) fn look(path: &Path) -> HostResult<Seen> {
    let Reached { place, thing } = reach(&LocalDisks, Place::of(path)?)?;
    match thing {
        Ok(Thing::Ordinary(file)) => {
            let told = Told::by_itself(&file)?;
            Ok(Seen::new(&told, told.kind(), Ok(file)))
        }
        Ok(Thing::Unopenable(file, kind)) => {
            Ok(Seen::new(&Told::by_itself(&file)?, kind, Ok(file)))
        }
        Err(error) => match told_by_folder(&place, &error) {
            Some(told) => Ok(Seen::new(&told, told.kind(), Err(error))),
            None => Err(error.into()),
        },
    }
}

impl Seen {
    fn new(told: &Told, kind: FileKind, thing: io::Result<File>) -> Self {
        let len = match kind {
            FileKind::File => told.len,
            _ => 0,
        };
        Seen {
            metadata: Metadata::new(kind, len)
                .with_modified(told.modified)
                .with_identity(told.identity),
            is_placeholder: is_placeholder(told.attributes),
            thing,
        }
    }
}

/// What the folder tells of a thing that Windows gives nobody a handle to: the page file, a folder of
/// another user. std asks for it where its own open fails so.
///
/// This goes by the path once more. It had no link on it; one that somebody puts there in this
/// moment is followed.
fn told_by_folder(place: &Place, refusal: &io::Error) -> Option<Told> {
    let is_refused = [ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION]
        .into_iter()
        .any(|code| is(refusal, code));
    if !is_refused {
        return None;
    }
    let metadata = fs::symlink_metadata(place.path()).ok()?;
    (!metadata.is_symlink()).then(|| Told::by_folder(&metadata))
}

/// A file of OneDrive or the like that was never fetched, or one that was moved to slow storage.
fn is_placeholder(attributes: u32) -> bool {
    attributes & (FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS | FILE_ATTRIBUTE_OFFLINE) != 0
}

#[cfg(test)]
mod tests {
    use onhand_platform::HostError;
    use windows_sys::Win32::Foundation::{
        ERROR_CANT_ACCESS_FILE, ERROR_DIRECTORY, ERROR_FILE_NOT_FOUND, ERROR_FILENAME_EXCED_RANGE,
        ERROR_INVALID_DRIVE, ERROR_PATH_NOT_FOUND,
    };
    use windows_sys::Win32::Storage::FileSystem::FILE_ATTRIBUTE_ARCHIVE;

    use super::*;
    use crate::windows::os_error::os_error;

    #[test]
    fn the_errors_of_the_os_have_their_host_errors() {
        for code in [
            ERROR_FILE_NOT_FOUND,
            ERROR_PATH_NOT_FOUND,
            ERROR_INVALID_DRIVE,
            ERROR_DIRECTORY,
        ] {
            assert_eq!(HostError::from(os_error(code)), HostError::NotFound);
        }
        let denied = HostError::from(os_error(ERROR_ACCESS_DENIED));
        assert_eq!(denied, HostError::PermissionDenied);
        for code in [
            ERROR_SHARING_VIOLATION,
            ERROR_FILENAME_EXCED_RANGE,
            ERROR_CANT_ACCESS_FILE,
        ] {
            let other = HostError::from(os_error(code));
            assert!(matches!(other, HostError::Io(_)), "{code}: {other:?}");
        }
    }

    #[test]
    fn a_file_whose_content_lies_elsewhere_is_a_placeholder() {
        assert!(is_placeholder(0x0040_0020));
        assert!(is_placeholder(0x0000_1020));
        assert!(!is_placeholder(FILE_ATTRIBUTE_ARCHIVE));
    }
}
