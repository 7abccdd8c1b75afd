//! Reparse points that no program can open: app-execution aliases, and what WSL and `AF_UNIX`
//! leave in a folder.
//!
//! Following such a one fails with `ERROR_CANT_ACCESS_FILE`, since no driver takes its tag.
//! What it is stands in the tag. Source: \[MS-FSCC\] 2.1.2.1, Reparse Tags.

#![allow(unsafe_code, reason = "std keeps the reparse tag to itself")]

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use onhand_platform::FileKind;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_TAG_INFO, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_FLAG_OPEN_REPARSE_POINT, FileAttributeTagInfo, GetFileInformationByHandleEx,
};
use windows_sys::Win32::System::SystemServices::{
    IO_REPARSE_TAG_AF_UNIX, IO_REPARSE_TAG_APPEXECLINK,
};

const IO_REPARSE_TAG_LX_FIFO: u32 = 0x8000_0024;
const IO_REPARSE_TAG_LX_CHR: u32 = 0x8000_0025;
const IO_REPARSE_TAG_LX_BLK: u32 = 0x8000_0026;

/// Opens the reparse point itself, for its metadata only: no content can be read through it,
/// and no driver acts on its tag.
pub(super) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(0)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
        .open(path)
}

/// What the reparse point is; `None` where its tag is of no such kind, and for what is no
/// reparse point.
pub(super) fn kind(file: &File) -> io::Result<Option<FileKind>> {
    let mut info = FILE_ATTRIBUTE_TAG_INFO::default();
    // SAFETY: the handle is open, `info` is of the type that the class asks for, and the size
    // given is its own.
    let done = unsafe {
        GetFileInformationByHandleEx(
            file.as_raw_handle(),
            FileAttributeTagInfo,
            (&raw mut info).cast(),
            size_of::<FILE_ATTRIBUTE_TAG_INFO>() as u32,
        )
    };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    let is_reparse_point = info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT != 0;
    Ok(is_reparse_point
        .then(|| kind_of_tag(info.ReparseTag))
        .flatten())
}

fn kind_of_tag(tag: u32) -> Option<FileKind> {
    match tag {
        IO_REPARSE_TAG_APPEXECLINK => Some(FileKind::AppExecutionAlias),
        IO_REPARSE_TAG_AF_UNIX
        | IO_REPARSE_TAG_LX_FIFO
        | IO_REPARSE_TAG_LX_CHR
        | IO_REPARSE_TAG_LX_BLK => Some(FileKind::Other),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_tells_an_alias_from_a_socket_and_both_from_a_link() {
        const IO_REPARSE_TAG_SYMLINK: u32 = 0xA000_000C;
        const IO_REPARSE_TAG_CLOUD: u32 = 0x9000_001A;
        assert_eq!(kind_of_tag(0x8000_001B), Some(FileKind::AppExecutionAlias));
        assert_eq!(kind_of_tag(0x8000_0023), Some(FileKind::Other));
        assert_eq!(kind_of_tag(IO_REPARSE_TAG_LX_FIFO), Some(FileKind::Other));
        assert_eq!(kind_of_tag(IO_REPARSE_TAG_SYMLINK), None);
        assert_eq!(kind_of_tag(IO_REPARSE_TAG_CLOUD), None);
    }

    #[test]
    fn what_is_no_reparse_point_has_no_kind_of_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "x").expect("writes");
        for path in [file.as_path(), folder.path()] {
            let opened = open(path).expect("opens");
            assert_eq!(kind(&opened).expect("tells"), None);
        }
    }
}
