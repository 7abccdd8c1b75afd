//! What is wrong with a frontmatter, and what would be right.

use std::fmt;

use onhand_document::Node;
use onhand_platform::excerpt;

use super::limits::MAX_FRONTMATTER_BYTES;

/// Why a text has no frontmatter that can be used. Its `Display` is one sentence with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct FrontmatterError {
    /// The line of the file, from 1, where there is one to point at.
    pub line: Option<u64>,
    /// The column in characters, from 1, where there is one to point at.
    pub column: Option<u64>,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What can be wrong with a frontmatter. Texts of the file are cut and fit for a terminal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// There is no text at all.
    #[error("the file is empty")]
    Empty,
    /// The first line is not a fence.
    #[error("the file has no frontmatter: its first line is not `---`")]
    NoFrontmatter,
    /// The first line is nearly a fence.
    #[error("the file has no frontmatter: its first line is `{0}`, not `---` alone")]
    NearlyFence(String),
    /// The frontmatter begins at that line, below something else.
    #[error(
        "there is text above the frontmatter: its `---` must be the first line, but is line {0}"
    )]
    NotFirst(u64),
    /// There is no second fence.
    #[error("no line `---` ends the frontmatter")]
    Unclosed,
    /// There is no second fence as far as is read.
    #[error("the frontmatter doesn't end within {MAX_FRONTMATTER_BYTES} bytes")]
    TooLong,
    /// The frontmatter is in another encoding.
    #[error("the frontmatter is not UTF-8")]
    NotUtf8,
    /// It is no YAML.
    #[error("{message}")]
    Syntax {
        /// What is wrong with it.
        message: String,
        /// What would be right, where that is known.
        hint: Option<String>,
    },
    /// It would cost too much to read.
    #[error("the frontmatter is nested too deeply, or holds too many values")]
    OverBudget,
    /// It is YAML, and has no keys.
    #[error("the frontmatter must be a mapping, not {0}")]
    NotAMapping(String),
    /// A key that appears twice.
    #[error("`{0}` appears twice")]
    DuplicateKey(String),
    /// A key that is `requires_apps` but for its spelling: whoever wrote it meant a gate.
    #[error("`{0}` has no effect; did you mean `requires_apps`?")]
    NearMiss(String),
    /// The key is spelled `requires_apps`, or its path nearly so, where nobody looks for it.
    #[error(
        "`{0}` has no effect: `requires_apps` counts at the top level and right below `metadata`"
    )]
    Misplaced(String),
    /// A line that would be the gate, if it were no part of a text.
    #[error("`requires_apps` has no effect within a text")]
    WithinText,
    /// Keys that would come from elsewhere.
    #[error("`<<` merges nothing here")]
    Merge,
    /// A key that the format requires, absent or blank.
    #[error("there is no `{0}`")]
    Missing(&'static str),
    /// A value that must be a text.
    #[error("`{key}` must be a text, not {found}")]
    NotText {
        /// Its key.
        key: &'static str,
        /// What it is.
        found: String,
        /// The line as it would be right, where it is one line.
        right: Option<String>,
    },
    /// A gate that names no application.
    #[error("`{key}` must be a text or a list of texts, not {found}")]
    RequiresApps {
        /// Its key, and that of the mapping that it stands in.
        key: String,
        /// What it is.
        found: String,
    },
    /// An item of a gate that names no application.
    #[error("each item of `{key}` must name an application; one is {found}")]
    RequiresAppsItem {
        /// Its key, and that of the mapping that it stands in.
        key: String,
        /// What the item is.
        found: String,
    },
}

impl FrontmatterError {
    /// What its author has to do, as a phrase.
    #[must_use]
    pub fn remedy(&self) -> String {
        match &self.flaw {
            Flaw::Empty | Flaw::NoFrontmatter => {
                "begin the file with a line `---`, its `name`, its `description`, and a line `---`"
                    .to_owned()
            }
            Flaw::NearlyFence(_) => "write `---` alone in the first line".to_owned(),
            Flaw::NotFirst(fence) => {
                format!("move what is above line {fence} below the frontmatter")
            }
            Flaw::Unclosed | Flaw::TooLong => "end the frontmatter with a line `---`".to_owned(),
            Flaw::NotUtf8 => "save the file as UTF-8".to_owned(),
            Flaw::Syntax { hint, .. } => {
                let hint = hint.as_deref().unwrap_or("make the frontmatter valid YAML");
                excerpt(hint, MAX_LINE)
            }
            Flaw::OverBudget => "write the frontmatter plainly, without aliases".to_owned(),
            Flaw::NotAMapping(_) => "write `name: …` and `description: …`".to_owned(),
            Flaw::DuplicateKey(key) => format!("leave one `{key}` out"),
            Flaw::NearMiss(_) => "spell the key `requires_apps`".to_owned(),
            Flaw::Misplaced(_) | Flaw::WithinText => {
                "write `requires_apps: …` at the top level, or right below `metadata`".to_owned()
            }
            Flaw::Merge => "write the keys out".to_owned(),
            Flaw::Missing(key) => format!("write `{key}: …`"),
            Flaw::NotText { key, right, .. } => {
                let right = right.as_deref().map(|right| excerpt(right, MAX_LINE));
                let right = right.unwrap_or_else(|| format!("{key}: \"…\""));
                format!("write a text, in quotes: `{right}`")
            }
            Flaw::RequiresApps { .. } | Flaw::RequiresAppsItem { .. } => {
                "name each application by a text: `requires_apps: [blender]`".to_owned()
            }
        }
    }

    /// The same, of a text that stands so many lines further down.
    pub(super) fn further_down(mut self, lines: u64) -> Self {
        self.line = self.line.map(|line| line + lines);
        self
    }
}

impl From<Flaw> for FrontmatterError {
    fn from(flaw: Flaw) -> Self {
        FrontmatterError {
            line: None,
            column: None,
            flaw,
        }
    }
}

impl fmt::Display for FrontmatterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.flaw),
            (Some(line), None) => write!(f, "line {line}: {}", self.flaw),
            (None, _) => self.flaw.fmt(f),
        }
    }
}

/// What is wrong with a value, at its place.
pub(super) fn at(node: &Node, flaw: Flaw) -> FrontmatterError {
    FrontmatterError {
        line: node.span.map(|span| span.line),
        column: node.span.map(|span| span.column),
        flaw,
    }
}

/// How much of a line is shown, in characters.
pub(super) const MAX_LINE: usize = 240;
