//! The names in a folder.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;

use onhand_platform::{DirectoryEntry, FileKind, HostError, HostResult, Listing};

use crate::native;

/// A name in a folder and what it stands for, as the OS gives them.
pub(crate) type Entry = io::Result<(OsString, io::Result<FileKind>)>;

/// The names in the folder, sorted.
pub(crate) fn list(path: &Path, limit: usize) -> HostResult<Listing> {
    collect(native::entries(path)?, limit)
}

/// Sorts the names, and stops reading at the first one beyond the limit. A name that vanished
/// meanwhile is left out and counts, so that the limit bounds the work and not only the answer.
fn collect(entries: impl Iterator<Item = Entry>, limit: usize) -> HostResult<Listing> {
    let mut listed = Listing::default();
    for (read, entry) in entries.enumerate() {
        if read == limit {
            return Err(HostError::TooManyNames { limit });
        }
        let (name, kind) = entry?;
        let kind = match kind {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            kind => kind?,
        };
        match name.into_string() {
            Ok(name) => listed.entries.push(DirectoryEntry { name, kind }),
            Err(name) => {
                let name = name.to_string_lossy().into_owned();
                listed.not_unicode.push(name);
            }
        }
    }
    listed.entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    listed.not_unicode.sort_unstable();
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Entry {
        Ok((name.into(), Ok(FileKind::File)))
    }

    #[test]
    fn nothing_is_read_beyond_the_first_name_over_the_limit() {
        let mut read = 0;
        let endless = std::iter::repeat_with(|| {
            read += 1;
            file("name")
        });
        let listed = collect(endless, 5);
        assert_eq!(listed, Err(HostError::TooManyNames { limit: 5 }));
        assert_eq!(read, 6);
    }

    #[test]
    fn as_many_names_as_the_limit_are_no_mistake() {
        let listed = collect([file("b"), file("a")].into_iter(), 2).expect("lists");
        let names: Vec<_> = listed
            .entries
            .iter()
            .map(|entry| entry.name.as_str())
            .collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(collect(std::iter::empty(), 0), Ok(Listing::default()));
    }

    #[test]
    fn a_name_that_vanished_meanwhile_is_left_out_and_another_failure_is_not() {
        let vanished = || Ok(("gone".into(), Err(ErrorKind::NotFound.into())));
        let listed = collect([vanished(), file("a")].into_iter(), 9).expect("lists");
        assert_eq!(listed.entries.len(), 1);
        assert_eq!(
            collect([vanished(), file("a")].into_iter(), 1),
            Err(HostError::TooManyNames { limit: 1 }),
            "it counts towards the limit"
        );
        let denied: Entry = Err(ErrorKind::PermissionDenied.into());
        assert_eq!(
            collect([file("a"), denied].into_iter(), 9),
            Err(HostError::PermissionDenied)
        );
        let denied: Entry = Ok(("a".into(), Err(ErrorKind::PermissionDenied.into())));
        assert_eq!(
            collect([denied].into_iter(), 9),
            Err(HostError::PermissionDenied)
        );
    }
}
