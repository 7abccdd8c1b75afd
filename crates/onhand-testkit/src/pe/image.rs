//! An executable around its resources.

use super::Resources;
use super::mark::{Mark, patch};

/// What an executable is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Machine {
    /// PE32.
    X86,
    /// PE32+.
    X64,
    /// PE32+.
    Arm64,
    /// PE32 with a header of the common language runtime.
    Net,
}

impl Machine {
    /// Each of them.
    pub const ALL: [Machine; 4] = [Machine::X86, Machine::X64, Machine::Arm64, Machine::Net];

    fn code(self) -> u16 {
        match self {
            Machine::X86 | Machine::Net => 0x014C,
            Machine::X64 => 0x8664,
            Machine::Arm64 => 0xAA64,
        }
    }

    fn is_plus(self) -> bool {
        matches!(self, Machine::X64 | Machine::Arm64)
    }
}

/// An executable: headers, a section of code unless it has none, and one of resources.
#[derive(Debug, Clone)]
pub struct Pe {
    machine: Machine,
    header_at: u32,
    resource_section: [u8; 8],
    resources: Option<Resources>,
    address: u32,
    has_code: bool,
}

/// The result.
#[derive(Debug, Clone)]
pub struct PeFile {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Each structure and its offset, by offset.
    pub marks: Vec<(Mark, usize)>,
}

const DOS_HEADER_SIZE: u32 = 0x40;
const FILE_ALIGNMENT: usize = 0x200;
const SECTION_ALIGNMENT: u32 = 0x1000;
const SECTION_HEADER_SIZE: usize = 40;
const DIRECTORIES: u32 = 16;
const RESOURCE_DIRECTORY: usize = 2;
const CLR_DIRECTORY: usize = 14;
const CODE_ADDRESS: u32 = 0x1000;
/// `ret`, thirty-two times.
const CODE: [u8; 32] = [0xC3; 32];

impl Pe {
    /// One without resources.
    #[must_use]
    pub fn new(machine: Machine) -> Self {
        Pe {
            machine,
            header_at: 0x80,
            resource_section: *b".rsrc\0\0\0",
            resources: None,
            address: 0x2000,
            has_code: true,
        }
    }

    /// Puts the PE header there. It may be odd; between the DOS header and it are zeros.
    pub fn header_at(mut self, offset: u32) -> Self {
        assert!(offset >= DOS_HEADER_SIZE);
        self.header_at = offset;
        self
    }

    /// Calls the section with the resources so.
    pub fn resource_section(mut self, name: &[u8; 8]) -> Self {
        self.resource_section = *name;
        self
    }

    /// Leaves the section of code out, as libraries of resources do.
    pub fn without_code(mut self) -> Self {
        self.has_code = false;
        self
    }

    /// Gives it resources.
    pub fn resources(mut self, resources: Resources) -> Self {
        self.resources = Some(resources);
        self
    }

