//! A small part of a file at a time, within a budget.

use onhand_platform::HostFile;

use super::error::PeError;
use super::little_endian::{u16_at, u32_at};

/// A view of [`WINDOW`] bytes that moves over a file. What is close together costs one read.
pub(super) struct Window<'f> {
    file: &'f dyn HostFile,
    start: u64,
    bytes: Vec<u8>,
    left: u64,
}

/// How much is read at once, in bytes. The headers of most executables fit, and so does the
/// directory of their resources.
const WINDOW: usize = 4096;

/// How much is read of one file, in bytes. What the bounds of [`super::image`],
/// [`super::directory`] and [`super::version_info`] add up to is less.
const MAX_READ: u64 = 192 * 1024;

impl<'f> Window<'f> {
    pub(super) fn new(file: &'f dyn HostFile) -> Self {
        Window {
            file,
            start: 0,
            bytes: Vec::new(),
            left: MAX_READ,
        }
    }

    /// The 16-bit number at that offset. `part` is what it belongs to.
    pub(super) fn u16(&mut self, offset: u64, part: &'static str) -> Result<u16, PeError> {
        let bytes = self.view(offset, 2)?;
        u16_at(bytes, 0).ok_or(PeError::Truncated(part))
    }

    /// The 32-bit number at that offset. `part` is what it belongs to.
    pub(super) fn u32(&mut self, offset: u64, part: &'static str) -> Result<u32, PeError> {
        let bytes = self.view(offset, 4)?;
        u32_at(bytes, 0).ok_or(PeError::Truncated(part))
    }

    /// As many bytes from that offset on. They are held as they are: `len` has a bound already.
    pub(super) fn bytes(
        &mut self,
        offset: u64,
        len: usize,
        part: &'static str,
    ) -> Result<Vec<u8>, PeError> {
        if let Some(seen) = self.seen(offset).and_then(|seen| seen.get(..len)) {
            return Ok(seen.to_vec());
        }
        let bytes = self.read(offset, len)?;
        if bytes.len() < len {
            return Err(PeError::Truncated(part));
        }
        Ok(bytes)
    }

    /// What is at that offset: `len` bytes, or more, or less where the file ends.
    fn view(&mut self, offset: u64, len: usize) -> Result<&[u8], PeError> {
        if self.seen(offset).is_none_or(|seen| seen.len() < len) {
            self.bytes = self.read(offset, WINDOW)?;
            self.start = offset;
        }
        Ok(self.seen(offset).unwrap_or_default())
    }

    /// What the window shows from that offset on.
    fn seen(&self, offset: u64) -> Option<&[u8]> {
        let skipped = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        self.bytes.get(skipped..)
    }

    /// Reads up to `len` bytes, less where the file ends.
    fn read(&mut self, offset: u64, len: usize) -> Result<Vec<u8>, PeError> {
        self.left = u64::try_from(len)
            .ok()
            .and_then(|len| self.left.checked_sub(len))
            .ok_or(PeError::TooMany {
                most: MAX_READ,
                of: "bytes would have to be read",
            })?;
        let mut bytes = vec![0; len];
        let read = self.file.read_at(offset, &mut bytes)?;
        bytes.truncate(read);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use onhand_platform::HostResult;

    use super::*;

    /// A file of zeros that counts how often it is read.
    struct Zeros {
        len: u64,
        reads: AtomicUsize,
    }

    impl Zeros {
        fn new(len: u64) -> Self {
            Zeros {
                len,
                reads: AtomicUsize::new(0),
            }
        }
    }

    impl HostFile for Zeros {
        fn len(&self) -> u64 {
            self.len
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
            self.reads.fetch_add(1, Ordering::Relaxed);
            let rest = self.len.saturating_sub(offset);
            Ok(usize::try_from(rest).map_or(buffer.len(), |rest| rest.min(buffer.len())))
        }
    }

    #[test]
    fn what_is_close_together_costs_one_read() {
        let file = Zeros::new(10_000);
        let mut window = Window::new(&file);
        for offset in 100..4192 {
            assert_eq!(window.u32(offset, "it"), Ok(0));
        }
        assert_eq!(window.bytes(100, 4096, "it").map(|b| b.len()), Ok(4096));
        assert_eq!(file.reads.load(Ordering::Relaxed), 1);
        assert_eq!(window.u32(4193, "it"), Ok(0));
        assert_eq!(window.u16(99, "it"), Ok(0));
        assert_eq!(file.reads.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn a_part_that_is_not_all_there_is_cut_short() {
        let file = Zeros::new(6);
        let mut window = Window::new(&file);
        assert_eq!(window.u32(2, "it"), Ok(0));
        assert_eq!(window.u32(3, "it"), Err(PeError::Truncated("it")));
        assert_eq!(window.u16(5, "it"), Err(PeError::Truncated("it")));
        assert_eq!(window.bytes(0, 6, "it"), Ok(vec![0; 6]));
        assert_eq!(window.bytes(0, 7, "it"), Err(PeError::Truncated("it")));
        assert_eq!(window.u16(u64::MAX, "it"), Err(PeError::Truncated("it")));
    }

    #[test]
    fn reading_ends_at_the_budget_however_it_jumps() {
        let file = Zeros::new(1 << 30);
        let mut window = Window::new(&file);
        for jump in 0..MAX_READ / WINDOW as u64 {
            assert_eq!(window.u16(jump << 20, "it"), Ok(0));
        }
        let over = PeError::TooMany {
            most: MAX_READ,
            of: "bytes would have to be read",
        };
        assert_eq!(window.u16(1, "it"), Err(over.clone()));
        assert_eq!(
            over.to_string(),
            "more than 196608 bytes would have to be read"
        );
    }
}
