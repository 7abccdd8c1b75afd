//! A place on a disk of this machine, and where a link on the way to it leads.

use std::ffi::OsString;
use std::os::windows::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use onhand_platform::{HostError, HostResult};
use windows_sys::Win32::Foundation::ERROR_CANT_RESOLVE_FILENAME;

use super::os_error::os_error;
use super::reparse::Target;
use super::volume::Volume;

/// A name in a folder, in UTF-16 units. Nobody sees to it that these are Unicode.
pub(super) type Name = Vec<u16>;

pub(super) const SEPARATOR: u16 = b'\\' as u16;

/// Where the object manager of Windows keeps the names of drives and volumes.
pub(super) const OBJECTS: [u16; 4] = [SEPARATOR, b'?' as u16, b'?' as u16, SEPARATOR];

/// A volume, and the names that lead from its root to the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) volume: Volume,
    pub(super) names: Vec<Name>,
    /// The last junction that led here.
    junction: Option<Box<Junction>>,
}

/// A junction that led to a place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Junction {
    /// How many of the place's names lead to its target.
    depth: usize,
    /// The folder that it stands in.
    folder: Place,
}

impl Place {
    /// The place of an absolute path with a drive and single backslashes, as every
    /// `RootedPath` is. Another path is on no disk of ours.
    pub(super) fn of(path: &Path) -> HostResult<Self> {
        let text: Name = path.as_os_str().encode_wide().collect();
        Self::parse(&text).ok_or(HostError::Network)
    }

    /// The place that a name of the object manager means, as links hold it: `\??\C:\folder`.
    /// `None` for a share (`\??\UNC\…`), a device, and what is no such name, as one with nothing between two
    /// backslashes before the drive.
    pub(super) fn of_object(name: &[u16]) -> Option<Self> {
        let name = name.strip_prefix(&OBJECTS)?;
        if name.starts_with(&[SEPARATOR]) {
            return None;
        }
        Self::parse(name)
    }

    fn parse(text: &[u16]) -> Option<Self> {
        let mut names = split(text);
        Some(Place {
            volume: Volume::parse(&names.next()?)?,
            names: names.collect(),
            junction: None,
        })
    }

    /// The place for Win32, in the form that has no bound on its length.
    pub(super) fn path(&self) -> PathBuf {
        let root = self.volume.root();
        OsString::from_wide(&[root, join(&self.names)].concat()).into()
    }

    /// The same place below a folder that its volume stands for.
    pub(super) fn below(mut self, folder: Place) -> Self {
        if let Some(junction) = &mut self.junction {
            junction.depth += folder.names.len();
        }
        self.volume = folder.volume;
        self.names.splice(0..0, folder.names);
        self
    }

    /// Where the way goes on, if the name at that index is a link which leads there.
    ///
    /// A link that climbs (`..`) does so from the folder that it stands in. What a junction
    /// leads to stands, for Windows, where the junction stands: one climbs out of the junction.
    pub(super) fn follow(mut self, index: usize, target: Target) -> HostResult<Self> {
        let rest = self.names.split_off(index + 1);
        self.names.pop();
        self.junction = self.junction.filter(|junction| junction.depth <= index);
        let mut place = match target {
            Target::Elsewhere => return Err(HostError::Network),
            Target::Symlink(place) => place,
            Target::Junction(mut place) => {
                place.junction = Some(Box::new(Junction {
                    depth: place.names.len(),
                    folder: self,
                }));
                place
            }
            Target::Relative { climbs, names } => {
                let folder = (0..climbs).try_fold(self, |folder, _| folder.parent());
                let mut place = folder.ok_or_else(|| os_error(ERROR_CANT_RESOLVE_FILENAME))?;
                place.names.extend(names);
                place
            }
            Target::Rooted(names) => {
                while let Some(junction) = self.junction {
                    self = junction.folder;
                }
                self.names = names;
                self
            }
        };
        place.names.extend(rest);
        Ok(place)
    }

    /// The folder that it stands in; `None` for the root of a volume.
    fn parent(mut self) -> Option<Self> {
        match self.junction {
            Some(junction) if junction.depth == self.names.len() => Some(junction.folder),
            _ => self.names.pop().is_some().then_some(self),
        }
    }
}

/// The names as one text, as the OS takes them below a folder.
pub(super) fn join(names: &[Name]) -> Name {
    names.join(&SEPARATOR)
}

/// The names in a text, without the empty ones.
pub(super) fn split(text: &[u16]) -> impl Iterator<Item = Name> {
    text.split(|unit| *unit == SEPARATOR)
        .filter(|name| !name.is_empty())
        .map(<[u16]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str) -> Place {
        Place::of(Path::new(path)).expect("a place")
    }

    #[test]
    fn a_path_with_a_drive_is_a_place_and_has_its_long_form() {
        for (path, long) in [
            (r"C:\", r"\\?\C:\"),
            (r"c:\a", r"\\?\c:\a"),
            (r"Z:\Äpp 日本\🦀.exe", r"\\?\Z:\Äpp 日本\🦀.exe"),
        ] {
            assert_eq!(place(path).path(), Path::new(long));
        }
    }

    #[test]
    fn no_other_path_is_on_a_disk_of_ours() {
        for path in [
            r"\\server\share\x",
            r"\\?\C:\x",
            r"\x",
            r"folder\x",
            "C:x",
            "",
            r"1:\x",
        ] {
            let place = Place::of(Path::new(path));
            assert_eq!(place, Err(HostError::Network), "{path}");
        }
    }

    #[test]
    fn a_place_moves_with_the_folder_that_its_drive_stands_for() {
        let moved = place(r"S:\a\b").below(place(r"C:\folder"));
        assert_eq!(moved, place(r"C:\folder\a\b"));
        assert_eq!(place(r"S:\").below(place(r"C:\")), place(r"C:\"));
        // Where a junction led to the drive, one still climbs out of the junction.
        let junction = Target::Junction(place(r"S:\t"));
        let behind = place(r"C:\m\j\link").follow(1, junction).expect("follows");
        let up = Target::Relative {
            climbs: 1,
            names: vec![],
        };
        let behind = behind.below(place(r"D:\x\y"));
        assert_eq!(behind.path(), Path::new(r"\\?\D:\x\y\t\link"));
        let up_twice = Target::Relative {
            climbs: 2,
            names: vec![],
        };
        let follow = |target| behind.clone().follow(3, target).map(|place| place.path());
        assert_eq!(follow(up), Ok(PathBuf::from(r"\\?\C:\m")));
        assert_eq!(follow(up_twice), Ok(PathBuf::from(r"\\?\C:\")));
    }
}