    /// Writes it.
    #[must_use]
    pub fn build(&self) -> PeFile {
        let mut marks = vec![(Mark::DosHeader, 0)];
        let mut bytes = vec![0; self.header_at as usize];
        patch(&mut bytes, 0, b"MZ");
        patch(&mut bytes, 0x3C, &self.header_at.to_le_bytes());

        marks.push((Mark::PeHeader, bytes.len()));
        let (standard, optional_size) = match self.machine.is_plus() {
            true => (112, 240),
            false => (96, 224),
        };
        let sections = u16::from(self.has_code) + u16::from(self.resources.is_some());
        bytes.extend(*b"PE\0\0");
        bytes.extend(self.machine.code().to_le_bytes());
        bytes.extend(sections.to_le_bytes());
        bytes.extend([0; 12]);
        bytes.extend(u16::to_le_bytes(optional_size));
        // An executable image.
        bytes.extend(0x0002_u16.to_le_bytes());

        let optional = bytes.len();
        marks.push((Mark::OptionalHeader, optional));
        bytes.resize(optional + usize::from(optional_size), 0);
        let magic: u16 = if self.machine.is_plus() { 0x20B } else { 0x10B };
        patch(&mut bytes, optional, &magic.to_le_bytes());
        patch(&mut bytes, optional + 32, &SECTION_ALIGNMENT.to_le_bytes());
        patch(
            &mut bytes,
            optional + 36,
            &(FILE_ALIGNMENT as u32).to_le_bytes(),
        );
        patch(
            &mut bytes,
            optional + standard - 4,
            &DIRECTORIES.to_le_bytes(),
        );
        let directories = optional + standard;
        marks.push((Mark::DataDirectories, directories));
        if self.machine == Machine::Net {
            let entry = [CODE_ADDRESS.to_le_bytes(), 72_u32.to_le_bytes()].concat();
            patch(&mut bytes, directories + CLR_DIRECTORY * 8, &entry);
        }

        let table = bytes.len();
        marks.push((Mark::SectionTable, table));
        bytes.resize(table + SECTION_HEADER_SIZE * usize::from(sections), 0);
        align(&mut bytes);
        let headers_size = bytes.len() as u32;
        patch(&mut bytes, optional + 60, &headers_size.to_le_bytes());
        let mut header = table;
        if self.has_code {
            append_section(&mut bytes, header, b".text\0\0\0", CODE_ADDRESS, &CODE);
            header += SECTION_HEADER_SIZE;
        }
        let mut image_size = CODE_ADDRESS + SECTION_ALIGNMENT;

        if let Some(resources) = &self.resources {
            marks.push((Mark::ResourceSection, header));
            let (content, within) = resources.lay_out(self.address);
            let section = bytes.len();
            marks.extend(within.into_iter().map(|(mark, at)| (mark, section + at)));
            append_section(
                &mut bytes,
                header,
                &self.resource_section,
                self.address,
                &content,
            );
            let size = content.len() as u32;
            let entry = [self.address.to_le_bytes(), size.to_le_bytes()].concat();
            patch(&mut bytes, directories + RESOURCE_DIRECTORY * 8, &entry);
            image_size = (self.address + size).next_multiple_of(SECTION_ALIGNMENT);
        }
        patch(&mut bytes, optional + 56, &image_size.to_le_bytes());
        PeFile { bytes, marks }
    }
}

impl PeFile {
    /// Where that structure is.
    pub fn offset(&self, mark: Mark) -> usize {
        let found = self.marks.iter().find(|(other, _)| *other == mark);
        found
            .unwrap_or_else(|| panic!("the file has no {mark:?}"))
            .1
    }

    /// Overwrites bytes of a structure, so many bytes from its start.
    pub fn patch(mut self, mark: Mark, skipped: usize, new: &[u8]) -> Self {
        let at = self.offset(mark) + skipped;
        patch(&mut self.bytes, at, new);
        self
    }

    /// Overwrites a 16-bit number of a structure.
    pub fn patch_u16(self, mark: Mark, skipped: usize, new: u16) -> Self {
        self.patch(mark, skipped, &new.to_le_bytes())
    }

    /// Overwrites a 32-bit number of a structure.
    pub fn patch_u32(self, mark: Mark, skipped: usize, new: u32) -> Self {
        self.patch(mark, skipped, &new.to_le_bytes())
    }

    /// Cuts it off at that offset.
    pub fn cut(mut self, len: usize) -> Self {
        self.bytes.truncate(len);
        self
    }
}

/// Appends a section, and fills in its header.
fn append_section(
    bytes: &mut Vec<u8>,
    header: usize,
    name: &[u8; 8],
    address: u32,
    content: &[u8],
) {
    let start = bytes.len();
    bytes.extend(content);
    align(bytes);
    let fields = [
        content.len() as u32,
        address,
        (bytes.len() - start) as u32,
        start as u32,
    ];
    patch(bytes, header, name);
    patch(bytes, header + 8, &fields.map(u32::to_le_bytes).concat());
}

fn align(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(FILE_ALIGNMENT), 0);
}
