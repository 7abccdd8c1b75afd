//! What can be wrong with a scenario file, and where.

use std::io;

use serde_saphyr::Location;

use crate::MachineError;

/// The longest line that an error carries.
const MAX_LINE_BYTES: usize = 1000;

/// The longest message, in characters.
const MAX_MESSAGE_CHARS: usize = 500;

/// Why a scenario file gives no machine.
///
/// Its text is one line, as in `machine.yaml:3:5: unknown key …`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// The file can't be read.
    #[error("{file}: {source}")]
    Read {
        /// The file.
        file: String,
        /// What the OS says.
        source: io::Error,
    },
    /// The file is larger than any scenario needs to be.
    #[error("{file}: a scenario holds at most {limit} bytes")]
    TooLarge {
        /// The file.
        file: String,
        /// The bound, in bytes.
        limit: usize,
    },
    /// The file says something that makes no sense: the first such thing in it that was met.
    #[error(transparent)]
    Mistake(Box<Mistake>),
}

impl ScenarioError {
    /// The mistake, where the file could be read at all.
    #[must_use]
    pub fn mistake(&self) -> Option<&Mistake> {
        match self {
            ScenarioError::Mistake(mistake) => Some(mistake),
            _ => None,
        }
    }
}

/// A mistake in a scenario file, and where it stands.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {}", self.message())]
#[non_exhaustive]
pub struct Mistake {
    /// The file, by the name that the caller gave it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The line itself; `None` where the text ends before it, or it is too long to be shown.
    pub source_line: Option<String>,
    /// What is wrong.
    pub kind: MistakeKind,
}

impl Mistake {
    /// What is wrong, without the place, cut at 500 characters: whoever wrote the file may have
    /// put a novel into a key.
    #[must_use]
    pub fn message(&self) -> String {
        let message = self.kind.to_string();
        match message.char_indices().nth(MAX_MESSAGE_CHARS) {
            Some((at, _)) => format!("{}…", &message[..at]),
            None => message,
        }
    }
}

/// What is wrong with a scenario file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MistakeKind {
    /// Bytes that are no text.
    #[error("the file is not UTF-8")]
    NotUtf8,
    /// What YAML doesn't allow, in the parser's words.
    #[error("YAML: {0}")]
    Yaml(String),
    /// Nesting, nodes or aliases beyond what a scenario needs.
    #[error(
        "too much: a scenario nests at most 32 deep and holds at most 20,000 values, what aliases stand for counted"
    )]
    TooMuch,
    /// A key that is there twice.
    #[error("the key `{0}` is there twice")]
    RepeatedKey(String),
    /// A key that nobody reads.
    #[error("unknown key `{key}` in {within}; {}", suggestion(.near, "its keys are", .known))]
    UnknownKey {
        /// The key.
        key: String,
        /// What it stands in.
        within: &'static str,
        /// The known key that is most like it, if one is like it at all.
        near: Option<&'static str>,
        /// The known keys.
        known: &'static [&'static str],
    },
    /// A key that must be there.
    #[error("{within} needs the key `{key}`")]
    MissingKey {
        /// The key.
        key: &'static str,
        /// What it should stand in.
        within: &'static str,
    },
    /// Keys of which one must be there, and no second.
    #[error("{within} needs exactly one of {}", list(.keys))]
    NeedsOne {
        /// What they stand in.
        within: &'static str,
        /// The keys.
        keys: &'static [&'static str],
    },
    /// Keys that can't both be there.
    #[error("`{one}` and `{other}` exclude each other")]
    Exclusive {
        /// One key.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// A value of the wrong type.
    #[error("expected {wanted}, found {found}{}", quoting(*.quote))]
    WrongType {
        /// What belongs there.
        wanted: &'static str,
        /// What is there.
        found: &'static str,
        /// Whether quotes would make a text of it, which belongs there.
        quote: bool,
    },
    /// A word outside a list of words.
    #[error("`{word}` is no {what}; {}", suggestion(.near, "it is one of", .known))]
    UnknownWord {
        /// The word.
        word: String,
        /// What it should be.
        what: &'static str,
        /// The known word that is most like it, if one is like it at all.
        near: Option<&'static str>,
        /// The known words.
        known: &'static [&'static str],
    },
    /// A number outside its range.
    #[error("this is no {what}: it is {range}")]
    OutOfRange {
        /// What it should be.
        what: &'static str,
        /// Which numbers are allowed.
        range: &'static str,
    },
    /// No time.
    #[error("`{0}` is no time: write one in UTC, as `2026-01-31T12:00:00Z`, not before 1970")]
    Time(String),
    /// No base64.
    #[error("this is no base64: it has a character outside `A-Za-z0-9+/`, or lacks its last `=`")]
    Base64,
    /// A path of a file beside the scenario that is none.
    #[error(
        "`{0}` is no path of a file beside the scenario: write it relative to the scenario's folder, with `/` and without `..`"
    )]
    FromPath(String),
    /// A file beside the scenario that can't be read.
    #[error("the file `{path}` beside the scenario can't be read: {reason}")]
    From {
        /// Its path.
        path: String,
        /// What the OS says.
        reason: String,
    },
    /// The same thing described a second time.
    #[error("`{what}` is already described in line {line}")]
    Repeated {
        /// The thing.
        what: String,
        /// The line of the first description.
        line: usize,
    },
    /// A fault that shows only on something, where nothing stands.
    #[error("nothing stands at `{0}`, so the fault could not show")]
    NothingThere(String),
    /// A machine that can't be.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

/// A line and a column, each from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A mistake, before the name and the text of the file are put to it. Boxed, since it is
/// rare and large.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) at: Spot,
    pub(super) kind: MistakeKind,
}

pub(super) type Attempt<T> = Result<T, Box<Found>>;

impl Spot {
    /// The beginning of the text.
    pub(super) const START: Spot = Spot { line: 1, column: 1 };

    pub(super) fn mistake(self, kind: impl Into<MistakeKind>) -> Box<Found> {
        Box::new(Found {
            at: self,
            kind: kind.into(),
        })
    }
}

impl From<Location> for Spot {
    fn from(location: Location) -> Self {
        let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX).max(1);
        Spot {
            line: number(location.line()),
            column: number(location.column()),
        }
    }
}

impl Found {
    pub(super) fn in_file(self, file: &str, text: &str) -> ScenarioError {
        ScenarioError::Mistake(Box::new(Mistake {
            file: file.to_owned(),
            line: self.at.line,
            column: self.at.column,
            source_line: text
                .lines()
                .nth(self.at.line - 1)
                .filter(|line| line.len() <= MAX_LINE_BYTES)
                .map(str::to_owned),
            kind: self.kind,
        }))
    }
}

/// The known word that is most like `word`, if one is like it at all.
pub(super) fn near(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let word: String = word.chars().take(64).collect();
    let word = word.to_lowercase();
    known
        .iter()
        .map(|known| (strsim::jaro_winkler(&word, known), *known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, known)| known)
}

fn suggestion(near: &Option<&str>, otherwise: &str, known: &[&str]) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{otherwise} {}", list(known)),
    }
}

fn list(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn quoting(quote: bool) -> &'static str {
    if quote { "; put it in quotes" } else { "" }
}
