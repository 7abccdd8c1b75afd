//! Which files the paths of the command line stand for.
//!
//! A file is read whatever its name. A folder stands for the declaration files below it, in the
//! order of their names; hidden names are skipped and linked folders are not entered, so that
//! no walk ends in a circle. A file that is met twice is answered once.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use super::Source;
use super::source::in_words;

/// How a file's name ends that is read in a folder.
const EXTENSIONS: [&str; 3] = ["yaml", "yml", "json"];

/// What the walk of one folder may cost.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// How many folders deep it goes.
    depth: usize,
    /// How many declaration files it finds.
    files: usize,
    /// How many names it looks at, declaration files or not.
    names: usize,
}

const LIMITS: Limits = Limits {
    depth: 64,
    files: 10_000,
    names: 1_000_000,
};

/// What a path, or a name below it, stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A file to read.
    File(Source),
    /// Nothing, and why.
    Nothing {
        /// The path as the user named it, or the way from there.
        name: String,
        /// Why, as a sentence.
        reason: String,
    },
}

/// Everything that the paths stand for, in their order. `-` is stdin.
pub(crate) fn find(paths: &[PathBuf]) -> Vec<Found> {
    find_within(paths, LIMITS)
}

fn find_within(paths: &[PathBuf], limits: Limits) -> Vec<Found> {
    let mut search = Search {
        limits,
        found: Vec::new(),
        seen: HashSet::new(),
        seen_stdin: false,
    };
    for path in paths {
        search.path(path);
    }
    search.found
}

struct Search {
    limits: Limits,
    found: Vec<Found>,
    seen: HashSet<PathBuf>,
    seen_stdin: bool,
}

/// One folder of the command line, and what its walk may still cost.
struct Walk<'s> {
    search: &'s mut Search,
    files: usize,
    names: usize,
}

/// A bound that a walk ran into. It ends there.
struct Exceeded;

impl Search {
    fn path(&mut self, path: &Path) {
        if path.as_os_str() == "-" {
            if !std::mem::replace(&mut self.seen_stdin, true) {
                self.found.push(Found::File(Source::stdin()));
            }
            return;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path),
            Ok(_) => self.file(path),
            Err(error) => self.nothing(
                path,
                format!("the path can't be read: {}", in_words(&error)),
            ),
        }
    }

    fn folder(&mut self, path: &Path) {
        let problems = self.found.len();
        let mut walk = Walk {
            search: self,
            files: 0,
            names: 0,
        };
        let ended = walk.folder(path, 0);
        let files = walk.files;
        let nothing_said = !self.found[problems..]
            .iter()
            .any(|found| matches!(found, Found::Nothing { .. }));
        if ended.is_ok() && files == 0 && nothing_said {
            let endings = EXTENSIONS.map(|extension| format!("*.{extension}"));
            let reason = format!(
                "the folder holds no declaration file ({})",
                endings.join(", ")
            );
            self.nothing(path, reason);
        }
    }

    fn file(&mut self, path: &Path) {
        let identity = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if self.seen.insert(identity) {
            self.found.push(Found::File(Source::file(path)));
        } else {
            tracing::debug!(path = %path.display(), "skipped: it was met before");
        }
    }

    fn nothing(&mut self, path: &Path, reason: String) {
        self.found.push(Found::Nothing {
            name: path.display().to_string(),
            reason,
        });
    }
}

impl Walk<'_> {
    fn folder(&mut self, path: &Path, depth: usize) -> Result<(), Exceeded> {
        let limit = self.search.limits.depth;
        if depth > limit {
            let reason = format!("the search ends here: it goes {limit} folders deep");
            self.search.nothing(path, reason);
            return Ok(());
        }
        let mut entries = match self.entries(path)? {
            Ok(entries) => entries,
            Err(error) => {
                let reason = format!("the folder can't be listed: {}", in_words(&error));
                self.search.nothing(path, reason);
                return Ok(());
            }
        };
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            self.entry(&entry.path(), entry.file_type(), depth)?;
        }
        Ok(())
    }

    /// What is in the folder, hidden names left out.
    fn entries(&mut self, path: &Path) -> Result<io::Result<Vec<DirEntry>>, Exceeded> {
        let mut entries = Vec::new();
        let listed = match fs::read_dir(path) {
            Ok(listed) => listed,
            Err(error) => return Ok(Err(error)),
        };
        for entry in listed {
            self.names += 1;
            if self.names > self.search.limits.names {
                let limit = self.search.limits.names;
                return Err(self.exceeded(path, &format!("{limit} names")));
            }
            match entry {
                Ok(entry) if is_hidden(&entry) => {
                    tracing::debug!(path = %entry.path().display(), "skipped: hidden");
                }
                Ok(entry) => entries.push(entry),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(entries))
    }

    fn entry(
        &mut self,
        path: &Path,
        kind: io::Result<fs::FileType>,
        depth: usize,
    ) -> Result<(), Exceeded> {
        let skipped =
            |reason| tracing::debug!(path = %path.display(), "skipped: {}", reason as &str);
        let linked = kind.as_ref().is_ok_and(fs::FileType::is_symlink);
        if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
            return self.folder(path, depth + 1);
        }
        if !is_declaration_file(path) {
            return Ok(());
        }
        let kind = if linked {
            fs::metadata(path).map(|metadata| metadata.file_type())
        } else {
            kind
        };
        match kind {
            Ok(kind) if kind.is_file() => {
                self.files += 1;
                if self.files > self.search.limits.files {
                    let limit = self.search.limits.files;
                    return Err(self.exceeded(path, &format!("{limit} declaration files")));
                }
                self.search.file(path);
            }
            Ok(kind) if kind.is_dir() => skipped("a linked folder"),
            // Opening a FIFO would hang until somebody writes to it.
            Ok(_) => skipped("no regular file"),
            Err(error) => {
                let reason = format!("the path can't be read: {}", in_words(&error));
                self.search.nothing(path, reason);
            }
        }
        Ok(())
    }

    fn exceeded(&mut self, path: &Path, limit: &str) -> Exceeded {
        let reason = format!("the search ends here: one path stands for at most {limit}");
        self.search.nothing(path, reason);
        Exceeded
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().first() == Some(&b'.')
}

