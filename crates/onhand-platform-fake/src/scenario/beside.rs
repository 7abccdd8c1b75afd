//! Files beside a scenario file.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::path::Path;

use onhand_platform::HostError;
use onhand_platform_native::read_inside;

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
        let goes_down = !path.is_empty()
            && !path.starts_with('/')
            && !path.contains(['\\', ':', '\0'])
            && !path.ends_with('/')
            && path.split('/').all(|name| name != "..");
        if !goes_down {
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

/// Reads the file at `path`, which goes down from `folder`. No link leads out of it, since nobody would see that.
pub(super) fn read_in(folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    match read_inside(folder, Path::new(path), MAX_FILE_BYTES) {
        Err(HostError::TooLarge { limit }) => {
            Err(io::Error::other(format!("larger than {limit} bytes")))
        }
        outcome => outcome.map_err(io_error),
    }
}

/// What the machine says of a file, as an error of std.
pub(super) fn io_error(error: HostError) -> io::Error {
    let kind = match &error {
        HostError::NotFound => ErrorKind::NotFound,
        HostError::PermissionDenied => ErrorKind::PermissionDenied,
        HostError::TimedOut => ErrorKind::TimedOut,
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, error)
}
