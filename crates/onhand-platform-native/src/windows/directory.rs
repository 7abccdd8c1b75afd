//! The names in a folder, and what each stands for, as the folder itself tells.

#![allow(
    unsafe_code,
    reason = "std lists a folder by its path, and follows links in it"
)]

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::mem::offset_of;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use onhand_platform::{FileKind, HostError, HostResult};
use windows_sys::Win32::Foundation::{
    ERROR_FILE_NOT_FOUND, ERROR_INVALID_DATA, ERROR_NO_MORE_FILES,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_REPARSE_POINT, FILE_FULL_DIR_INFO,
    FileFullDirectoryInfo, GetFileInformationByHandleEx,
};

use super::nt_file::{Access, reopen};
use super::os_error::{is, os_error};
use super::reparse::{is_link, unopenable_kind};
use super::stat::look;
use crate::folder::Entry;

/// The names in a folder, links in them not followed.
///
/// The folder is listed through the handle by which it was looked at, so that no link can come
/// between. It tells of a reparse point what its tag is: none is opened.
pub(crate) fn entries(path: &Path) -> HostResult<impl Iterator<Item = Entry>> {
    let seen = look(path)?;
    if seen.metadata.kind != FileKind::Directory {
        return Err(HostError::NotADirectory);
    }
    let folder = reopen(&seen.thing?, Access::Names)?;
    Ok(Listing::new(folder).filter(|entry| !is_dots(entry)))
}

/// What Windows fills with entries, one behind the other.
#[repr(align(8))]
struct Buffer([u8; 16 * 1024]);

/// The entries of an open folder, as many at a time as the buffer holds.
struct Listing {
    folder: File,
    buffer: Box<Buffer>,
    /// Where the next entry starts in the buffer; `None` where all of it was taken.
    next: Option<usize>,
    is_done: bool,
}

impl Listing {
    fn new(folder: File) -> Self {
        Listing {
            folder,
            buffer: Box::new(Buffer([0; _])),
            next: None,
            is_done: false,
        }
    }

    /// Fills the buffer anew; `false` after the last entry.
    fn fill(&mut self) -> io::Result<bool> {
        // SAFETY: the handle is open; the buffer is aligned as the class asks for, and as long as
        // is said.
        let done = unsafe {
            GetFileInformationByHandleEx(
                self.folder.as_raw_handle(),
                FileFullDirectoryInfo,
                (&raw mut *self.buffer).cast(),
                size_of::<Buffer>() as u32,
            )
        };
        if done != 0 {
            return Ok(true);
        }
        let error = io::Error::last_os_error();
        // The root of a volume has no dots, and may have nothing at all: that is "not found".
        let is_end = [ERROR_NO_MORE_FILES, ERROR_FILE_NOT_FOUND]
            .into_iter()
            .any(|code| is(&error, code));
        if is_end { Ok(false) } else { Err(error) }
    }

    /// The next entry; `None` after the last.
    fn entry(&mut self) -> io::Result<Option<(OsString, FileKind)>> {
        let start = match self.next.take() {
            Some(start) => start,
            None if self.fill()? => 0,
            None => return Ok(None),
        };
        let rest = self.buffer.0.get(start..).unwrap_or_default();
        let (entry, length) = parse(rest).ok_or_else(|| os_error(ERROR_INVALID_DATA))?;
        self.next = length.map(|length| start + length);
        Ok(Some(entry))
    }
}

impl Iterator for Listing {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if self.is_done {
            return None;
        }
        let entry = self.entry();
        self.is_done = !matches!(entry, Ok(Some(_)));
        let entry = entry.transpose()?;
        Some(entry.map(|(name, kind)| (name, Ok(kind))))
    }
}

/// The entry that the bytes start with, and how far on the next one is, if there is one.
fn parse(bytes: &[u8]) -> Option<((OsString, FileKind), Option<usize>)> {
    let u32_at = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let length = u32_at(offset_of!(FILE_FULL_DIR_INFO, NextEntryOffset))? as usize;
    let name_bytes = u32_at(offset_of!(FILE_FULL_DIR_INFO, FileNameLength))? as usize;
    let name = bytes.get(offset_of!(FILE_FULL_DIR_INFO, FileName)..)?;
    let (units, _) = name.get(..name_bytes)?.as_chunks::<2>();
    let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    let kind = kind(
        u32_at(offset_of!(FILE_FULL_DIR_INFO, FileAttributes))?,
        u32_at(offset_of!(FILE_FULL_DIR_INFO, EaSize))?,
    );
    let entry = (OsString::from_wide(&units), kind);
    Some((entry, (length != 0).then_some(length)))
}

/// What an entry stands for. In place of the size of its extended attributes a reparse point has
/// its tag. Source: \[MS-FSCC\], FileFullDirectoryInformation.
fn kind(attributes: u32, tag: u32) -> FileKind {
    let tag = (attributes & FILE_ATTRIBUTE_REPARSE_POINT != 0).then_some(tag);
    if tag.is_some_and(is_link) {
        FileKind::Symlink
    } else if let Some(kind) = tag.and_then(unopenable_kind) {
        kind
    } else if attributes & FILE_ATTRIBUTE_DIRECTORY != 0 {
        FileKind::Directory
    } else {
        FileKind::File
    }
}

