//! Files beside a scenario file.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::path::Path;

use onhand_document::{Field, Report, shown};
use onhand_platform::HostError;
use onhand_platform_native::read_inside;

use super::error::told;
use super::rule::ScenarioRule;

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

    /// The content of the file that the field names.
    pub(super) fn read(
        &self,
        field: &Field<'_>,
        report: &mut Report<ScenarioRule>,
    ) -> Option<Vec<u8>> {
        let path = field.text(report)?;
        let goes_down = !path.is_empty()
            && !path.starts_with('/')
            && !path.contains(['\\', ':', '\0'])
            && !path.ends_with('/')
            && path.split('/').all(|name| name != "..");
        if !goes_down {
            report.add_with_hint(
                ScenarioRule::FromInvalid,
                &field.place,
                format!(
                    "`{}` doesn't lead to a file beside the scenario",
                    shown(path)
                ),
                "write the path from the scenario's folder, with `/` and without `..`",
            );
            return None;
        }
        let content = self.content(path);
        if let Err(reason) = &content {
            let message = format!(
                "the file `{}` beside the scenario can't be read: {reason}",
                shown(path)
            );
            report.add(ScenarioRule::FromUnreadable, &field.place, message);
        }
        content.ok()
    }

    fn content(&self, path: &str) -> Result<Vec<u8>, String> {
        let content = (self.reader)(path).map_err(|error| told(&error))?;
        let left = self.left.get().checked_sub(content.len() as u64);
        self.left
            .set(left.ok_or_else(|| format!("all files together exceed {MAX_TOTAL_BYTES} bytes"))?);
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
