//! The target `pe`.

use std::cell::Cell;

use onhand_platform::{HostFile, HostResult};
use onhand_resolver::Observation;
use onhand_version::{PeError, PeField, PeVersion};

use super::told::expect_version_or_reason;

/// Takes an executable, byte for byte.
///
/// - Reading ends within its budget of bytes, and of reads.
/// - The version chosen is the first candidate of its field that says something, as it is stated.
/// - What stands behind the last byte that was needed changes no answer.
pub fn pe(data: &[u8]) {
    let outcome = read(data);
    if let Ok(versions) = &outcome {
        for field in PeField::ALL {
            expect_first_that_says_something(versions, field);
        }
    }
    if is_final(&outcome) {
        assert_eq!(read(&[data, &[0; 4096]].concat()), outcome);
    }
    let shorter = read(&data[..data.len() / 2]);
    if is_final(&shorter) {
        assert_eq!(shorter, outcome);
    }
}

/// How many bytes may be asked for.
const MAX_BYTES: u64 = 192 * 1024;

/// How often: 4 KiB at a time, and once for the resource.
const MAX_READS: u64 = MAX_BYTES / 4096 + 1;

fn read(data: &[u8]) -> Result<PeVersion, PeError> {
    let file = CountedFile {
        bytes: data,
        reads: Cell::new(0),
        asked: Cell::new(0),
    };
    let outcome = PeVersion::read(&file);
    let (reads, asked) = (file.reads.get(), file.asked.get());
    assert!(reads <= MAX_READS, "{reads} reads");
    assert!(asked <= MAX_BYTES, "{asked} bytes asked for");
    if let Err(error) = &outcome {
        expect_version_or_reason(&error.clone().into());
    }
    outcome
}

/// Whether more bytes at the end could change nothing.
fn is_final(outcome: &Result<PeVersion, PeError>) -> bool {
    matches!(
        outcome,
        Ok(_) | Err(PeError::NoResources | PeError::NoVersionResource)
    )
}

fn expect_first_that_says_something(versions: &PeVersion, field: PeField) {
    let (fixed, texts) = match field {
        PeField::File => (
            &versions.fixed_file,
            vec![&versions.string_file, &versions.string_product],
        ),
        PeField::Product => (&versions.fixed_product, vec![&versions.string_product]),
    };
    let fixed = fixed.as_deref().filter(|version| *version != "0.0.0.0");
    let mut candidates = fixed
        .into_iter()
        .chain(texts.into_iter().filter_map(|text| text.as_deref()));
    let first = candidates.find(|text| !text.trim().is_empty());
    let chosen = versions.choose(field);
    expect_version_or_reason(&chosen);
    match (chosen, first) {
        (Observation::Present(version), Some(first)) => assert_eq!(version.as_str(), first.trim()),
        (Observation::Absent(_), None) => {}
        (Observation::Error(_), Some(first)) => assert!(
            first.len() > 256 || first.contains(|c: char| c.is_control() || c == '\u{FFFD}'),
            "{first:?} is refused"
        ),
        (chosen, first) => panic!("{field}: {chosen}, and the first is {first:?}"),
    }
}

/// Bytes that count how they are read.
struct CountedFile<'d> {
    bytes: &'d [u8],
    reads: Cell<u64>,
    asked: Cell<u64>,
}

impl HostFile for CountedFile<'_> {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> HostResult<usize> {
        self.reads.set(self.reads.get() + 1);
        self.asked.set(self.asked.get() + buffer.len() as u64);
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let read = rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&rest[..read]);
        Ok(read)
    }
}
