//! The resource directory: a tree of three levels, type, name and language.
//!
//! It is walked down once, and every step is a choice: no branch is entered that isn't wanted. A
//! directory that leads back to itself so ends at the third level, and one that claims a
//! hundred thousand entries ends at [`MAX_ENTRIES`].

use super::error::PeError;
use super::image::{Extent, Image};
use super::window::Window;

/// The type of version resources.
const RT_VERSION: u32 = 16;

/// The language of a resource that is for all of them.
const NEUTRAL: u32 = 0;

/// How many entries of one file are looked at, on all levels together.
const MAX_ENTRIES: u64 = 4096;

/// How much of a resource is read, in bytes. The length that a version resource gives of itself
/// has 16 bits.
const MAX_RESOURCE: u64 = 64 * 1024;

/// The layout of a directory: its header, with two counts, then its entries.
const NAMED_COUNT: u64 = 12;
const NUMBERED_COUNT: u64 = 14;
const HEADER_SIZE: u64 = 16;
const ENTRY_SIZE: u64 = 8;

/// The layout of what stands for a resource: its address, its size, and two fields more.
const DATA_ENTRY_SIZE: u64 = 16;

/// In the name of an entry: it is a text. In its offset: it is a directory.
const HIGH_BIT: u32 = 1 << 31;

const DIRECTORY: &str = "the resource directory";
const RESOURCE: &str = "the version resource";

/// Reads the version resource: of the type `RT_VERSION` the first number, or the first name where
/// there is no number; of that the neutral language, or the first.
pub(super) fn read_version_resource(
    window: &mut Window<'_>,
    image: &Image,
) -> Result<Vec<u8>, PeError> {
    let mut walk = Walk {
        window,
        image,
        root: image.resources().ok_or(PeError::NoResources)?,
        visited: 0,
    };
    let found = walk.find_version()?.ok_or(PeError::NoVersionResource)?;
    walk.read_data(found)
}

struct Walk<'w, 'f> {
    window: &'w mut Window<'f>,
    image: &'w Image,
    /// The address of the root; every offset counts from there.
    root: u32,
    visited: u64,
}

/// An entry of a resource directory.
#[derive(Clone, Copy)]
struct ResourceEntry {
    name: u32,
    offset: u32,
}

impl ResourceEntry {
    fn is_numbered(self) -> bool {
        self.name & HIGH_BIT == 0
    }

    /// Where the directory is that it stands for.
    fn directory(self) -> Result<u32, PeError> {
        match self.offset & HIGH_BIT {
            0 => Err(PeError::Directory("a resource above the third level")),
            _ => Ok(self.offset & !HIGH_BIT),
        }
    }

    /// Where the description of the resource is that it stands for.
    fn data(self) -> Result<u32, PeError> {
        match self.offset & HIGH_BIT {
            0 => Ok(self.offset),
            _ => Err(PeError::Directory("a directory on the third level")),
        }
    }
}

/// How much an entry is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    No,
    /// If there is no better one; the first one of these.
    Else,
    Yes,
}

impl Walk<'_, '_> {
    fn find_version(&mut self) -> Result<Option<ResourceEntry>, PeError> {
        let version = self.choose(0, |entry| match entry.name {
            RT_VERSION => Wanted::Yes,
            _ => Wanted::No,
        })?;
        let Some(version) = version else {
            return Ok(None);
        };
        let name = self.choose(version.directory()?, |entry| match entry.is_numbered() {
            true => Wanted::Yes,
            false => Wanted::Else,
        })?;
        let Some(name) = name else {
            return Ok(None);
        };
        let language = self.choose(name.directory()?, |entry| match entry.name {
            NEUTRAL => Wanted::Yes,
            _ => Wanted::Else,
        })?;
        if let Some(language) = language {
            tracing::debug!(
                name = name.name,
                language = language.name,
                "version resource chosen"
            );
        }
        Ok(language)
    }

    /// The entry of the directory at that offset that is wanted most.
    fn choose(
        &mut self,
        offset: u32,
        wanted: impl Fn(ResourceEntry) -> Wanted,
    ) -> Result<Option<ResourceEntry>, PeError> {
        let extent = self.locate(offset)?;
        let header = part(extent, 0, HEADER_SIZE)?;
        let named = self.u16(header, NAMED_COUNT)?;
        let numbered = self.u16(header, NUMBERED_COUNT)?;
        let mut best = None;
        for index in 0..u64::from(named).saturating_add(numbered.into()) {
            let skipped = HEADER_SIZE.saturating_add(index.saturating_mul(ENTRY_SIZE));
            let entry = self.entry(part(extent, skipped, ENTRY_SIZE)?)?;
            match wanted(entry) {
                Wanted::Yes => return Ok(Some(entry)),
                Wanted::Else => best = best.or(Some(entry)),
                Wanted::No => {}
            }
        }
        Ok(best)
    }

    fn entry(&mut self, at: u64) -> Result<ResourceEntry, PeError> {
        if self.visited == MAX_ENTRIES {
            return Err(PeError::TooMany {
                most: MAX_ENTRIES,
                of: "entries in the resource directory",
            });
        }
        self.visited = self.visited.saturating_add(1);
        Ok(ResourceEntry {
            name: self.u32(at, 0)?,
            offset: self.u32(at, 4)?,
        })
    }

    /// Reads what an entry of the third level stands for. Of more than its section has, it is what
    /// the section has: the size is not always right, and the resource knows its own.
    fn read_data(&mut self, entry: ResourceEntry) -> Result<Vec<u8>, PeError> {
        let at = part(self.locate(entry.data()?)?, 0, DATA_ENTRY_SIZE)?;
        let address = self.u32(at, 0)?;
        let size = self.u32(at, 4)?;
        let extent = self
            .image
            .locate(address)
            .ok_or(PeError::Outside(RESOURCE))?;
        let (offset, len) = extent.bounded(MAX_RESOURCE.min(size.into()));
        let len = usize::try_from(len).map_err(|_| PeError::Outside(RESOURCE))?;
        tracing::debug!(offset, bytes = len, "version resource located");
        self.window.bytes(offset, len, RESOURCE)
    }

    /// What is at an offset from the root.
    fn locate(&self, offset: u32) -> Result<Extent, PeError> {
        self.root
            .checked_add(offset)
            .and_then(|address| self.image.locate(address))
            .ok_or(PeError::Outside(DIRECTORY))
    }

    fn u16(&mut self, at: u64, field: u64) -> Result<u16, PeError> {
        self.window.u16(at.saturating_add(field), DIRECTORY)
    }

    fn u32(&mut self, at: u64, field: u64) -> Result<u32, PeError> {
        self.window.u32(at.saturating_add(field), DIRECTORY)
    }
}

fn part(extent: Extent, skipped: u64, len: u64) -> Result<u64, PeError> {
    extent.part(skipped, len).ok_or(PeError::Outside(DIRECTORY))
}
