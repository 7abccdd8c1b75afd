//! A file in memory, and the questions that are asked of it.

use std::sync::atomic::{AtomicU64, Ordering};

use onhand_platform::{HostFile, HostResult};
use onhand_resolver::Observation;
use onhand_version::{PeError, PeField, PeVersion};

use onhand_testkit::pe::PeFile;

/// A file of that length: some bytes, then zeros. It counts what is read of it.
pub(crate) struct File<'b> {
    bytes: &'b [u8],
    len: u64,
    pub(crate) reads: AtomicU64,
    pub(crate) bytes_read: AtomicU64,
}

impl<'b> File<'b> {
    pub(crate) fn new(bytes: &'b [u8], len: u64) -> Self {
        File {
            bytes,
            len,
            reads: AtomicU64::new(0),
            bytes_read: AtomicU64::new(0),
        }
    }
}

impl HostFile for File<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
        let rest = self.len.saturating_sub(offset);
        let read = usize::try_from(rest).map_or(buffer.len(), |rest| rest.min(buffer.len()));
        let known = usize::try_from(offset).ok();
        let known = known
            .and_then(|at| self.bytes.get(at..))
            .unwrap_or_default();
        let (target, _) = buffer.split_at_mut(read);
        target.fill(0);
        let copied = known.len().min(read);
        target[..copied].copy_from_slice(&known[..copied]);
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.bytes_read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// What is read of these bytes.
pub(crate) fn read(bytes: &[u8]) -> Result<PeVersion, PeError> {
    PeVersion::read(&File::new(bytes, bytes.len() as u64))
}

/// The version of these bytes, as people see it.
pub(crate) fn said(bytes: &[u8], field: PeField) -> String {
    match read(bytes) {
        Ok(versions) => versions.choose(field),
        Err(error) => Observation::from(error),
    }
    .to_string()
}

/// The version of a file, as people see it.
pub(crate) fn version(file: &PeFile) -> String {
    said(&file.bytes, PeField::File)
}

/// The four versions of a file: fixed, fixed product, text, text of the product.
pub(crate) fn fields(file: &PeFile) -> [Option<String>; 4] {
    let versions = read(&file.bytes).expect("it has a version resource");
    [
        versions.fixed_file,
        versions.fixed_product,
        versions.string_file,
        versions.string_product,
    ]
}
