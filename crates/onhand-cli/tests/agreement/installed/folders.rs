//! Files and folders, within folders of ours.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;

use crate::case::Case;
use crate::machine::Content;

/// Folders that bear the name of the case, and thus hold nothing that is another's.
pub(super) struct Folders<'c> {
    case: &'c Case,
    roots: Vec<PathBuf>,
}

impl<'c> Folders<'c> {
    pub(super) fn new(case: &'c Case) -> Self {
        let roots = Vec::new();
        Folders { case, roots }
    }

    pub(super) fn put_file(&mut self, path: &str, content: &Content) {
        let path = self.make_room(path);
        match content {
            Content::Text(text) => fs::write(path, text),
            Content::Json(json) => fs::write(path, json.to_string()),
            Content::From(from) => fs::copy(self.case.folder().join(from), path).map(drop),
            Content::Size(size) => File::create(path).and_then(|file| file.set_len(*size)),
        }
        .expect("writes");
    }

    pub(super) fn put_folder(&mut self, path: &str) {
        fs::create_dir(self.make_room(path)).expect("creates");
    }

    /// Makes the folders above the path. The first of them that bears our name must be new.
    pub(super) fn make_room(&mut self, path: &str) -> PathBuf {
        let path = Path::new(path);
        let above = path.parent().expect("a root is there already");
        let is_ours = |folder: &&Path| {
            let name = folder.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.contains(self.case.name()))
        };
        let root = above.ancestors().filter(is_ours).last();
        let root = root.expect("what is installed stands in a folder of ours");
        if !self.roots.iter().any(|made| made == root) {
            fs::create_dir(root).expect("this user may install here");
            self.roots.push(root.to_owned());
        }
        fs::create_dir_all(above).expect("creates");
        path.to_owned()
    }
}

impl Drop for Folders<'_> {
    fn drop(&mut self) {
        // All are tried before one that failed is told.
        let removed: Vec<_> = self.roots.iter().map(fs::remove_dir_all).collect();
        assert!(
            removed.iter().all(Result::is_ok) || thread::panicking(),
            "{removed:?}"
        );
    }
}
