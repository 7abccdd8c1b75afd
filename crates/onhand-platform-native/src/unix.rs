//! What Linux and macOS share: metadata, folders and regular files by the calls of POSIX.

#[cfg(feature = "probe")]
pub(crate) mod signal;

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use onhand_platform::{FileIdentity, FileKind, HostError, HostResult, Metadata, UninstallEntries};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::folder::Entry;

/// What is at the path, links followed. One system call.
pub(crate) fn stat(path: &Path) -> HostResult<Metadata> {
    Ok(describe(&fs::metadata(path)?))
}

/// The physical path of what is there. One system call for each name of the path and of each link; nothing is opened.
pub(crate) fn resolve(path: &Path) -> HostResult<PathBuf> {
    Ok(fs::canonicalize(path)?)
}

/// The names in a folder, links in them not followed. On most file systems the folder tells what
/// each stands for; on the others it costs one system call.
///
/// A path that leads to something else is told from one that leads nowhere by a stat before;
/// reading the folder gives one error for both.
pub(crate) fn entries(path: &Path) -> HostResult<impl Iterator<Item = Entry>> {
    if stat(path)?.kind != FileKind::Directory {
        return Err(HostError::NotADirectory);
    }
    let entries = fs::read_dir(path).map_err(|error| match error.kind() {
        ErrorKind::NotADirectory => HostError::NotADirectory,
        _ => error.into(),
    })?;
    Ok(entries.map(|entry| {
        let entry = entry?;
        Ok((entry.file_name(), entry.file_type().map(kind)))
    }))
}

/// Opens a regular file; gives it and what it is.
///
/// What is at the path is looked at twice: before, so that nothing but a regular file is
/// opened, and again through the descriptor, since the path may have come to lead elsewhere.
pub(crate) fn open(path: &Path) -> HostResult<(File, Metadata)> {
    let metadata = fs::metadata(path)?;
    describe(&metadata).ensure_file()?;
    #[cfg(target_os = "macos")]
    if crate::macos::is_dataless(&metadata) {
        return Err(HostError::Network);
    }
    open_checked(path)
}

/// Opens whatever is there in a way that can't hang and can't make a terminal ours, and lets go
/// of it where it is not a regular file.
///
/// `O_NONBLOCK` stays on for the reads too. It means nothing to an ordinary file; a regular file
/// of `/proc` or `/sys` that waits for its next line gives an error instead.
fn open_checked(path: &Path) -> HostResult<(File, Metadata)> {
    let file = open_without_waiting(path)?;
    let metadata = describe(&file.metadata()?);
    metadata.ensure_file()?;
    Ok((file, metadata))
}

fn open_without_waiting(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    // std adds `O_CLOEXEC`.
    OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
}

/// What comes through a FIFO until its last writer closes it. Anything else is refused: a device can do
/// anything, and a socket can't be opened by its path.
pub(crate) fn read_pipe(path: &Path, limit: u64, deadline: Instant) -> HostResult<Vec<u8>> {
    if !fs::metadata(path)?.file_type().is_fifo() {
        return Err(HostError::NotAFile);
    }
    let mut pipe = open_without_waiting(path)?;
    // The path may have come to lead elsewhere.
    if !pipe.metadata()?.file_type().is_fifo() {
        return Err(HostError::NotAFile);
    }
    let mut content = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        wait_for_bytes(&pipe, deadline)?;
        match pipe.read(&mut buffer) {
            Ok(0) => return Ok(content),
            Ok(read) => content.extend_from_slice(&buffer[..read]),
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(error) => return Err(error.into()),
        }
        if content.len() as u64 > limit {
            return Err(HostError::TooLarge { limit });
        }
    }
}

/// Waits until there is something to read, or nobody is left who could write. A FIFO that nobody has
/// opened for writing yet is waited for.
fn wait_for_bytes(pipe: &File, deadline: Instant) -> HostResult<()> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(|_| HostError::TimedOut)?;
        match poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&left)) {
            Ok(0) => return Err(HostError::TimedOut),
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(error) => return Err(io::Error::from(error).into()),
        }
    }
}

/// One read; it may give less than is asked for.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    FileExt::read_at(file, buffer, offset)
}

/// There is none.
pub(crate) fn uninstall_entries() -> HostResult<Arc<UninstallEntries>> {
    Err(HostError::Unsupported("the uninstall registry"))
}

fn describe(metadata: &fs::Metadata) -> Metadata {
    let kind = kind(metadata.file_type());
    let len = match kind {
        FileKind::File => metadata.len(),
        _ => 0,
    };
    let identity = FileIdentity::new(metadata.dev(), metadata.ino().into());
    Metadata::new(kind, len)
        .with_modified(metadata.modified().ok())
        .with_identity(Some(identity))
        .with_executable((kind == FileKind::File).then(|| metadata.mode() & 0o111 != 0))
}

fn kind(file_type: FileType) -> FileKind {
    if file_type.is_file() {
        FileKind::File
    } else if file_type.is_dir() {
        FileKind::Directory
    } else if file_type.is_symlink() {
        FileKind::Symlink
    } else {
        FileKind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_path_has_come_to_lead_to_meanwhile_is_let_go_without_hanging() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let fifo = folder.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.expect("mkfifo runs").success());
        // Straight to the second look, as if the first had seen a regular file.
        assert_eq!(open_checked(&fifo).err(), Some(HostError::NotAFile));
        assert_eq!(open_checked(folder.path()).err(), Some(HostError::NotAFile));
        let device = Path::new("/dev/null");
        assert_eq!(open_checked(device).err(), Some(HostError::NotAFile));
    }

    #[test]
    fn the_errors_of_the_os_have_their_host_errors() {
        let host_error = |errno: Errno| HostError::from(io::Error::from(errno));
        assert_eq!(host_error(Errno::NOENT), HostError::NotFound);
        assert_eq!(host_error(Errno::NOTDIR), HostError::NotFound);
        assert_eq!(host_error(Errno::ACCESS), HostError::PermissionDenied);
        assert_eq!(host_error(Errno::PERM), HostError::PermissionDenied);
        for other in [Errno::LOOP, Errno::NAMETOOLONG, Errno::IO, Errno::AGAIN] {
            assert!(matches!(host_error(other), HostError::Io(_)), "{other:?}");
        }
    }
}
