//! One file to read, or stdin.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use onhand::declaration::MAX_TEXT_BYTES;

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
    Path(PathBuf),
}

impl Source {
    /// What is piped into the program.
    pub(crate) fn stdin() -> Self {
        Source {
            name: "<stdin>".to_owned(),
            stem: "stdin".to_owned(),
            place: Place::Stdin,
        }
    }

    /// A file.
    pub(crate) fn file(path: &Path) -> Self {
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        Source {
            name: path.display().to_string(),
            stem: stem.to_string_lossy().into_owned(),
            place: Place::Path(path.to_owned()),
        }
    }

    /// Its content, or the first [`MAX_TEXT_BYTES`] and one byte of it: enough to tell that it
    /// is too large.
    ///
    /// # Errors
    /// Why it can't be read, in the OS's words.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        match &self.place {
            Place::Stdin => read_bounded(io::stdin().lock()),
            Place::Path(path) => read_bounded(File::open(path)?),
        }
    }
}

fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    reader
        .take(MAX_TEXT_BYTES as u64 + 1)
        .read_to_end(&mut text)?;
    Ok(text)
}

/// Why a file can't be read, without the OS's numbers where there is a plain word.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is no folder".to_owned(),
        _ => error.to_string(),
    }
}
