//! A machine in memory, for tests: disks with links, and what was asked of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use onhand_platform::{HostError, HostResult};
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND,
};

use super::{Disks, End, Thing, reach};
use crate::windows::os_error::os_error;
use crate::windows::place::{Name, Place, join};
use crate::windows::reparse::ReparsePoint;
use crate::windows::reparse_bytes::{junction, symlink};
use crate::windows::volume::{StandsFor, Volume};

/// What a name in a folder stands for.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Ordinary,
    /// Nobody may open it. What is below it can be opened all the same, as on Windows.
    Denied,
    Reparse(Vec<u8>),
}

/// Disks, and what their names stand for.
#[derive(Default)]
pub(super) struct Machine {
    /// By the path in small letters; the root of a disk is one of them.
    pub(super) nodes: BTreeMap<String, Node>,
    /// Drives that `subst` made.
    folders: BTreeMap<String, String>,
    asked: RefCell<Vec<String>>,
}

impl Machine {
    /// With these things, and all the folders on the way to them.
    pub(super) fn new<const N: usize>(things: [(&str, Node); N]) -> Self {
        let mut machine = Machine::default();
        for (path, node) in things {
            for (at, _) in path.match_indices('\\') {
                machine
                    .nodes
                    .entry(path[..at].to_lowercase())
                    .or_insert(Node::Ordinary);
            }
            machine.nodes.insert(path.to_lowercase(), node);
        }
        machine
    }

    pub(super) fn subst(mut self, drive: &str, folder: &str) -> Self {
        self.folders.insert(drive.to_lowercase(), folder.to_owned());
        self
    }

    /// The place that a way ends at, and what is there.
    pub(super) fn end(&self, path: &str) -> Result<(String, String), HostError> {
        let reached = reach(self, place(path))?;
        let thing = match reached.thing {
            Ok(Thing::Ordinary(thing)) => thing,
            Ok(Thing::Unopenable(thing, kind)) => format!("{} {thing}", kind.describe()),
            Err(error) => format!("error {}", error.raw_os_error().expect("of the OS")),
        };
        Ok((text(&reached.place), thing))
    }

    /// The ordinary thing that a way ends at.
    pub(super) fn ordinary(&self, path: &str) -> Result<String, HostError> {
        let (place, thing) = self.end(path)?;
        assert_eq!(place.to_lowercase(), thing, "{path}: what was opened");
        Ok(place)
    }

    /// What was asked for since the last question.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.take()
    }
}

fn place(path: &str) -> Place {
    let object: Name = format!(r"\??\{path}").encode_utf16().collect();
    Place::of_object(&object).expect("a place")
}

/// The place without the `\\?\`.
fn text(place: &Place) -> String {
    let path = place
        .path()
        .into_os_string()
        .into_string()
        .expect("Unicode");
    path[4..].trim_end_matches('\\').to_owned()
}

pub(super) fn link(target: &str) -> Node {
    Node::Reparse(symlink(target, false))
}

pub(super) fn relative(target: &str) -> Node {
    Node::Reparse(symlink(target, true))
}

pub(super) fn mounted(target: &str) -> Node {
    Node::Reparse(junction(target))
}

/// The name of a volume in small letters.
fn name(volume: &Volume) -> String {
    let root = String::from_utf16(&volume.root()).expect("Unicode");
    root[4..].trim_end_matches('\\').to_lowercase()
}

impl Disks for Machine {
    type Root = String;
    type Thing = String;

    fn stands_for(&self, volume: &Volume) -> HostResult<StandsFor> {
        let volume = name(volume);
        match self.folders.get(&volume) {
            Some(folder) => {
                let object: Name = folder.encode_utf16().collect();
                Place::of_object(&object)
                    .map(StandsFor::Folder)
                    .ok_or(HostError::Network)
            }
            None if volume == "n:" => Err(HostError::Network),
            None if self.nodes.contains_key(&volume) => Ok(StandsFor::Disk),
            None => Err(HostError::NotFound),
        }
    }

    fn root(&self, volume: &Volume) -> io::Result<String> {
        let volume = name(volume);
        self.asked.borrow_mut().push(volume.clone());
        Ok(volume)
    }

    fn open(&self, root: &String, names: &[Name], end: End) -> io::Result<Option<String>> {
        let below = String::from_utf16_lossy(&join(names)).to_lowercase();
        let path = format!(r"{root}\{below}").trim_end_matches('\\').to_owned();
        self.asked.borrow_mut().push(path.clone());
        let ends = path
            .match_indices('\\')
            .map(|(at, _)| at)
            .chain([path.len()]);
        for at in ends {
            let is_last = at == path.len();
            match self.nodes.get(&path[..at]) {
                Some(Node::Reparse(_)) if !is_last || end == End::NoReparsePoint => {
                    return Ok(None);
                }
                Some(Node::Denied) if is_last => return Err(os_error(ERROR_ACCESS_DENIED)),
                Some(_) => {}
                None if is_last => return Err(os_error(ERROR_FILE_NOT_FOUND)),
                None => return Err(os_error(ERROR_PATH_NOT_FOUND)),
            }
        }
        Ok(Some(path))
    }

    fn reparse_point(&self, thing: &String) -> io::Result<Option<ReparsePoint>> {
        match &self.nodes[thing] {
            Node::Reparse(bytes) => ReparsePoint::parse(bytes).map(Some),
            _ => Ok(None),
        }
    }
}
