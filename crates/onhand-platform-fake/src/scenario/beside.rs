//! Files beside a scenario file.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::mistake::{Attempt, MistakeKind, Spot};

/// How many bytes one file beside a scenario may hold.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// How many bytes all files beside a scenario may hold together.
const MAX_TOTAL_BYTES: u64 = 64 * 1024 * 1024;

/// Gives the content of a file by its path relative to the scenario.
pub(super) type Reader<'a> = dyn Fn(&str) -> io::Result<Vec<u8>> + 'a;

/// The files beside a scenario.
pub(super) struct Beside<'a> {
    reader: &'a Reader<'a>,
    left: Cell<u64>,
}

impl<'a> Beside<'a> {
    pub(super) fn new(reader: &'a Reader<'a>) -> Self {
        let left = Cell::new(MAX_TOTAL_BYTES);
        Beside { reader, left }
    }

    /// The content of the file at `path`, which `at` names.
    pub(super) fn read(&self, path: &str, at: Spot) -> Attempt<Vec<u8>> {
        let is_relative = !path.is_empty()
            && !path.starts_with('/')
            && !path.contains(['\\', ':', '\0'])
            && !path.ends_with('/');
        if !is_relative {
            return Err(at.mistake(MistakeKind::FromPath(path.to_owned())));
        }
        let failed = |reason: String| {
            let path = path.to_owned();
            at.mistake(MistakeKind::From { path, reason })
        };
        let content = (self.reader)(path).map_err(|error| failed(error.to_string()))?;
        let left = self.left.get().checked_sub(content.len() as u64);
        let left = left
            .ok_or_else(|| failed(format!("all files together exceed {MAX_TOTAL_BYTES} bytes")))?;
        self.left.set(left);
        Ok(content)
    }
}

/// Reads a file below or beside `folder`.
pub(super) fn read_in(folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    let path = folder.join(path);
    // A FIFO must not even be opened.
    if !fs::metadata(&path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let content = read_at_most(&path, MAX_FILE_BYTES)?;
    content.ok_or_else(|| io::Error::other(format!("larger than {MAX_FILE_BYTES} bytes")))
}

/// The whole file; `None` where it is larger than `limit` bytes.
pub(super) fn read_at_most(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut content = Vec::new();
    File::open(path)?
        .take(limit.saturating_add(1))
        .read_to_end(&mut content)?;
    Ok((content.len() as u64 <= limit).then_some(content))
}
