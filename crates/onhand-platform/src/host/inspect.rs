//! The middle tier: bounded reads, and calls into the OS within this process.

use std::sync::Arc;

use super::{HostError, HostResult, LocateHost, UninstallEntries};
use crate::RootedPath;

/// The inspect tier: everything of [`LocateHost`], and bounded reads.
///
/// It starts no process and opens no connection.
pub trait InspectHost: LocateHost {
    /// Opens a regular file for reading, links followed. Anything else is refused without
    /// being opened: opening a FIFO can hang, opening a device can do anything.
    ///
    /// # Errors
    /// As [`LocateHost::stat`], and [`HostError::NotAFile`], and
    /// [`HostError::AppExecutionAlias`].
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>>;

    /// Every entry of the uninstall registry, and what of it could not be read: no entry and no
    /// root takes another down. Shared, since many ask for the same.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] outside Windows.
    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>>;
}

/// An open file. It closes when dropped.
pub trait HostFile: Send {
    /// Its size in bytes when it was opened.
    fn len(&self) -> u64;

    /// Whether it had no content when it was opened.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads at `offset` bytes from the start until `buffer` is full or the file ends; gives
    /// how many bytes were read.
    ///
    /// # Errors
    /// [`HostError::Io`], [`HostError::PermissionDenied`].
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize>;
}

/// The whole file, if it holds at most `limit` bytes. One open and one read where the file
/// holds what its length says; a file that holds more (it grows, or it is one of `/proc`, whose
/// length is 0) costs a read for each doubling. At most `limit + 1` bytes are held.
///
/// # Errors
/// As [`InspectHost::open`] and [`HostFile::read_at`], and [`HostError::TooLarge`].
pub fn read_bounded(host: &dyn InspectHost, path: &RootedPath, limit: u64) -> HostResult<Vec<u8>> {
    read_open(&*host.open(path)?, limit)
}

/// The whole of an open file, as [`read_bounded`].
///
/// # Errors
/// As [`HostFile::read_at`], and [`HostError::TooLarge`].
pub fn read_open(file: &dyn HostFile, limit: u64) -> HostResult<Vec<u8>> {
    let too_large = HostError::TooLarge { limit };
    if file.len() > limit {
        return Err(too_large);
    }
    // One byte more than is allowed tells a file that is too large; one byte more than the
    // length tells a file that has more to give.
    let most = usize::try_from(limit).map_or(usize::MAX, |limit| limit.saturating_add(1));
    let expected = usize::try_from(file.len()).map_or(usize::MAX, |len| len.saturating_add(1));
    let mut content = Vec::new();
    let mut read = 0;
    let mut size = expected.min(most);
    loop {
        content.resize(size, 0);
        read += file.read_at(read as u64, &mut content[read..])?;
        if read < size {
            content.truncate(read);
            return Ok(content);
        }
        if size == most {
            return Err(too_large);
        }
        size = size.saturating_mul(2).max(GROWTH_START).min(most);
    }
}

/// The second read of a file that says nothing of its length, in bytes.
const GROWTH_START: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DirectoryEntry, Metadata, Os};

    /// One file: the length that it claims, and what it really holds.
    struct OneFile {
        claimed: u64,
        content: Vec<u8>,
    }

    impl LocateHost for OneFile {
        fn os(&self) -> Os {
            Os::Linux
        }
        fn env(&self, _: &str) -> HostResult<Option<String>> {
            Ok(None)
        }
        fn home(&self) -> HostResult<Option<String>> {
            Ok(None)
        }
        fn stat(&self, _: &RootedPath) -> HostResult<Metadata> {
            Err(HostError::NotFound)
        }
        fn resolve(&self, _: &RootedPath) -> HostResult<RootedPath> {
            Err(HostError::NotFound)
        }
        fn list(&self, _: &RootedPath, _: usize) -> HostResult<Vec<DirectoryEntry>> {
            Err(HostError::NotFound)
        }
    }

    impl InspectHost for OneFile {
        fn open<'a>(&'a self, _: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>> {
            Ok(Box::new(self))
        }
        fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>> {
            Err(HostError::Unsupported("the uninstall registry"))
        }
    }

    impl HostFile for &OneFile {
        fn len(&self) -> u64 {
            self.claimed
        }
        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
            let rest = self.content.get(offset as usize..).unwrap_or_default();
            let read = rest.len().min(buffer.len());
            buffer[..read].copy_from_slice(&rest[..read]);
            Ok(read)
        }
    }

    /// The outcome, and how many reads it took.
    fn read(claimed: usize, real: usize, limit: u64) -> (HostResult<Vec<u8>>, usize) {
        let host = crate::Recorded::new(OneFile {
            claimed: claimed as u64,
            content: (0..real).map(|i| i as u8).collect(),
        });
        let path = RootedPath::new(Os::Linux, "/f").expect("rooted");
        let outcome = read_bounded(&host, &path, limit);
        (outcome, host.count(crate::Operation::Read))
    }

    #[test]
    fn a_file_that_holds_more_than_its_length_says_is_read_to_its_end() {
        for (claimed, real) in [
            (0, 0),
            (0, 1),
            (0, 4095),
            (0, 4096),
            (0, 4097),
            (0, 100_000),
            (10, 11),
            (10, 12),
            (10_000, 20_001),
            (10, 3),
        ] {
            let (content, _) = read(claimed, real, 100_000);
            let expected: Vec<u8> = (0..real).map(|i| i as u8).collect();
            assert_eq!(content, Ok(expected), "claims {claimed}, holds {real}");
        }
    }

    #[test]
    fn the_limit_counts_what_is_there_not_what_the_length_says() {
        for (claimed, real, limit) in [
            (0, 1, 0),
            (0, 11, 10),
            (0, 100_000, 99_999),
            (5, 11, 10),
            (10, 11, 10),
            (11, 0, 10),
        ] {
            let (content, _) = read(claimed, real, limit);
            assert_eq!(
                content,
                Err(HostError::TooLarge { limit }),
                "claims {claimed}, holds {real}, limit {limit}"
            );
        }
        assert_eq!(read(0, 0, 0).0, Ok(Vec::new()));
        assert_eq!(read(10, 10, 10).0.map(|content| content.len()), Ok(10));
    }

    #[test]
    fn an_honest_file_costs_one_read_and_no_other_more_than_one_a_doubling() {
        assert_eq!(read(10_000, 10_000, 20_000).1, 1);
        assert_eq!(read(20_001, 20_001, 20_000).1, 0);
        // 1, 4096, 8192, … 131,072 bytes.
        assert_eq!(read(0, 100_000, u64::MAX).1, 7);
    }
}
