//! One file to read, or stdin.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use onhand::declaration::LIMITS;
use onhand::platform::{HostError, HostResult};
use onhand::platform_native::{read_file, read_named};

/// How long a FIFO is waited for that the user named.
const PATIENCE: Duration = Duration::from_secs(10);

/// What stands for stdin, however the user spells it: it may be a socket, which has no path.
const STDIN: [&str; 3] = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/// One file to read, or stdin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    /// The file as the user named it, or the folder that they named and the way from there.
    /// What is not Unicode in it is replaced.
    pub(crate) name: String,
    /// Names a declaration that has no `name`.
    pub(crate) stem: String,
    place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Stdin,
    /// The user named it, so that a FIFO is meant.
    Named(PathBuf),
    /// It was met in a folder.
    Met(PathBuf),
}

impl Source {
    /// What is typed or piped into the program. It is waited for until it ends, as by other programs: whoever writes it
    /// may take their time, and Ctrl-C ends the wait.
    pub(crate) fn stdin() -> Self {
        Source {
            name: "<stdin>".to_owned(),
            stem: "stdin".to_owned(),
            place: Place::Stdin,
        }
    }

    /// A path that the user named.
    pub(crate) fn named(path: &Path) -> Self {
        let is_stdin = cfg!(unix) && STDIN.iter().any(|stdin| path.as_os_str() == *stdin);
        let place = if is_stdin {
            Place::Stdin
        } else {
            Place::Named(path.to_owned())
        };
        Source::at(path, place)
    }

    /// A file that was met in a folder.
    pub(crate) fn met(path: &Path) -> Self {
        Source::at(path, Place::Met(path.to_owned()))
    }

    fn at(path: &Path, place: Place) -> Self {
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        Source {
            name: path.display().to_string(),
            stem: stem.to_string_lossy().into_owned(),
            place,
        }
    }

    /// Its content.
    ///
    /// # Errors
    /// [`HostError::TooLarge`] where it holds more than a declaration file may, [`HostError::TimedOut`] for a FIFO that
    /// nobody writes to, and why else it can't be read.
    pub(crate) fn read(&self) -> HostResult<Vec<u8>> {
        self.read_within(PATIENCE)
    }

    /// As [`read`](Self::read), and a FIFO is waited for so long.
    fn read_within(&self, patience: Duration) -> HostResult<Vec<u8>> {
        let limit = LIMITS.bytes as u64;
        match &self.place {
            Place::Stdin => read_bounded(io::stdin().lock(), limit),
            Place::Named(path) => read_named(path, limit, patience),
            Place::Met(path) => read_file(path, limit),
        }
    }
}

fn read_bounded(reader: impl Read, limit: u64) -> HostResult<Vec<u8>> {
    let mut text = Vec::new();
    reader.take(limit + 1).read_to_end(&mut text)?;
    if text.len() as u64 > limit {
        return Err(HostError::TooLarge { limit });
    }
    Ok(text)
}

/// As [`in_words`], of what the machine says.
pub(crate) fn refusal(error: &HostError) -> String {
    match error {
        HostError::NotFound => "no such file or folder".to_owned(),
        HostError::NotAFile => "it is not a regular file".to_owned(),
        HostError::TimedOut => format!(
            "not all of it was written within {} seconds",
            PATIENCE.as_secs()
        ),
        error => error.to_string(),
    }
}

/// Why a file can't be read, without the OS's numbers where there is a plain word.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is not a folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_fifo_that_nobody_writes_to_ends_with_a_clear_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let silent = folder.path().join("silent.yaml");
        let made = Command::new("mkfifo").arg(&silent).status();
        assert!(made.expect("mkfifo runs").success());
        let read = Source::named(&silent).read_within(Duration::from_millis(20));
        let error = read.expect_err("nobody writes");
        assert_eq!(error, HostError::TimedOut);
        assert_eq!(
            refusal(&error),
            "not all of it was written within 10 seconds"
        );
    }
}
