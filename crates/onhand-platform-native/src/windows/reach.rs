//! The way to a place, without a step off this machine's own disks.
//!
//! Windows follows links on its own, onto the network too, before anybody can ask where they
//! lead. So it is never let: a place is opened below the root of its volume with
//! `OBJ_DONT_REPARSE`, which fails at the first link. Most paths have none, and then this is the
//! whole cost: two opens. Where there is one, it is found by halving, read, and looked at before
//! the way goes on. What is opened at the end is what was looked at, since each open is either
//! free of links or fails.

use std::io;

use onhand_platform::{FileKind, HostResult};
use windows_sys::Win32::Foundation::{
    ERROR_CANT_ACCESS_FILE, ERROR_CANT_RESOLVE_FILENAME, ERROR_REPARSE_POINT_ENCOUNTERED,
};

use super::os_error::os_error;
use super::place::{Name, Place};
use super::reparse::{ReparsePoint, unopenable_kind};
use super::volume::{StandsFor, Volume};

/// As many links as Windows follows on the way to one file.
/// Source: Microsoft, "Reparse Points and File Operations".
const MOST_LINKS: usize = 63;

/// What a way asks of the OS. No answer follows a link.
pub(super) trait Disks {
    /// The root folder of a volume, open.
    type Root;
    /// A thing below it, open for metadata.
    type Thing;

    /// What the name of a volume stands for.
    fn stands_for(&self, volume: &Volume) -> HostResult<StandsFor>;

    /// Opens the root of a volume that stands for a disk.
    fn root(&self, volume: &Volume) -> io::Result<Self::Root>;

    /// Opens what the names lead to; `None` where there is a reparse point on the way, or,
    /// unless it is asked for itself, at the end.
    fn open(&self, root: &Self::Root, names: &[Name], end: End) -> io::Result<Option<Self::Thing>>;

    /// What the reparse point is; `None` for what is none.
    fn reparse_point(&self, thing: &Self::Thing) -> io::Result<Option<ReparsePoint>>;
}

/// What is opened where the last name of a way is that of a reparse point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing.
    NoReparsePoint,
    /// The reparse point, not what it leads to.
    Itself,
}

/// Where a way ended.
pub(super) struct Reached<T> {
    /// The place, without a link on the way.
    pub(super) place: Place,
    /// What is there, or why it can't be opened.
    pub(super) thing: io::Result<Thing<T>>,
}

/// What is at the end of a way.
pub(super) enum Thing<T> {
    /// A file or a folder, open for metadata.
    Ordinary(T),
    /// What no program can open; the reparse point itself is open for metadata.
    Unopenable(T, FileKind),
}

/// Goes to a place, along all links that stay on this machine's disks.
///
/// # Errors
/// [`HostError::Network`](onhand_platform::HostError::Network) where the volume, or a link,
/// leads off them. Where the last step fails, that is the answer and no error.
pub(super) fn reach<D: Disks>(disks: &D, mut place: Place) -> HostResult<Reached<D::Thing>> {
    for _ in 0..=MOST_LINKS {
        if let StandsFor::Folder(folder) = disks.stands_for(&place.volume)? {
            place = place.below(folder);
            continue;
        }
        let root = disks.root(&place.volume)?;
        let opened = disks.open(&root, &place.names, End::NoReparsePoint);
        let thing = match opened.transpose() {
            Some(opened) => opened.map(Thing::Ordinary),
            None => {
                let (index, thing) = first_reparse_point(disks, &root, &place.names)?;
                let is_last = index + 1 == place.names.len();
                match disks.reparse_point(&thing)? {
                    Some(ReparsePoint::Link(target)) => {
                        // The path may hold the value of a variable: it is not told.
                        tracing::debug!(index, "a link on the way");
                        place = place.follow(index, target)?;
                        continue;
                    }
                    Some(ReparsePoint::Other(tag)) if is_last => unopenable_kind(tag)
                        .map(|kind| Thing::Unopenable(thing, kind))
                        .ok_or_else(|| os_error(ERROR_CANT_ACCESS_FILE)),
                    Some(ReparsePoint::Other(_)) => Err(os_error(ERROR_CANT_ACCESS_FILE)),
                    None => Err(os_error(ERROR_REPARSE_POINT_ENCOUNTERED)),
                }
            }
        };
        return Ok(Reached { place, thing });
    }
    Err(os_error(ERROR_CANT_RESOLVE_FILENAME).into())
}

/// The first reparse point on a way that has one: its index among the names, and itself, open.
///
/// It is the last thing on the way that can be opened as what it is; each open tells on which
/// side to look on. That it fails for another reason says that no reparse point comes before.
fn first_reparse_point<D: Disks>(
    disks: &D,
    root: &D::Root,
    names: &[Name],
) -> io::Result<(usize, D::Thing)> {
    let open = |count| disks.open(root, &names[..count], End::Itself);
    let (mut free, mut blocked) = (0, names.len() + 1);
    while blocked - free > 1 {
        let middle = free.midpoint(blocked);
        match open(middle) {
            Ok(None) => blocked = middle,
            Ok(Some(_)) | Err(_) => free = middle,
        }
    }
    let encountered = || os_error(ERROR_REPARSE_POINT_ENCOUNTERED);
    let index = free.checked_sub(1).ok_or_else(encountered)?;
    Ok((index, open(free)?.ok_or_else(encountered)?))
}

#[cfg(test)]
mod machine;
#[cfg(test)]
mod tests;
