//! What is at a path.

use std::fs::{self, DirEntry};
use std::io;
use std::os::windows::fs::MetadataExt;
use std::path::Path;

use onhand_platform::{FileKind, HostResult, Metadata};
use windows_sys::Win32::Foundation::ERROR_CANT_ACCESS_FILE;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_OFFLINE, FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS, FILE_ATTRIBUTE_REPARSE_POINT,
};

use super::{drive, reparse};

/// What a path leads to, for this module's neighbours.
pub(super) struct Seen {
    pub(super) metadata: Metadata,
    /// Whether reading it would fetch its content from elsewhere.
    pub(super) is_placeholder: bool,
}

/// What is at the path, links followed. Neither a drive that leads to the network nor the
/// content of anything is touched.
///
/// A link to an app-execution alias is an error in the OS's words: Windows doesn't say what
/// stands at its end.
pub(crate) fn stat(path: &Path) -> HostResult<Metadata> {
    Ok(look(path)?.metadata)
}

/// As [`stat`].
pub(super) fn look(path: &Path) -> HostResult<Seen> {
    drive::ensure_local(path)?;
    match fs::metadata(path) {
        Ok(metadata) => Ok(Seen {
            metadata: describe(&metadata),
            is_placeholder: is_placeholder(metadata.file_attributes()),
        }),
        Err(error) if is_unopenable(&error) => match look_at_reparse_point(path) {
            Ok(Some(metadata)) => Ok(Seen {
                metadata,
                is_placeholder: false,
            }),
            Ok(None) | Err(_) => Err(error.into()),
        },
        Err(error) => Err(error.into()),
    }
}

/// What a name in a folder stands for, links not followed. The folder tells, except for a
/// reparse point that is no link: that costs two system calls.
pub(crate) fn entry_kind(entry: &DirEntry) -> io::Result<FileKind> {
    let file_type = entry.file_type()?;
    if file_type.is_symlink() {
        return Ok(FileKind::Symlink);
    }
    if file_type.is_dir() {
        return Ok(FileKind::Directory);
    }
    if entry.metadata()?.file_attributes() & FILE_ATTRIBUTE_REPARSE_POINT == 0 {
        return Ok(FileKind::File);
    }
    let file = reparse::open(&entry.path())?;
    Ok(reparse::kind(&file)?.unwrap_or(FileKind::File))
}

fn describe(metadata: &fs::Metadata) -> Metadata {
    let (kind, len) = if metadata.is_file() {
        (FileKind::File, metadata.len())
    } else if metadata.is_dir() {
        (FileKind::Directory, 0)
    } else {
        (FileKind::Other, 0)
    };
    Metadata {
        kind,
        len,
        modified: metadata.modified().ok(),
    }
}

/// What an app-execution alias, a socket or a device of WSL is; `None` for any other tag.
fn look_at_reparse_point(path: &Path) -> io::Result<Option<Metadata>> {
    let file = reparse::open(path)?;
    let Some(kind) = reparse::kind(&file)? else {
        return Ok(None);
    };
    Ok(Some(Metadata {
        kind,
        len: 0,
        modified: file.metadata()?.modified().ok(),
    }))
}

fn is_unopenable(error: &io::Error) -> bool {
    error.raw_os_error() == Some(ERROR_CANT_ACCESS_FILE.cast_signed())
}

/// A file of OneDrive or the like that was never fetched, or one that was moved to slow storage.
fn is_placeholder(attributes: u32) -> bool {
    attributes & (FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS | FILE_ATTRIBUTE_OFFLINE) != 0
}

#[cfg(test)]
mod tests {
    use onhand_platform::HostError;
    use windows_sys::Win32::Foundation::{
        ERROR_ACCESS_DENIED, ERROR_DIRECTORY, ERROR_FILE_NOT_FOUND, ERROR_FILENAME_EXCED_RANGE,
        ERROR_INVALID_DRIVE, ERROR_PATH_NOT_FOUND, ERROR_SHARING_VIOLATION,
    };
    use windows_sys::Win32::Storage::FileSystem::FILE_ATTRIBUTE_ARCHIVE;

    use super::*;

    fn os_error(code: u32) -> io::Error {
        io::Error::from_raw_os_error(code.cast_signed())
    }

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
    fn only_the_error_of_an_untaken_tag_asks_for_the_tag() {
        assert!(is_unopenable(&os_error(1920)));
        assert!(!is_unopenable(&os_error(ERROR_ACCESS_DENIED)));
    }

    #[test]
    fn a_file_whose_content_lies_elsewhere_is_a_placeholder() {
        assert!(is_placeholder(0x0040_0020));
        assert!(is_placeholder(0x0000_1020));
        assert!(!is_placeholder(FILE_ATTRIBUTE_ARCHIVE));
    }
}
