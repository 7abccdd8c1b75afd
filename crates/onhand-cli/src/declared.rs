//! What declaration files hold: declarations, and what is wrong with the files.

use std::collections::HashSet;
use std::path::PathBuf;

use onhand::declaration::{Declaration, MAX_TEXT_BYTES, Node, Parser, Problem, Rule};

use crate::catalogue;
use crate::files::{self, Found, Lines, Quote, Source};

/// What declaration files hold. A bad file never takes its neighbours down.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The declarations that are valid, in the order of the files.
    pub(crate) declared: Vec<Declared>,
    /// Everything that is wrong, warnings too, in the order of the files.
    pub(crate) problems: Vec<FileProblem>,
    /// How many files, and paths that are none, were looked at.
    pub(crate) files: usize,
}

/// A declaration, and where it was read.
#[derive(Debug)]
pub(crate) struct Declared {
    /// The name of the server.
    pub(crate) name: String,
    /// The file as the user named it, `<stdin>`, or `built-in`.
    pub(crate) source: String,
    /// The declaration.
    pub(crate) declaration: Declaration,
}

impl Declared {
    /// What every event in it belongs to.
    pub(crate) fn span(&self) -> tracing::Span {
        tracing::debug_span!("declaration", name = self.name, source = self.source)
    }
}

/// A problem, and the file that has it.
#[derive(Debug)]
pub(crate) struct FileProblem {
    /// The file as the user named it, or the way from a folder that they named.
    pub(crate) file: String,
    /// What is wrong.
    pub(crate) problem: Problem,
    /// The line that is wrong, where there is one.
    pub(crate) quote: Option<Quote>,
}

/// How people call what is in the program itself.
const BUILT_IN: &str = "built-in";

impl Reading {
    /// What the files hold that the paths stand for.
    pub(crate) fn of_paths(paths: &[PathBuf], parser: Parser<'_>) -> Self {
        let mut reading = Reading::default();
        for found in files::find(paths) {
            reading.files += 1;
            match found {
                Found::File(source) => reading.file(&source, parser),
                Found::Nothing { name, reason } => reading.unreadable(&name, reason),
            }
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

    /// Whether something is wrong that is more than a warning.
    pub(crate) fn has_errors(&self) -> bool {
        self.problems.iter().any(|found| found.problem.is_error())
    }

    /// How many problems are errors, and how many are warnings.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let errors = self
            .problems
            .iter()
            .filter(|found| found.problem.is_error())
            .count();
        (errors, self.problems.len() - errors)
    }

    /// How many files have an error.
    pub(crate) fn files_with_errors(&self) -> usize {
        self.problems
            .iter()
            .filter(|found| found.problem.is_error())
            .map(|found| found.file.as_str())
            .collect::<HashSet<_>>()
            .len()
    }

    fn file(&mut self, source: &Source, parser: Parser<'_>) {
        match source.read() {
            Ok(text) if text.len() > MAX_TEXT_BYTES => self.add(
                &source.name,
                Problem {
                    path: String::new(),
                    rule: Rule::TooLarge,
                    message: format!("the file holds more than {MAX_TEXT_BYTES} bytes"),
                    hint: Some("no declaration is as large as that".to_owned()),
                    span: None,
                },
                None,
            ),
            Ok(text) => self.text(&source.name, &source.name, &source.stem, &text, parser),
            Err(error) => {
                let reason = format!("the file can't be read: {}", files::in_words(&error));
                self.unreadable(&source.name, reason);
            }
        }
    }

    fn text(&mut self, source: &str, file: &str, stem: &str, text: &[u8], parser: Parser<'_>) {
        let (named, problems) = match Node::from_yaml(text) {
            Ok(node) => {
                let parsed = parser.file(&node, stem);
                (parsed.declarations, parsed.problems)
            }
            Err(problem) => (Vec::new(), vec![*problem]),
        };
        tracing::debug!(
            file,
            declarations = named.len(),
            problems = problems.len(),
            "file read"
        );
        self.declared
            .extend(named.into_iter().map(|named| Declared {
                name: named.name,
                source: source.to_owned(),
                declaration: named.declaration,
            }));
        if problems.is_empty() {
            return;
        }
        let lines = Lines::of(text);
        for problem in problems {
            let quote = problem
                .span
                .and_then(|span| lines.quote(span.line, span.column, span.len));
            self.add(file, problem, quote);
        }
    }

    fn unreadable(&mut self, file: &str, message: String) {
        let problem = Problem {
            path: String::new(),
            rule: Rule::Unreadable,
            message,
            hint: None,
            span: None,
        };
        self.add(file, problem, None);
    }

    fn add(&mut self, file: &str, problem: Problem, quote: Option<Quote>) {
        self.problems.push(FileProblem {
            file: file.to_owned(),
            problem,
            quote,
        });
    }
}
