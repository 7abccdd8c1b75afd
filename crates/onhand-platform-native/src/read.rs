//! Reading the files that a program opens for its user, so that none can hang it or fill its memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use onhand_platform::{FileKind, HostError, HostResult, Metadata, read_open};

use crate::file::NativeFile;
use crate::native;

/// What is at the path, links followed; a relative path goes from the current folder. As
/// [`LocateHost::stat`](onhand_platform::LocateHost::stat) of a `NativeHost`, for a path that needn't be Unicode.
///
/// # Errors
/// As there.
pub fn look(path: &Path) -> HostResult<Metadata> {
    native::stat(&absolute(path)?)
}

/// The whole of a regular file, if it holds at most `limit` bytes; a relative path goes from the current folder.
/// It is opened without waiting, and looked at once more when it is open. Costs what `NativeHost::open` does, and
/// one read.
///
/// # Errors
/// [`HostError::NotAFile`] for a FIFO, a device, a folder, [`HostError::TooLarge`], and what keeps it from
/// being read.
pub fn read_file(path: &Path, limit: u64) -> HostResult<Vec<u8>> {
    read_open(&NativeFile::open(&absolute(path)?)?, limit)
}

/// As [`read_file`], for a path that the user has named on purpose: a FIFO (`<(command)` of a shell is one) is
/// read too, until its writer closes it, for at most `patience`.
///
/// # Errors
/// As [`read_file`], and [`HostError::TimedOut`] where nobody has written the whole of it by then.
pub fn read_named(path: &Path, limit: u64, patience: Duration) -> HostResult<Vec<u8>> {
    match look(path)?.kind {
        FileKind::Other => native::read_pipe(path, limit, Instant::now() + patience),
        _ => read_file(path, limit),
    }
}

/// As [`read_file`], for a path below `folder` that must not lead out of it: where it really stands, every link
/// resolved, is where `folder` really stands, or below. This is asked of the very thing that was
/// opened, so that a link which changes meanwhile gains nothing.
///
/// # Errors
/// As [`read_file`], and [`HostError::Io`] where it stands elsewhere.
pub fn read_inside(folder: &Path, path: &Path, limit: u64) -> HostResult<Vec<u8>> {
    let folder = fs::canonicalize(folder)?;
    let path = folder.join(path);
    let file = NativeFile::open(&unverbatim(&path))?;
    let real = fs::canonicalize(&path)?;
    if !real.starts_with(&folder) {
        return Err(HostError::Io("a link leads out of the folder".to_owned()));
    }
    let there = native::stat(&unverbatim(&real))?;
    if there.identity != file.metadata().identity {
        return Err(HostError::Io(
            "it changed while it was looked at".to_owned(),
        ));
    }
    read_open(&file, limit)
}

/// The path as [`native::open`] takes it, one that was made canonical too. Where a part of it is a link, `..` behind it
/// still is where the OS says.
fn absolute(path: &Path) -> HostResult<PathBuf> {
    if cfg!(windows) {
        Ok(unverbatim(&std::path::absolute(path)?))
    } else {
        Ok(path.to_owned())
    }
}

/// Without what Windows puts before a path that was made canonical.
fn unverbatim(path: &Path) -> PathBuf {
    let text = path.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    match text {
        Some(text) if cfg!(windows) && !text.starts_with("UNC") => text.into(),
        _ => path.to_owned(),
    }
}
