//! The sources of a crate, as text.

use std::fs;
use std::path::{Path, PathBuf};

/// Every `.rs` file below a folder, except files of tests alone.
pub(super) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry
            .expect("a folder of the workspace can be listed")
            .path();
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A source without its comments and without its tests.
pub(super) fn without_tests(source: &str) -> String {
    let mut kept = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        if text == "#[cfg(test)]" {
            // Tests within the file stand at its end.
            match lines.next() {
                Some(module) if module.ends_with(';') => continue,
                _ => break,
            }
        }
        if !text.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[test]
fn tests_and_comments_are_left_out() {
    let source = "//! a\n#[cfg(test)]\nmod tests;\nuse b;\n    // c\n#[cfg(test)]\nmod d {\n}\n";
    assert_eq!(without_tests(source), "use b;\n");
}
