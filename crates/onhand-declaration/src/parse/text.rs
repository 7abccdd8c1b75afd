//! A declaration file as it stands on a disk: YAML, or JSON where its name promises that.

use onhand_document::{Format, Limits};

use super::{ParsedFile, Parser};
use crate::{DocumentRule, Node, Problem, Rule, Value};

/// What reading a declaration file may cost.
pub const LIMITS: Limits = Limits {
    noun: "declaration",
    second_document: "a file holds one document; use `servers` for several declarations",
    ..Limits::DEFAULT
};

impl Parser<'_> {
    /// Takes the text of a declaration file, YAML or JSON. What it holds is said by [`file`](Self::file).
    ///
    /// A text that can't be read declares nobody knows what, most often the server that its file is named after. So
    /// `stem` is in [`invalid`](ParsedFile::invalid), and a host that [registers](crate::Registry::register_file) what
    /// it got hides that server.
    ///
    /// ```
    /// use onhand_declaration::{Parser, Registry, Vocabulary};
    ///
    /// let vocabulary = Vocabulary::standard();
    /// let parser = Parser::new(&vocabulary);
    /// let registry = Registry::new();
    ///
    /// let text = b"app: { linux: { presence: executable, location: /opt/vendor/app } }";
    /// assert!(registry.register_file(parser.text(text, "vendor")).is_empty());
    /// assert!(registry.lookup("vendor").expect("it is registered").is_valid());
    ///
    /// let problems = registry.register_file(parser.text(b"app: {", "broken"));
    /// assert_eq!(problems[0].to_string(), "the `{` here is never closed [syntax]");
    /// assert!(!registry.lookup("broken").expect("it is registered, too").is_valid());
    /// ```
    #[must_use]
    pub fn text(&self, text: &[u8], stem: &str) -> ParsedFile {
        match Node::read(text, Format::Yaml, &LIMITS) {
            Ok(node) => self.file(&node, stem),
            Err(problem) => ParsedFile::unread(problem.under(), stem),
        }
    }

    /// As [`text`](Self::text) of a file that promises JSON, as one named `*.json` does: it goes to other readers as
    /// well, and those take no comma after the last entry, no comment and no single quotes. None of its declarations is
    /// valid then. They are named and their problems are told all the same, where YAML takes the text.
    #[must_use]
    pub fn json(&self, text: &[u8], stem: &str) -> ParsedFile {
        let problem = match Node::read(text, Format::Json, &LIMITS) {
            Ok(node) => return self.file(&node, stem),
            Err(problem) => problem.under::<Rule>(),
        };
        if problem.rule != DocumentRule::Syntax.into() {
            return ParsedFile::unread(problem, stem);
        }
        let Ok(node) = Node::read(text, Format::Yaml, &LIMITS) else {
            return ParsedFile::unread(problem, stem);
        };
        let mut parsed = self.file(&node, stem);
        if node.value != Value::Null {
            parsed.refuse(Problem {
                message: format!(
                    "the file is named as JSON, but is not JSON: {}",
                    problem.message
                ),
                hint: Some("write JSON, or name the file `*.yaml`: YAML takes this".to_owned()),
                ..problem
            });
        }
        parsed
    }
}

impl ParsedFile {
    /// A file of which nothing is known but its name.
    fn unread(problem: Problem, stem: &str) -> Self {
        ParsedFile {
            declarations: Vec::new(),
            invalid: vec![stem.to_owned()],
            problems: vec![problem],
        }
    }

    /// Makes every declaration invalid.
    fn refuse(&mut self, problem: Problem) {
        let valid = std::mem::take(&mut self.declarations);
        self.invalid
            .extend(valid.into_iter().map(|named| named.name));
        let place = |problem: &Problem| problem.span.map(|span| (span.line, span.column));
        let before = |other: &Problem| place(other) <= place(&problem);
        let at = self.problems.partition_point(before);
        self.problems.insert(at, problem);
    }
}
