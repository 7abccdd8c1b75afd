//! An open regular file and positioned reads of it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use onhand_platform::{HostFile, HostResult, Metadata};

use crate::native;

/// A regular file, open for reading. The OS's own cursor plays no part: each read names its
/// offset.
pub(crate) struct NativeFile {
    file: File,
    metadata: Metadata,
}

impl NativeFile {
    /// Opens a regular file; anything else is refused without being opened.
    pub(crate) fn open(path: &Path) -> HostResult<Self> {
        let (file, metadata) = native::open(path)?;
        Ok(NativeFile { file, metadata })
    }

    /// What it was when it was opened.
    pub(crate) fn metadata(&self) -> Metadata {
        self.metadata
    }
}

impl HostFile for NativeFile {
    fn len(&self) -> u64 {
        self.metadata.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
        let read_once = |buffer: &mut [u8], offset| native::read_at(&self.file, buffer, offset);
        Ok(read_until_full(offset, buffer, read_once)?)
    }
}

/// Reads until the buffer is full or the file ends. One read may give less than is asked for,
/// and a signal may interrupt it.
///
/// No file is longer than `i64::MAX` bytes, and an OS calls a read beyond that an error: there
/// the file has ended.
fn read_until_full(
    offset: u64,
    buffer: &mut [u8],
    mut read_once: impl FnMut(&mut [u8], u64) -> io::Result<usize>,
) -> io::Result<usize> {
    let room = i64::MAX.unsigned_abs().saturating_sub(offset);
    let wanted = buffer
        .len()
        .min(usize::try_from(room).unwrap_or(usize::MAX));
    let mut done = 0;
    while done < wanted {
        match read_once(&mut buffer[done..wanted], offset + done as u64) {
            Ok(0) => break,
            Ok(read) => done += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_interrupted_reads_are_taken_up_where_they_stopped() {
        let content = b"abcdefghij";
        let mut calls = 0;
        let mut buffer = [0; 8];
        let read = read_until_full(1, &mut buffer, |buffer, offset| {
            calls += 1;
            if calls % 2 == 1 {
                return Err(ErrorKind::Interrupted.into());
            }
            let at = usize::try_from(offset).expect("small");
            let read = buffer.len().min(3);
            buffer[..read].copy_from_slice(&content[at..at + read]);
            Ok(read)
        });
        assert_eq!(read.expect("reads"), 8);
        assert_eq!(&buffer, b"bcdefghi");
        assert_eq!(calls, 6);
    }

    #[test]
    fn a_read_stops_where_the_file_ends_and_where_no_file_can_go_on() {
        let mut asked = Vec::new();
        let mut endless = |buffer: &mut [u8], offset: u64| {
            asked.push((offset, buffer.len()));
            Ok(buffer.len())
        };
        let last = i64::MAX.unsigned_abs();
        for (offset, expected) in [(last - 3, 3), (last, 0), (last + 1, 0), (u64::MAX, 0)] {
            let read = read_until_full(offset, &mut [0; 8], &mut endless);
            assert_eq!(read.expect("reads"), expected, "at {offset}");
        }
        assert_eq!(asked, [(last - 3, 3)]);
        let read = read_until_full(0, &mut [0; 8], |_, _| Ok(0));
        assert_eq!(read.expect("reads"), 0);
    }

    #[test]
    fn an_error_ends_the_read() {
        let read = read_until_full(0, &mut [0; 8], |_, _| Err(ErrorKind::WouldBlock.into()));
        assert_eq!(
            read.map_err(|error| error.kind()),
            Err(ErrorKind::WouldBlock)
        );
    }
}
