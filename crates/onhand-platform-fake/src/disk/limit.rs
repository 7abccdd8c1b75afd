//! How far an OS follows a path, and in which words it gives up.
//!
//! Sources: Linux, path_resolution(7) and `limits.h`; macOS, `sys/param.h` and `sys/syslimits.h`;
//! Microsoft, "Symbolic Link Programming Considerations" and "Maximum Path Length Limitation".

use onhand_platform::{HostError, HostResult, Os, RootedPath};

/// The longest name: bytes on Linux, UTF-16 units elsewhere.
const MAX_NAME: usize = 255;

/// How many links one path may lead through.
pub(super) fn max_links(os: Os) -> usize {
    match os {
        Os::Win32 => 63,
        Os::Darwin => 32,
        Os::Linux => 40,
    }
}

/// What the OS says of a path through more links.
pub(super) fn too_many_links(os: Os) -> HostError {
    in_words(match os {
        Os::Win32 => "The name of the file cannot be resolved by the system. (os error 1921)",
        Os::Darwin => "Too many levels of symbolic links (os error 62)",
        Os::Linux => "Too many levels of symbolic links (os error 40)",
    })
}

/// Refuses a path that is too long to be followed at all. On Windows none is that obeys the path
/// rules.
pub(super) fn ensure_path_fits(path: &RootedPath) -> HostResult<()> {
    // The NUL at its end counts.
    let max_bytes = match path.os() {
        Os::Win32 => return Ok(()),
        Os::Darwin => 1024,
        Os::Linux => 4096,
    };
    if path.as_str().len() < max_bytes {
        Ok(())
    } else {
        Err(too_long(path.os()))
    }
}

/// Refuses a name that no file can have.
pub(super) fn ensure_name_fits(os: Os, name: &str) -> HostResult<()> {
    let len = match os {
        Os::Linux => name.len(),
        Os::Win32 | Os::Darwin => name.encode_utf16().count(),
    };
    if len <= MAX_NAME {
        Ok(())
    } else {
        Err(too_long(os))
    }
}

fn too_long(os: Os) -> HostError {
    in_words(match os {
        Os::Win32 => {
            "The filename, directory name, or volume label syntax is incorrect. (os error 123)"
        }
        Os::Darwin => "File name too long (os error 63)",
        Os::Linux => "File name too long (os error 36)",
    })
}

fn in_words(words: &str) -> HostError {
    HostError::Io(words.to_owned())
}
