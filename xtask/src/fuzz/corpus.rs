//! What a target starts from: its own seeds, and the fixtures of what it reads.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::target::Target;

/// A file to start from.
pub(super) struct Seed {
    pub(super) path: PathBuf,
    /// What it is called in the corpus.
    name: String,
}

/// Every seed of a target, by path.
pub(super) fn seeds(root: &Path, target: Target) -> io::Result<Vec<Seed>> {
    let own = root.join("fuzz/seeds").join(target.name());
    let (folder, extensions) = target.fixtures();
    let mut paths = files(&own)?;
    if !extensions.is_empty() {
        let is_wanted = |path: &PathBuf| {
            let extension = path.extension().and_then(OsStr::to_str);
            extension.is_some_and(|extension| extensions.contains(&extension))
        };
        paths.extend(files(&root.join(folder))?.into_iter().filter(is_wanted));
    }
    let seeds = paths.into_iter().map(|path| {
        let below = path.strip_prefix(root).unwrap_or(&path);
        let parts: Vec<_> = below.iter().map(OsStr::to_string_lossy).collect();
        Seed {
            name: parts.join("-"),
            path,
        }
    });
    Ok(seeds.collect())
}

/// Puts the seeds into the target's corpus, beside what earlier runs found; gives their number.
pub(super) fn fill(root: &Path, target: Target) -> io::Result<usize> {
    let corpus = root.join("fuzz/corpus").join(target.name());
    fs::create_dir_all(&corpus)?;
    let seeds = seeds(root, target)?;
    for seed in &seeds {
        fs::copy(&seed.path, corpus.join(&seed.name))?;
    }
    Ok(seeds.len())
}

/// The files below a folder, by path. A folder that isn't there has none.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fuzz::root;

    #[test]
    fn no_two_seeds_of_a_target_have_one_name_in_its_corpus() {
        for target in Target::ALL {
            let seeds = seeds(&root(), target).expect("they can be read");
            let names: BTreeSet<&str> = seeds.iter().map(|seed| seed.name.as_str()).collect();
            assert_eq!(names.len(), seeds.len(), "{}", target.name());
        }
    }

    #[test]
    fn fixtures_of_what_a_target_reads_are_seeds_and_what_is_written_beside_them_is_not() {
        let seeds = seeds(&root(), Target::Declaration).expect("they can be read");
        let has = |name: &str| seeds.iter().any(|seed| seed.name == name);
        assert!(has("fuzz-seeds-declaration-servers"));
        assert!(has("fixtures-declarations-valid-vendor-app.yaml"));
        assert!(!has("fixtures-declarations-invalid-unknown-key.expected"));
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_files() {
        let found = files(&root().join("fuzz/no-such-folder"));
        assert_eq!(found.expect("it is no error"), Vec::<PathBuf>::new());
    }
}
