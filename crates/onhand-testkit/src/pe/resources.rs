//! The tree of resources: type, name, language.

use super::mark::{Mark, patch};
use super::version_info::VersionInfo;

/// What a type or a resource is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// By its number.
    Number(u32),
    /// By its name.
    Text(String),
}

/// The resources of an executable. Types, names and languages stand in the directory in the order in
/// which they were first named.
#[derive(Debug, Clone, Default)]
pub struct Resources {
    types: Vec<(Name, Vec<Named>)>,
}

/// A resource: its name, and its bytes in each language.
type Named = (Name, Vec<(u32, Vec<u8>)>);

const RT_VERSION: u32 = 16;
const HEADER_SIZE: usize = 16;
const ENTRY_SIZE: usize = 8;
const DATA_ENTRY_SIZE: usize = 16;
const HIGH_BIT: u32 = 1 << 31;

impl From<u32> for Name {
    fn from(number: u32) -> Self {
        Name::Number(number)
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Name::Text(text.to_owned())
    }
}

impl Resources {
    /// None at all, but a directory.
    pub fn none() -> Self {
        Resources::default()
    }

    /// One version resource, as a compiler writes it: number 1, American English.
    pub fn version(version: impl Into<Vec<u8>>) -> Self {
        Resources::none().with_version(1, 0x409, version)
    }

    /// Adds a version resource.
    pub fn with_version(
        self,
        name: impl Into<Name>,
        language: u32,
        version: impl Into<Vec<u8>>,
    ) -> Self {
        self.with(RT_VERSION, name, language, version)
    }

    /// Adds a resource.
    pub fn with(
        mut self,
        kind: impl Into<Name>,
        name: impl Into<Name>,
        language: u32,
        data: impl Into<Vec<u8>>,
    ) -> Self {
        let names = slot(&mut self.types, kind.into());
        slot(names, name.into()).push((language, data.into()));
        self
    }

    /// The content of a section that is loaded to that address.
    pub(super) fn lay_out(&self, address: u32) -> (Vec<u8>, Vec<(Mark, usize)>) {
        let names: Vec<_> = self.types.iter().flat_map(|(_, names)| names).collect();
        let resources: Vec<_> = names.iter().flat_map(|(_, languages)| languages).collect();

        // First the directories of each level, then what stands for the resources.
        let mut end = directory_size(self.types.len());
        let mut place = |size: usize| {
            let at = end;
            end += size;
            at
        };
        let types_at: Vec<_> = self
            .types
            .iter()
            .map(|(_, names)| place(directory_size(names.len())))
            .collect();
        let names_at: Vec<_> = names
            .iter()
            .map(|(_, languages)| place(directory_size(languages.len())))
            .collect();
        let entries_at: Vec<_> = resources.iter().map(|_| place(DATA_ENTRY_SIZE)).collect();

        let mut section = vec![0; end];
        let directory = |at: &usize| HIGH_BIT | *at as u32;
        let root = self.types.iter().map(|(kind, _)| kind.clone());
        write_directory(&mut section, 0, root.zip(types_at.iter().map(directory)));
        let mut below = names_at.iter().map(directory);
        for (at, (_, names)) in types_at.iter().zip(&self.types) {
            let names = names.iter().map(|(name, _)| name.clone());
            write_directory(&mut section, *at, names.zip(&mut below));
        }
        let mut below = entries_at.iter().map(|at| *at as u32);
        for (at, (_, languages)) in names_at.iter().zip(&names) {
            let languages = languages
                .iter()
                .map(|(language, _)| Name::Number(*language));
            write_directory(&mut section, *at, languages.zip(&mut below));
        }
        let mut data_at = Vec::new();
        for (at, (_, data)) in entries_at.iter().zip(&resources) {
            section.resize(section.len().next_multiple_of(4), 0);
            let entry = [address + section.len() as u32, data.len() as u32];
            patch(&mut section, *at, &entry.map(u32::to_le_bytes).concat());
            data_at.push(section.len());
            section.extend(data);
        }

        let mut marks = vec![(Mark::RootDirectory, 0)];
        let mut mark = |mark: fn(usize) -> Mark, places: Vec<usize>| {
            marks.extend((0..).map(mark).zip(places));
        };
        mark(Mark::TypeDirectory, types_at);
        mark(Mark::NameDirectory, names_at);
        mark(Mark::DataEntry, entries_at);
        mark(Mark::Data, data_at);
        marks.push((Mark::EndOfData, section.len()));
        (section, marks)
    }
}

fn slot<T>(entries: &mut Vec<(Name, Vec<T>)>, name: Name) -> &mut Vec<T> {
    let at = entries.iter().position(|(other, _)| *other == name);
    let at = at.unwrap_or_else(|| {
        entries.push((name, Vec::new()));
        entries.len() - 1
    });
    &mut entries[at].1
}

fn directory_size(entries: usize) -> usize {
    HEADER_SIZE + entries * ENTRY_SIZE
}

/// Writes a directory there: names, and offsets. The texts go to the end of the section.
fn write_directory(section: &mut Vec<u8>, at: usize, entries: impl Iterator<Item = (Name, u32)>) {
    let mut counts = [0_u16; 2];
    for (index, (name, offset)) in entries.enumerate() {
        let name = match name {
            Name::Text(text) => {
                counts[0] += 1;
                let at = section.len() as u32;
                let units: Vec<u16> = text.encode_utf16().collect();
                section.extend((units.len() as u16).to_le_bytes());
                section.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
                HIGH_BIT | at
            }
            Name::Number(number) => {
                counts[1] += 1;
                number
            }
        };
        let entry = [name, offset].map(u32::to_le_bytes).concat();
        patch(section, at + HEADER_SIZE + index * ENTRY_SIZE, &entry);
    }
    patch(section, at + 12, &counts.map(u16::to_le_bytes).concat());
}

impl From<VersionInfo> for Vec<u8> {
    fn from(version: VersionInfo) -> Self {
        version.bytes()
    }
}
