//! The README shows what the program says, and nothing else.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::golden::printed_here;
use crate::program::onhand;

const FENCE: &str = "```";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README with each `console` block's output in place of what stands there, and the one that is expected on this
/// OS. Within a block, `$ onhand …` is run from the top folder.
fn told_anew(readme: &str) -> (String, String, usize) {
    let (mut anew, mut expected, mut runs) = (String::new(), readme.to_owned(), 0);
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        anew.push_str(line);
        anew.push('\n');
        if line != "```console" {
            continue;
        }
        for line in lines.by_ref().take_while(|line| *line != FENCE) {
            let Some(command) = line.strip_prefix("$ onhand ") else {
                continue;
            };
            let args: Vec<&str> = command.split_whitespace().collect();
            let run = onhand(&root(), &args);
            expected = printed_here(&expected, &root(), &args);
            anew.push_str(line);
            anew.push('\n');
            anew.push_str(&run.stderr);
            anew.push_str(&run.stdout);
            runs += 1;
        }
        anew.push_str(FENCE);
        anew.push('\n');
    }
    (anew, expected, runs)
}

#[test]
fn the_readme_shows_what_the_program_says() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).expect("there is a README");
    let (anew, expected, runs) = told_anew(&readme);
    assert!(runs >= 3, "the README shows check, explain and lint");
    if env::var_os("ONHAND_BLESS").is_some() {
        fs::write(&path, anew).expect("the README can be written");
        return;
    }
    assert!(
        anew == expected,
        "ONHAND_BLESS=1 writes the README anew:\n{anew}"
    );
}
