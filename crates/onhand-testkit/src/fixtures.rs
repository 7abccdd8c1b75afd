//! The files below `fixtures/`.

use std::path::{Path, PathBuf};

/// A file, and what must be read of it.
pub struct FixtureFile {
    /// Where it stands.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl FixtureFile {
    /// The lines of the file beside it, but for those that are for people.
    pub fn expected(&self) -> Vec<String> {
        let path = self.path.with_extension("expected");
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect()
    }

    /// Its name, without the extension.
    pub fn stem(&self) -> &str {
        let stem = self.path.file_stem().and_then(|stem| stem.to_str());
        stem.expect("its name is Unicode")
    }
}

/// Where the fixtures stand.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Every file of that folder of `fixtures/machines/versions`, by name, but for what is expected of them.
pub fn versions(folder: &str) -> Vec<FixtureFile> {
    let folder = root().join("machines/versions").join(folder);
    let mut files: Vec<FixtureFile> = std::fs::read_dir(&folder)
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_none_or(|end| end != "expected"))
        .map(|path| FixtureFile {
            bytes: std::fs::read(&path).expect("it can be read"),
            path,
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!files.is_empty(), "{} holds files", folder.display());
    files
}
