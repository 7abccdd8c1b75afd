//! What declaration files hold: declarations, and what is wrong with the files.

mod catalogue;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use onhand::declaration::{LIMITS, ParsedFile, Parser};
use onhand::document::{DocumentRule, Problem};
use onhand::platform::HostError;

use crate::answers::{Declared, FileProblem, FileRule, Invalid, Problems};
use crate::files::{self, Found, Source, Text};

/// What declaration files hold. A bad file never takes its neighbours down.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The declarations that are valid, in the order of the files.
    pub(crate) declared: Vec<Declared>,
    /// The names of those that are not, in the order of the files.
    pub(crate) invalid: Vec<Invalid>,
    /// Everything that is wrong, warnings too, in the order of the files.
    pub(crate) problems: Problems,
    /// How many files, and paths that are none, were looked at.
    pub(crate) files: usize,
}

/// How many bytes of declarations one run reads: those of some ten thousand servers.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// How long one run looks for declarations and reads them.
const PATIENCE: Duration = Duration::from_secs(30);

/// How people call what is in the program itself.
const BUILT_IN: &str = "built-in";

impl Reading {
    /// What the files hold that the paths stand for.
    pub(crate) fn of_paths(paths: &[PathBuf], parser: Parser<'_>) -> Self {
        Reading::of_paths_within(paths, parser, MAX_BYTES, PATIENCE)
    }

    fn of_paths_within(
        paths: &[PathBuf],
        parser: Parser<'_>,
        mut bytes: usize,
        patience: Duration,
    ) -> Self {
        let deadline = Instant::now() + patience;
        let (found, passed_over) = files::find(paths, patience);
        let mut reading = Reading::default();
        reading.problems.passed_over = passed_over;
        let count = found.len();
        for (index, found) in found.into_iter().enumerate() {
            let source = match found {
                Found::File(source) => source,
                Found::Nothing { name, reason } => {
                    reading.files += 1;
                    reading.unreadable(&name, reason);
                    continue;
                }
            };
            let spent = if bytes == 0 {
                Some(format!("no more than {} MiB are read", MAX_BYTES >> 20))
            } else {
                let is_over = Instant::now() >= deadline;
                is_over.then(|| format!("it takes no longer than {patience:?}"))
            };
            if let Some(spent) = spent {
                let left = count - index;
                let reason = format!("from here on {left} files are not read: {spent}");
                reading.unreadable(&source.name, reason);
                break;
            }
            reading.files += 1;
            let read = reading.file(&source, parser);
            bytes = bytes.saturating_sub(read);
        }
        reading
    }

    /// What is in the program itself.
    pub(crate) fn of_catalogue(parser: Parser<'_>) -> Self {
        let mut reading = Reading::default();
        for entry in catalogue::ENTRIES {
            reading.files += 1;
            let file = format!("{BUILT_IN}/{}.yaml", entry.stem);
            reading.text(BUILT_IN, &file, entry.stem, entry.text.as_bytes(), parser);
        }
        reading
    }

    /// What that file holds; gives how many bytes were read.
    fn file(&mut self, source: &Source, parser: Parser<'_>) -> usize {
        match source.read() {
            Ok(text) => {
                self.text(&source.name, &source.name, &source.stem, &text, parser);
                text.len()
            }
            Err(HostError::TooLarge { limit }) => {
                let message = format!("the file holds more than {limit} bytes");
                let problem = Problem::new(DocumentRule::TooLarge, message)
                    .hint("no declaration is as large as that");
                self.add(&source.name, problem, None);
                LIMITS.bytes
            }
            Err(error) => {
                let reason = format!("the file can't be read: {}", files::refusal(&error));
                self.unreadable(&source.name, reason);
                0
            }
        }
    }

    fn text(&mut self, source: &str, file: &str, stem: &str, text: &[u8], parser: Parser<'_>) {
        let ParsedFile {
            declarations,
            invalid,
            problems,
            ..
        } = if promises_json(file) {
            parser.json(text, stem)
        } else {
            parser.text(text, stem)
        };
        tracing::debug!(
            file,
            declarations = declarations.len(),
            problems = problems.len(),
            "file read"
        );
        self.declared
            .extend(declarations.into_iter().map(|named| Declared {
                name: named.name,
                source: source.to_owned(),
                declaration: named.declaration,
            }));
        self.invalid.extend(invalid.into_iter().map(|name| Invalid {
            name,
            source: source.to_owned(),
        }));
        if problems.is_empty() {
            return;
        }
        let text = Rc::new(Text::new(text));
        for problem in problems {
            let mut problem = problem.under();
            point_out_a_machine(&mut problem);
            self.add(file, problem, Some(Rc::clone(&text)));
        }
    }

    fn unreadable(&mut self, file: &str, message: String) {
        let problem = FileProblem::unreadable(file.to_owned(), message);
        self.problems.push(problem);
    }

    fn add(&mut self, file: &str, problem: Problem<FileRule>, text: Option<Rc<Text>>) {
        self.problems.push(FileProblem {
            file: file.to_owned(),
            problem,
            text,
        });
    }
}

/// Whether a file of that name promises JSON.
fn promises_json(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The key `os` at the top tells a file for `--platform`, given in place of a declaration.
fn point_out_a_machine(problem: &mut Problem<FileRule>) {
    if problem.rule == DocumentRule::UnknownKey.into() && problem.path == "os" {
        problem.hint = Some("this describes a machine: use it with `--platform`".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_tells_whether_it_promises_json() {
        assert!(promises_json("d/x.json") && promises_json("X.JSON"));
        assert!(!promises_json("x.yaml") && !promises_json("<stdin>") && !promises_json("json"));
    }

    #[test]
    fn what_is_read_is_bounded_over_all_files_and_the_rest_counted() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["a", "b", "c", "d"] {
            let text = format!("servers: {{ {name}: {{}} }}\n");
            std::fs::write(folder.path().join(format!("{name}.yaml")), text).expect("a file");
        }
        let resolvers = onhand::resolvers();
        let parser = Parser::new(resolvers.vocabulary());
        let paths = [folder.path().to_owned()];
        let read = |bytes, patience| {
            let reading = Reading::of_paths_within(&paths, parser, bytes, patience);
            let told = reading.problems.told().iter();
            let told: Vec<String> = told.map(|it| it.problem.message.clone()).collect();
            (reading.declared.len(), told)
        };
        let (declared, told) = read(30, PATIENCE);
        assert_eq!(declared, 2);
        assert_eq!(
            told,
            ["from here on 2 files are not read: no more than 32 MiB are read"]
        );
        assert_eq!(read(MAX_BYTES, PATIENCE), (4, Vec::new()));
        let (declared, told) = read(MAX_BYTES, Duration::ZERO);
        assert_eq!((declared, told.len()), (0, 1));
    }
}