/// Whether the entry is the folder itself, or the one that it stands in.
fn is_dots(entry: &Entry) -> bool {
    matches!(entry, Ok((name, _)) if name == "." || name == "..")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    const CLOUD: u32 = 0x9000_601A;
    const FOLDER: u32 = FILE_ATTRIBUTE_DIRECTORY;
    const REPARSE: u32 = FILE_ATTRIBUTE_REPARSE_POINT;

    /// Entries as Windows fills a buffer with them: name, attributes, tag.
    fn filled(entries: &[(&str, u32, u32)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (number, (name, attributes, tag)) in entries.iter().enumerate() {
            let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let length =
                (offset_of!(FILE_FULL_DIR_INFO, FileName) + name.len()).next_multiple_of(8);
            let mut entry = vec![0; length];
            let mut set = |at: usize, number: u32| {
                entry[at..at + 4].copy_from_slice(&number.to_le_bytes());
            };
            let is_last = number + 1 == entries.len();
            set(0, if is_last { 0 } else { length as u32 });
            set(offset_of!(FILE_FULL_DIR_INFO, FileAttributes), *attributes);
            set(
                offset_of!(FILE_FULL_DIR_INFO, FileNameLength),
                name.len() as u32,
            );
            set(offset_of!(FILE_FULL_DIR_INFO, EaSize), *tag);
            let start = offset_of!(FILE_FULL_DIR_INFO, FileName);
            entry[start..start + name.len()].copy_from_slice(&name);
            bytes.extend(entry);
        }
        bytes
    }

    #[test]
    fn the_folder_tells_links_aliases_and_placeholders_by_their_tags() {
        let expected = [
            ("folder", FOLDER, 0, FileKind::Directory),
            ("Äpp 🦀.exe", 0x20, 0, FileKind::File),
            (
                "its attributes take room",
                0x20,
                0x8000_001B,
                FileKind::File,
            ),
            (
                "python.exe",
                REPARSE | 0x20,
                0x8000_001B,
                FileKind::AppExecutionAlias,
            ),
            ("socket", REPARSE | 0x20, 0x8000_0023, FileKind::Other),
            ("fifo", REPARSE | 0x20, 0x8000_0024, FileKind::Other),
            ("link", REPARSE, 0xA000_000C, FileKind::Symlink),
            (
                "link to a folder",
                REPARSE | FOLDER,
                0xA000_000C,
                FileKind::Symlink,
            ),
            ("junction", REPARSE | FOLDER, 0xA000_0003, FileKind::Symlink),
            ("link of WSL", REPARSE, 0xA000_001D, FileKind::Symlink),
            ("OneDrive", REPARSE | FOLDER, CLOUD, FileKind::Directory),
            ("document", REPARSE | 0x0040_0020, CLOUD, FileKind::File),
            ("without a tag", REPARSE | FOLDER, 0, FileKind::Directory),
        ];
        let bytes = filled(&expected.map(|(name, attributes, tag, _)| (name, attributes, tag)));
        let mut at = 0;
        for (number, (name, _, _, kind)) in expected.into_iter().enumerate() {
            let (entry, length) = parse(&bytes[at..]).expect("parses");
            assert_eq!(entry, (name.into(), kind));
            assert_eq!(length.is_none(), number + 1 == expected.len());
            at += length.unwrap_or_default();
        }
    }

    #[test]
    fn a_folder_is_listed_whole_over_many_buffers() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let names: Vec<String> = (0..300).map(|number| format!("{number:0100}")).collect();
        for name in &names {
            fs::write(folder.path().join(name), "").expect("writes");
        }
        let mut listed: Vec<String> = entries(folder.path())
            .expect("lists")
            .map(|entry| entry.expect("reads").0.into_string().expect("Unicode"))
            .collect();
        listed.sort_unstable();
        assert_eq!(listed, names);
    }

    #[test]
    fn a_folder_that_was_moved_meanwhile_is_the_one_that_is_listed() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let [here, there] = ["here", "there"].map(|name| scratch.path().join(name));
        fs::create_dir(&here).expect("creates");
        fs::write(here.join("file"), "").expect("writes");
        let seen = look(&here).expect("is there");
        fs::rename(&here, &there).expect("moves");
        fs::create_dir(&here).expect("creates another");
        let folder = reopen(&seen.thing.expect("opens"), Access::Names).expect("opens again");
        let names: Vec<_> = Listing::new(folder)
            .filter(|entry| !is_dots(entry))
            .map(|entry| entry.expect("reads").0)
            .collect();
        assert_eq!(names, ["file"]);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(
            mut bytes in prop::collection::vec(any::<u8>(), 0..200),
            length in 0..200_u32,
        ) {
            let at = offset_of!(FILE_FULL_DIR_INFO, FileNameLength);
            if let Some(field) = bytes.get_mut(at..at + 4) {
                field.copy_from_slice(&length.to_le_bytes());
            }
            let _ = parse(&bytes);
        }
    }
}
