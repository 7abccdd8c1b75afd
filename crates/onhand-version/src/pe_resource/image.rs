//! The headers of an executable: where its sections are, and where its resources.
//!
//! Sections are told by their addresses, never by their names: a packer or a linker calls
//! `.rsrc` what it likes. The machine isn't looked at either. An executable for ARM64, or of
//! .NET, has its resources where any other has them.

use super::error::PeError;
use super::window::Window;

/// Where the parts of an executable are.
pub(super) struct Image {
    sections: Vec<Section>,
    resources: Option<u32>,
}

/// Bytes of the file that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// From the start of the file, in bytes.
    offset: u64,
    /// How many bytes.
    len: u64,
}

/// The part of an image that a stretch of the file is loaded to.
struct Section {
    address: u32,
    virtual_size: u32,
    raw_offset: u32,
    raw_size: u32,
}

/// Fields of the headers, and where they are: in bytes from the start of the file, of the PE
/// signature, of the optional header, and of a section's header.
const E_LFANEW: u64 = 0x3C;
const NUMBER_OF_SECTIONS: u64 = 6;
const SIZE_OF_OPTIONAL_HEADER: u64 = 20;
const OPTIONAL_HEADER: u64 = 24;
const VIRTUAL_SIZE: u64 = 8;
const VIRTUAL_ADDRESS: u64 = 12;
const SIZE_OF_RAW_DATA: u64 = 16;
const POINTER_TO_RAW_DATA: u64 = 20;
const SECTION_HEADER_SIZE: u64 = 40;

/// How many sections are read. A linker writes a dozen; the loader takes some hundred.
const MAX_SECTIONS: u16 = 512;

/// Which of the data directories is that of the resources, and how long one is, in bytes.
const RESOURCE_DIRECTORY: u32 = 2;
const DATA_DIRECTORY_SIZE: u64 = 8;

const HEADERS: &str = "the headers";
const SECTION_TABLE: &str = "the section table";

impl Image {
    /// Reads the headers. That takes one read where the PE header is within the first 4 KiB with
    /// its sections, and one for each further 4 KiB.
    pub(super) fn read(window: &mut Window<'_>) -> Result<Self, PeError> {
        let pe = find_pe_header(window)?;
        let optional = pe.saturating_add(OPTIONAL_HEADER);
        let resources = find_resources(window, optional)?;
        let count = window.u16(pe.saturating_add(NUMBER_OF_SECTIONS), HEADERS)?;
        let optional_size = window.u16(pe.saturating_add(SIZE_OF_OPTIONAL_HEADER), HEADERS)?;
        if count > MAX_SECTIONS {
            return Err(PeError::TooMany {
                most: MAX_SECTIONS.into(),
                of: "sections",
            });
        }
        let table = optional.saturating_add(optional_size.into());
        let sections = (0..u64::from(count))
            .map(|index| {
                let header = table.saturating_add(index.saturating_mul(SECTION_HEADER_SIZE));
                Section::read(window, header)
            })
            .collect::<Result<_, _>>()?;
        tracing::debug!(sections = count, ?resources, "PE headers read");
        Ok(Image {
            sections,
            resources,
        })
    }

    /// The address of the resource directory.
    pub(super) fn resources(&self) -> Option<u32> {
        self.resources
    }

    /// What the file has of the section that holds an address, from that address on.
    ///
    /// Where two sections have it, the one counts whose size in memory holds it; a section may
    /// bring more from the file than it has room for in memory, and the next one may begin there.
    pub(super) fn locate(&self, address: u32) -> Option<Extent> {
        self.sections
            .iter()
            .filter(|section| section.is_loaded_to(address))
            .chain(&self.sections)
            .find_map(|section| section.in_file(address))
    }
}

impl Extent {
    /// The offset of a part of it, from the start of the file. `None` where the part is not
    /// within it.
    pub(super) fn part(self, skipped: u64, len: u64) -> Option<u64> {
        let end = skipped.checked_add(len)?;
        (end <= self.len)
            .then(|| self.offset.checked_add(skipped))
            .flatten()
    }

    /// Its start, and its length where that is at most `most`.
    pub(super) fn bounded(self, most: u64) -> (u64, u64) {
        (self.offset, self.len.min(most))
    }
}

impl Section {
    fn read(window: &mut Window<'_>, header: u64) -> Result<Self, PeError> {
        let mut field = |at: u64| window.u32(header.saturating_add(at), SECTION_TABLE);
        Ok(Section {
            address: field(VIRTUAL_ADDRESS)?,
            virtual_size: field(VIRTUAL_SIZE)?,
            raw_offset: field(POINTER_TO_RAW_DATA)?,
            raw_size: field(SIZE_OF_RAW_DATA)?,
        })
    }

    /// What the file has of it, from an address on.
    fn in_file(&self, address: u32) -> Option<Extent> {
        let skipped = address.checked_sub(self.address)?;
        let len = self.raw_size.checked_sub(skipped).filter(|len| *len > 0)?;
        Some(Extent {
            offset: u64::from(self.raw_offset).saturating_add(skipped.into()),
            len: len.into(),
        })
    }

    /// Whether it holds that address in memory. Some linkers leave that size 0, and then the size
    /// in the file counts.
    fn is_loaded_to(&self, address: u32) -> bool {
        let size = match self.virtual_size {
            0 => self.raw_size,
            size => size,
        };
        address
            .checked_sub(self.address)
            .is_some_and(|skipped| skipped < size)
    }
}

/// Where the PE signature is.
fn find_pe_header(window: &mut Window<'_>) -> Result<u64, PeError> {
    match window.u16(0, HEADERS) {
        Ok(mz) if mz == u16::from_le_bytes(*b"MZ") => {}
        Ok(_) | Err(PeError::Truncated(_)) => return Err(PeError::NoDosHeader),
        Err(error) => return Err(error),
    }
    let header = window.u32(E_LFANEW, HEADERS).map(u64::from);
    let signature = header.and_then(|header| Ok((header, window.u32(header, HEADERS)?)));
    match signature {
        Ok((header, signature)) if signature == u32::from_le_bytes(*b"PE\0\0") => Ok(header),
        Ok(_) | Err(PeError::Truncated(_)) => Err(PeError::NoPeHeader),
        Err(error) => Err(error),
    }
}

/// The address of the resource directory, from the data directories. Its size is not asked for:
/// the loader doesn't ask either, and packers leave it wrong.
fn find_resources(window: &mut Window<'_>, optional: u64) -> Result<Option<u32>, PeError> {
    let count_at = match window.u16(optional, HEADERS)? {
        0x10B => 92,
        0x20B => 108,
        other => return Err(PeError::OptionalHeader(other)),
    };
    let count_at = optional.saturating_add(count_at);
    if window.u32(count_at, HEADERS)? <= RESOURCE_DIRECTORY {
        return Ok(None);
    }
    let directories = count_at.saturating_add(4);
    let skipped = u64::from(RESOURCE_DIRECTORY).saturating_mul(DATA_DIRECTORY_SIZE);
    let address = window.u32(directories.saturating_add(skipped), HEADERS)?;
    Ok((address != 0).then_some(address))
}
