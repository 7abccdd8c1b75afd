//! Which files the paths of the command line stand for.
//!
//! A file is read whatever its name. A folder stands for the declaration files below it, in the
//! order of their names. A linked folder is followed, and each folder and file is met once, by what it is: no walk
//! ends in a circle, and a file of many names is answered once. What is passed over is told.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use onhand::platform::{FileIdentity, FileKind, SearchLimit};
use onhand::platform_native::look;

use super::source::{in_words, refusal};
use super::{PassedOver, PassedOverName, Source};

/// How a file's name ends that is read in a folder.
const EXTENSIONS: [&str; 3] = ["yaml", "yml", "json"];

/// What the walk of all folders may cost.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// How many folders deep it goes.
    depth: usize,
    /// How many declaration files it finds, those and folders counted that can't be read.
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
pub(crate) fn find(paths: &[PathBuf], patience: Duration) -> (Vec<Found>, PassedOver) {
    find_within(paths, Limits { patience, ..LIMITS })
}

fn find_within(paths: &[PathBuf], limits: Limits) -> (Vec<Found>, PassedOver) {
    let mut search = Search {
        limits,
        deadline: Instant::now().checked_add(limits.patience),
        found: Vec::new(),
        passed_over: PassedOver::default(),
        seen: HashMap::new(),
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
    passed_over: PassedOver,
    /// What was met, with the path under which it was met first.
    seen: HashMap<Thing, PathBuf>,
    seen_stdin: bool,
    /// How many declaration files were met in folders, those and folders counted that can't be read.
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
                if self.met_before(path).is_none() {
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

    /// The path under which the thing there was met before; none where it is new. Costs a `stat`.
    fn met_before(&mut self, path: &Path) -> Option<PathBuf> {
        let identity = look(path).ok().and_then(|found| found.identity);
        let thing = identity.map_or_else(
            || Thing::At(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
            Thing::Known,
        );
        match self.seen.entry(thing) {
            Entry::Occupied(first) => Some(first.get().clone()),
            Entry::Vacant(new) => {
                new.insert(path.to_owned());
                None
            }
        }
    }

    fn nothing(&mut self, path: &Path, reason: String) {
        self.found.push(Found::Nothing {
            name: path.display().to_string(),
            reason,
        });
    }

    fn pass_over(&mut self, path: &Path, code: &'static str, reason: &str) {
        tracing::debug!(path = %path.display(), "passed over: {reason}");
        self.passed_over.add(PassedOverName {
            name: path.display().to_string(),
            code,
            reason: reason.to_owned(),
        });
    }

    fn folder(&mut self, path: &Path, depth: usize) -> Result<(), Exceeded> {
        let limit = self.limits.depth;
        if depth > limit {
            self.nothing(path, SearchLimit::Depth(limit).to_string());
            return Ok(());
        }
        if let Some(first) = self.met_before(path) {
            // A root may be named twice, or below another: nothing is lost.
            if depth > 0 {
                let reason = format!("the same folder as `{}`", first.display());
                self.pass_over(path, "same_folder", &reason);
            } else {
                self.files += 1;
            }
            return Ok(());
        }
        let mut entries = match self.entries(path)? {
            Ok(entries) => entries,
            Err(error) => {
                self.count(path)?;
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
                return Err(self.exceeded(path, SearchLimit::Names(limit)));
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
            return Err(self.exceeded(path, SearchLimit::Time(patience)));
        }
        let kind = entry.file_type();
        let is = |is: fn(&fs::FileType) -> bool| kind.as_ref().is_ok_and(is);
        let is_folder = is(fs::FileType::is_dir);
        let is_link = is(fs::FileType::is_symlink);
        let is_declaration = is_declaration_file(path);
        if is_hidden(entry) {
            if is_folder || is_declaration {
                self.pass_over(path, "hidden", "its name begins with a dot");
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
                self.pass_over(path, "not_a_file", "it is not a regular file");
                Ok(())
            }
            Err(error) => {
                self.count(path)?;
                let reason = format!("the path can't be read: {}", refusal(&error));
                self.nothing(path, reason);
                Ok(())
            }
        }
    }

    /// A declaration file that was met in a folder.
    fn file(&mut self, path: &Path) -> Result<(), Exceeded> {
        self.count(path)?;
        match self.met_before(path) {
            None => self.found.push(Found::File(Source::met(path))),
            Some(first) => {
                let reason = format!("the same file as `{}`", first.display());
                self.pass_over(path, "same_file", &reason);
            }
        }
        Ok(())
    }

    /// Counts what is found in a folder, or told of it.
    fn count(&mut self, path: &Path) -> Result<(), Exceeded> {
        self.files += 1;
        if self.files > self.limits.files {
            let limit = self.limits.files;
            return Err(self.exceeded(path, SearchLimit::Files(limit)));
        }
        Ok(())
    }

    fn exceeded(&mut self, path: &Path, limit: SearchLimit) -> Exceeded {
        self.nothing(path, limit.to_string());
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
