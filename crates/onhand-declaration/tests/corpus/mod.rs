//! The declaration files under `fixtures/declarations`.

#![allow(dead_code, reason = "each test takes a part of this")]

use std::path::{Path, PathBuf};

use onhand_declaration::{ParsedFile, Parser, Vocabulary};

/// A declaration file.
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) text: Vec<u8>,
}

impl Case {
    /// The name of its file.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().expect("a file has a name");
        name.to_string_lossy().into_owned()
    }
}

/// Every declaration file of a folder, by name: `valid` holds what the grammar takes, `invalid`
/// what it refuses.
pub(crate) fn cases(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/declarations")
        .join(folder);
    let mut cases: Vec<Case> = std::fs::read_dir(&folder)
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("yaml" | "json"))
        })
        .map(|path| Case {
            text: std::fs::read(&path).expect("it can be read"),
            path,
        })
        .collect();
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!cases.is_empty(), "{} holds files", folder.display());
    cases
}

/// What a text holds.
pub(crate) fn parse(text: &[u8]) -> ParsedFile {
    Parser::new(&Vocabulary::standard()).text(text, "unnamed")
}
