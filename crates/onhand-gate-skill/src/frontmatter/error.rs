//! What is wrong with a frontmatter, and what would be right.

use std::fmt;

use super::MAX_FRONTMATTER_BYTES;

/// Why a text has no frontmatter that can be used. Its `Display` is one sentence with the line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct FrontmatterError {
    /// The line of the file, from 1, where there is one to point at.
    pub line: Option<u64>,
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
    /// The first line is no fence.
    #[error("the file has no frontmatter: its first line is not `---`")]
    NoFrontmatter,
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
    #[error("the frontmatter nests too deep, or stands for too many values")]
    OverBudget,
    /// It is YAML, and has no keys.
    #[error("the frontmatter must be a mapping, not {0}")]
    NotAMapping(String),
    /// A key that stands there twice.
    #[error("`{0}` stands there twice")]
    DuplicateKey(String),
    /// A key that is `requires_apps` but for its spelling: who wrote it meant a gate.
    #[error("`{0}` gates nothing; did you mean `requires_apps`?")]
    NearMiss(String),
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
    },
    /// `requires_apps`, or an item of it, that names no application.
    #[error("`requires_apps` must be a text or a list of texts, not {0}")]
    RequiresApps(String),
    /// An item of `requires_apps` that names no application.
    #[error("each item of `requires_apps` must name an application; one is {0}")]
    RequiresAppsItem(String),
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
            Flaw::Unclosed | Flaw::TooLong => "end the frontmatter with a line `---`".to_owned(),
            Flaw::NotUtf8 => "save the file as UTF-8".to_owned(),
            Flaw::Syntax { hint, .. } => hint
                .clone()
                .unwrap_or_else(|| "make the frontmatter valid YAML".to_owned()),
            Flaw::OverBudget => "write the frontmatter plainly, without aliases".to_owned(),
            Flaw::NotAMapping(_) => "write `name: …` and `description: …`".to_owned(),
            Flaw::DuplicateKey(key) => format!("leave one `{key}` out"),
            Flaw::NearMiss(_) => "spell the key `requires_apps`".to_owned(),
            Flaw::Merge => "write the keys out".to_owned(),
            Flaw::Missing(key) => format!("write `{key}: …`"),
            Flaw::NotText { key, .. } => format!("write a text, in quotes: `{key}: \"…\"`"),
            Flaw::RequiresApps(_) | Flaw::RequiresAppsItem(_) => {
                "name each application by a text: `requires_apps: [blender]`".to_owned()
            }
        }
    }
}

impl From<Flaw> for FrontmatterError {
    fn from(flaw: Flaw) -> Self {
        FrontmatterError { line: None, flaw }
    }
}

impl fmt::Display for FrontmatterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.flaw),
            None => self.flaw.fmt(f),
        }
    }
}
