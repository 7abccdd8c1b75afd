//! Which files the paths of the command line stand for.
//!
//! A file is read whatever its name. A folder stands for the declaration files below it, in the
//! order of their names. A linked folder is followed, and each folder and file is met once, by what it is: no walk
//! ends in a circle, and a file of many names is answered once. What is passed over is told.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use onhand::platform::{FileIdentity, FileKind};
use onhand::platform_native::look;

use super::Source;
use super::source::{in_words, refusal};
use crate::problems::PassedOver;

/// How a file's name ends that is read in a folder.
const EXTENSIONS: [&str; 3] = ["yaml", "yml", "json"];

/// What the walk of all folders may cost.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// How many folders deep it goes.
    depth: usize,
    /// How many declaration files it finds.
    files: usize,
    /// How many names it looks at, declaration files or not.
    names: usize,
    /// How long it takes.
    patience: Duration,
}

const LIMITS: Limits = Limits {
    depth: 64,
    files: 10_000,
    names: 1_000_000,
    patience: Duration::MAX,
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

/// Everything that the paths stand for, in their order, and what was passed over. `-` is stdin. It takes no longer
/// than `patience`, and says where it ended.
pub(crate) fn find(paths: &[PathBuf], patience: Duration) -> (Vec<Found>, Vec<PassedOver>) {
    find_within(paths, Limits { patience, ..LIMITS })
}

fn find_within(paths: &[PathBuf], limits: Limits) -> (Vec<Found>, Vec<PassedOver>) {
    let mut search = Search {
        limits,
        deadline: Instant::now().checked_add(limits.patience),
        found: Vec::new(),
        passed_over: Vec::new(),
        seen: HashSet::new(),
        seen_stdin: false,
        files: 0,
        names: 0,
    };
    for path in paths {
        if search.path(path).is_err() {
            break;
        }
    }
    (search.found, search.passed_over)
}

struct Search {
    limits: Limits,
    deadline: Option<Instant>,
    found: Vec<Found>,
    passed_over: Vec<PassedOver>,
    seen: HashSet<Thing>,
    seen_stdin: bool,
    /// How many declaration files were met in folders.
    files: usize,
    /// How many names were met in folders.
    names: usize,
}

/// What a path leads to: the thing itself, or where nobody knows which it is, the path without links.
#[derive(PartialEq, Eq, Hash)]
enum Thing {
    Known(FileIdentity),
    At(PathBuf),
}

/// A bound that the walk ran into. It ends there.
struct Exceeded;

impl Search {
    fn path(&mut self, path: &Path) -> Result<(), Exceeded> {
        if path.as_os_str() == "-" {
            if !std::mem::replace(&mut self.seen_stdin, true) {
                self.found.push(Found::File(Source::stdin()));
            }
            return Ok(());
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return self.root(path),
            Ok(_) => {
                if self.is_new(path) {
                    self.found.push(Found::File(Source::named(path)));
                }
            }
            Err(error) => self.nothing(
                path,
                format!("the path can't be read: {}", in_words(&error)),
            ),
        }
        Ok(())
    }

    fn root(&mut self, path: &Path) -> Result<(), Exceeded> {
        let (problems, files) = (self.found.len(), self.files);
        self.folder(path, 0)?;
        let nothing_said = !self.found[problems..]
            .iter()
            .any(|found| matches!(found, Found::Nothing { .. }));
        if self.files == files && nothing_said {
            let endings = EXTENSIONS.map(|extension| format!("*.{extension}"));
            let reason = format!(
                "the folder holds no declaration file ({})",
                endings.join(", ")
            );
            self.nothing(path, reason);
        }
        Ok(())
    }

    /// Whether the thing there was not met before. Costs a `stat`.
    fn is_new(&mut self, path: &Path) -> bool {
        let identity = look(path).ok().and_then(|found| found.identity);
        let thing = identity.map_or_else(
            || Thing::At(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
            Thing::Known,
        );
        self.seen.insert(thing)
    }

    fn nothing(&mut self, path: &Path, reason: String) {
        self.found.push(Found::Nothing {
            name: path.display().to_string(),
            reason,
        });
    }

    fn pass_over(&mut self, path: &Path, code: &'static str, reason: &str) {
        tracing::debug!(path = %path.display(), "passed over: {reason}");
        self.passed_over.push(PassedOver {
            name: path.display().to_string(),
            code,
            reason: reason.to_owned(),
        });
    }

    fn folder(&mut self, path: &Path, depth: usize) -> Result<(), Exceeded> {
        let limit = self.limits.depth;
        if depth > limit {
            let reason = format!("the search ends here: it goes {limit} folders deep");
            self.nothing(path, reason);
            return Ok(());
        }
        if !self.is_new(path) {
            // A root may be named twice, or below another: nothing is lost.
            if depth > 0 {
                self.pass_over(
                    path,
                    "same_folder",
                    "a folder that is met under another name",
                );
            } else {
                self.files += 1;
            }
            return Ok(());
        }
        let mut entries = match self.entries(path)? {
            Ok(entries) => entries,
            Err(error) => {
                let reason = format!("the folder can't be listed: {}", in_words(&error));
                self.nothing(path, reason);
                return Ok(());
            }
        };
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            self.entry(&entry, depth)?;
        }
        Ok(())
    }

    /// What is in the folder.
    fn entries(&mut self, path: &Path) -> Result<io::Result<Vec<DirEntry>>, Exceeded> {
        let mut entries = Vec::new();
        let listed = match fs::read_dir(path) {
            Ok(listed) => listed,
            Err(error) => return Ok(Err(error)),
        };
        for entry in listed {
            self.names += 1;
            if self.names > self.limits.names {
                let limit = self.limits.names;
                return Err(self.exceeded(path, &format!("it looks at {limit} names")));
            }
            match entry {
                Ok(entry) => entries.push(entry),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(entries))
    }

    fn entry(&mut self, entry: &DirEntry, depth: usize) -> Result<(), Exceeded> {
        let path = &*entry.path();
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            let patience = self.limits.patience;
            return Err(self.exceeded(path, &format!("it takes no longer than {patience:?}")));
        }
        let kind = entry.file_type();
        let is = |is: fn(&fs::FileType) -> bool| kind.as_ref().is_ok_and(is);
        let is_folder = is(fs::FileType::is_dir);
        let is_link = is(fs::FileType::is_symlink);
        let is_declaration = is_declaration_file(path);
        if is_hidden(entry) {
            if is_folder || is_declaration {
                self.pass_over(path, "hidden", "a name that begins with a dot");
            }
            return Ok(());
        }
        if is_folder {
            return self.folder(path, depth + 1);
        }
        if !is_link && !is_declaration {
            return Ok(());
        }
        match look(path).map(|found| found.kind) {
            Ok(FileKind::Directory) => self.folder(path, depth + 1),
            // Whatever else a link leads to that is not named as a declaration is none.
            _ if !is_declaration => Ok(()),
            Ok(FileKind::File) => self.file(path),
            Ok(_) => {
                self.pass_over(path, "no_file", "no regular file");
                Ok(())
            }
            Err(error) => {
                let reason = format!("the path can't be read: {}", refusal(&error));
                self.nothing(path, reason);
                Ok(())
            }
        }
    }

    /// A declaration file that was met in a folder.
    fn file(&mut self, path: &Path) -> Result<(), Exceeded> {
        self.files += 1;
        if self.files > self.limits.files {
            let limit = self.limits.files;
            return Err(self.exceeded(path, &format!("it finds {limit} declaration files")));
        }
        if self.is_new(path) {
            self.found.push(Found::File(Source::met(path)));
        } else {
            self.pass_over(path, "same_file", "a file that is met under another name");
        }
        Ok(())
    }

    fn exceeded(&mut self, path: &Path, limit: &str) -> Exceeded {
        self.nothing(path, format!("the search ends here: {limit}"));
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
        let (found, passed_over) = find_within(&paths, limits);
        let passed_over = passed_over.into_iter();
        let passed_over = passed_over.map(|it| format!("{}: {}", way(&it.name), it.code));
        found
            .into_iter()
            .map(|found| match found {
                Found::File(source) => way(&source.name),
                Found::Nothing { name, reason } => format!("{}: {reason}", way(&name)),
            })
            .chain(passed_over)
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
                "d/z.yaml",
                "d/.git: hidden",
                "d/.hidden.yaml: hidden",
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
            ["d/.a.conf", "d/b.yaml", "d/b.yaml: same_file"],
        );
    }

    #[test]
    fn a_folder_without_a_declaration_file_is_said() {
        let folder = folder(&["d/notes.txt", "d/e/.x.yaml"]);
        let nothing = "the folder holds no declaration file (*.yaml, *.yml, *.json)";
        assert_eq!(
            found(folder.path(), &["d"], LIMITS),
            [format!("d: {nothing}"), "d/e/.x.yaml: hidden".to_owned()]
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
                "c.yaml: the search ends here: it finds 2 declaration files",
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
            [": the search ends here: it looks at 4 names"],
        );
    }

    #[test]
    fn a_file_of_a_thousand_names_is_found_once() {
        let folder = folder(&["d/0000.yaml"]);
        for i in 1..1_000 {
            let name = folder.path().join(format!("d/{i:04}.yaml"));
            fs::hard_link(folder.path().join("d/0000.yaml"), name).expect("a second name");
        }
        let found = found(folder.path(), &["d"], LIMITS);
        assert_eq!(found.len(), 1_000);
        assert_eq!(found[..2], ["d/0000.yaml", "d/0001.yaml: same_file"]);
    }

    #[test]
    fn a_walk_without_time_ends_at_its_first_name() {
        let folder = folder(&["d/a.yaml", "d/b.yaml"]);
        let limits = Limits {
            patience: Duration::ZERO,
            ..LIMITS
        };
        assert_eq!(
            found(folder.path(), &["d", "d/a.yaml"], limits),
            ["d/a.yaml: the search ends here: it takes no longer than 0ns"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_folder_is_entered_once_and_a_linked_file_is_read() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["d/real.yaml", "other/x.yaml", "other/y.yaml"]);
        let at = |path: &str| folder.path().join(path);
        symlink(at("other"), at("d/linked")).expect("a link");
        symlink(at("other"), at("d/linked-again")).expect("a link");
        symlink(at("d"), at("d/circle.yaml")).expect("a link");
        symlink(at("other/x.yaml"), at("d/a.yaml")).expect("a link");
        symlink(at("nowhere"), at("d/dangling.yaml")).expect("a link");
        symlink(at("nowhere"), at("d/dangling.txt")).expect("a link");
        assert_eq!(
            found(folder.path(), &["d"], LIMITS),
            [
                "d/a.yaml",
                "d/dangling.yaml: the path can't be read: no such file or folder",
                "d/linked/y.yaml",
                "d/real.yaml",
                "d/circle.yaml: same_folder",
                "d/linked/x.yaml: same_file",
                "d/linked-again: same_folder",
            ],
        );
    }

    #[cfg(unix)]
    #[test]
    fn thousands_of_links_to_one_folder_are_one_folder() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["one/x.yaml"]);
        let farm = folder.path().join("d");
        fs::create_dir(&farm).expect("a folder");
        for i in 0..3_000 {
            symlink("../one", farm.join(format!("{i:04}"))).expect("a link");
        }
        let found = found(folder.path(), &["d"], LIMITS);
        assert_eq!(found[..2], ["d/0000/x.yaml", "d/0001: same_folder"]);
        assert_eq!(found.len(), 3_000);
    }
}