fn is_declaration_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files, each empty.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        folder
    }

    /// What was found below `folder`: the way from there, and why where it is no file.
    fn found(folder: &Path, paths: &[&str], limits: Limits) -> Vec<String> {
        let paths: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
        let way = |name: &str| {
            let way = Path::new(name).strip_prefix(folder).expect("below it");
            way.to_string_lossy().replace('\\', "/")
        };
        find_within(&paths, limits)
            .into_iter()
            .map(|found| match found {
                Found::File(source) => way(&source.name),
                Found::Nothing { name, reason } => format!("{}: {reason}", way(&name)),
            })
            .collect()
    }

    #[test]
    fn a_folder_stands_for_its_declaration_files_in_order() {
        let folder = folder(&[
            "d/z.yaml",
            "d/b/x.yml",
            "d/b/y.JSON",
            "d/a.json",
            "d/notes.txt",
            "d/.hidden.yaml",
            "d/.git/x.yaml",
            "d/c.yaml/in.yaml",
        ]);
        assert_eq!(
            found(folder.path(), &["d"], LIMITS),
            [
                "d/a.json",
                "d/b/x.yml",
                "d/b/y.JSON",
                "d/c.yaml/in.yaml",
                "d/z.yaml"
            ],
        );
    }

    #[test]
    fn a_file_is_read_whatever_its_name_and_once() {
        let folder = folder(&["d/.a.conf", "d/b.yaml"]);
        assert_eq!(
            found(
                folder.path(),
                &["d/.a.conf", "d/b.yaml", "d", "d/../d/b.yaml"],
                LIMITS
            ),
            ["d/.a.conf", "d/b.yaml"],
        );
    }

    #[test]
    fn a_folder_without_a_declaration_file_is_said() {
        let folder = folder(&["d/notes.txt", "d/e/.x.yaml"]);
        let nothing = "the folder holds no declaration file (*.yaml, *.yml, *.json)";
        assert_eq!(
            found(folder.path(), &["d"], LIMITS),
            [format!("d: {nothing}")]
        );
    }

    #[test]
    fn a_walk_that_costs_too_much_ends_and_keeps_what_it_found() {
        let folder = folder(&["a.yaml", "b.yaml", "c.yaml", "d/e/f.yaml", "z.yaml"]);
        let names = |limits| found(folder.path(), &[""], limits);
        assert_eq!(
            names(Limits { files: 2, ..LIMITS }),
            [
                "a.yaml",
                "b.yaml",
                "c.yaml: the search ends here: one path stands for at most 2 declaration files",
            ],
        );
        assert_eq!(
            names(Limits { depth: 1, ..LIMITS }),
            [
                "a.yaml",
                "b.yaml",
                "c.yaml",
                "d/e: the search ends here: it goes 1 folders deep",
                "z.yaml",
            ],
        );
        assert_eq!(
            names(Limits { names: 4, ..LIMITS }),
            [": the search ends here: one path stands for at most 4 names"],
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_folder_is_not_entered_and_a_linked_file_is_read() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["d/real.yaml", "other/x.yaml"]);
        let at = |path: &str| folder.path().join(path);
        symlink(at("other"), at("d/linked")).expect("a link");
        symlink(at("d"), at("d/circle.yaml")).expect("a link");
        symlink(at("other/x.yaml"), at("d/a.yaml")).expect("a link");
        symlink(at("nowhere"), at("d/dangling.yaml")).expect("a link");
        assert_eq!(
            found(folder.path(), &["d"], LIMITS),
            [
                "d/a.yaml",
                "d/dangling.yaml: the path can't be read: no such file or folder",
                "d/real.yaml",
            ],
        );
    }
}
