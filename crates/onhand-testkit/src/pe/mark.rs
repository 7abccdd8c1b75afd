//! Where the structures of an executable are.

/// A structure of an executable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The header of old, at the start.
    DosHeader,
    /// `PE\0\0`, and the COFF header after it.
    PeHeader,
    /// The header that says for how many bits it is.
    OptionalHeader,
    /// Where its parts are in memory.
    DataDirectories,
    /// Where its sections are in the file and in memory.
    SectionTable,
    /// The header of the section with the resources, within the section table.
    ResourceSection,
    /// The types of resources.
    RootDirectory,
    /// The names of one type, in the order of the types.
    TypeDirectory(usize),
    /// The languages of one name, in the order of all names.
    NameDirectory(usize),
    /// What stands for a resource, in the order of all resources.
    DataEntry(usize),
    /// The resource itself.
    Data(usize),
    /// Right behind the last resource.
    EndOfData,
}

/// Overwrites what is there.
pub(super) fn patch(bytes: &mut [u8], at: usize, new: &[u8]) {
    bytes[at..at + new.len()].copy_from_slice(new);
}
