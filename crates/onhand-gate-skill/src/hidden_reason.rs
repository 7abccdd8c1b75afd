//! Why a skill is hidden, and what would show it.

use std::fmt;
use std::sync::Arc;

use onhand_platform::{HostError, excerpt};
use onhand_resolver::{Assessment, CauseCode};

use crate::frontmatter::as_scalar;
use crate::{FrontmatterError, ReadError};

/// Why a skill is hidden. Its `Display` is one sentence. What others wrote in it is shortened, and what is
/// [unseen](onhand_platform::unseen) is escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HiddenReason {
    /// Its `SKILL.md` can't be read.
    Unreadable(HostError),
    /// Its frontmatter can't be used.
    Malformed(FrontmatterError),
    /// It names an application that nobody has registered.
    UnknownApp {
        /// Its name in `requires_apps`.
        app: String,
        /// The registered name that it is likely a slip of.
        near: Option<String>,
    },
    /// What is registered under that name declares no application on any OS, and the gate
    /// [requires presence](crate::SkillGate::requiring_presence).
    NoApp(String),
    /// The application is not there as it is required.
    NotOfferable {
        /// Its name in `requires_apps`.
        app: String,
        /// What was found, shared by all skills that name it.
        assessment: Arc<Assessment>,
    },
}

impl HiddenReason {
    /// The line and the column of the `SKILL.md` that it is about, from 1, in characters.
    #[must_use]
    pub fn place(&self) -> Option<(u64, Option<u64>)> {
        match self {
            HiddenReason::Malformed(error) => error.line.map(|line| (line, error.column)),
            _ => None,
        }
    }

    /// The application that it is about.
    #[must_use]
    pub fn app(&self) -> Option<&str> {
        match self {
            HiddenReason::Unreadable(_) | HiddenReason::Malformed(_) => None,
            HiddenReason::UnknownApp { app, .. }
            | HiddenReason::NoApp(app)
            | HiddenReason::NotOfferable { app, .. } => Some(app),
        }
    }

    /// Its name for programs: `unreadable`, `malformed`, `unknown_app`, `no_app`, or the state of the application,
    /// such as `missing_app` or `invalid_declaration`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            HiddenReason::Unreadable(_) => "unreadable",
            HiddenReason::Malformed(_) => "malformed",
            HiddenReason::UnknownApp { .. } => "unknown_app",
            HiddenReason::NoApp(_) => "no_app",
            HiddenReason::NotOfferable { assessment, .. } => assessment.availability.state.as_str(),
        }
    }

    /// Why, for programs: finer than the [code](Self::code).
    #[must_use]
    pub fn cause(&self) -> CauseCode {
        match self {
            HiddenReason::Unreadable(error) => error.into(),
            HiddenReason::Malformed(_) => CauseCode::Invalid,
            HiddenReason::UnknownApp { .. } | HiddenReason::NoApp(_) => CauseCode::NotDeclared,
            HiddenReason::NotOfferable { assessment, .. } => assessment.availability.cause,
        }
    }

    /// What has to be done for the skill to be shown, as a phrase for people. Where a skill has several
    /// reasons, each has to go.
    #[must_use]
    pub fn what_would_show_it(&self) -> String {
        match self {
            HiddenReason::Unreadable(_) => "put a file there that this user can read".to_owned(),
            HiddenReason::Malformed(error) => excerpt(&error.remedy(), TEXT),
            HiddenReason::UnknownApp { app, near } => named_rightly(app, near.as_deref()),
            HiddenReason::NoApp(app) => {
                format!(
                    "have the declaration `{}` say what the application is",
                    shown(app)
                )
            }
            HiddenReason::NotOfferable { assessment, .. } => {
                let remedy = assessment.remedy();
                let remedy = remedy
                    .as_deref()
                    .unwrap_or("make the application available");
                excerpt(remedy, TEXT)
            }
        }
    }
}

impl From<ReadError> for HiddenReason {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Unreadable(error) => HiddenReason::Unreadable(error),
            ReadError::Malformed(error) => HiddenReason::Malformed(error),
        }
    }
}

impl fmt::Display for HiddenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HiddenReason::Unreadable(error) => {
                let error = excerpt(&error.to_string(), TEXT);
                write!(f, "`SKILL.md` can't be read: {error}")
            }
            HiddenReason::Malformed(error) => f.write_str(&excerpt(&error.to_string(), TEXT)),
            HiddenReason::UnknownApp { app, .. } => {
                write!(
                    f,
                    "`{}`: no application of that name is declared",
                    shown(app)
                )
            }
            HiddenReason::NoApp(app) => {
                write!(f, "`{}`: its declaration has no `app` block", shown(app))
            }
            HiddenReason::NotOfferable { app, assessment } => {
                let cause = excerpt(&assessment.cause.to_string(), TEXT);
                write!(f, "`{}`: {cause}", shown(app))
            }
        }
    }
}

/// The longest name of an application that is shown, in characters.
const NAME: usize = 60;
/// The longest cause or remedy that is shown, in characters: there are long paths in them.
const TEXT: usize = 400;

/// What parts names in a text, whatever they are.
const SEPARATORS: [char; 8] = [
    ',', ';', '\n', '|', '\u{FF0C}', '\u{FF1B}', '\u{3001}', '\u{2022}',
];

/// What may part names, and may stand in one.
const MAYBE_SEPARATORS: [&str; 5] = [" and ", "&", "+", "/", " - "];

/// The names that a text holds which was meant to be a list; fewer than two where it was meant to be a name.
fn listed(app: &str, near: Option<&str>) -> Vec<String> {
    let names = |text: &str| -> Vec<String> {
        let inner = text.trim_matches(['[', ']']);
        let names = inner.split(SEPARATORS).map(unquoted);
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let certain = names(app);
    if certain.len() > 1 {
        return certain;
    }
    let mut parted = app.to_owned();
    for separator in MAYBE_SEPARATORS {
        parted = parted.replace(separator, ",");
    }
    let maybe = names(&parted);
    let is_near = |name: &String| near.is_some_and(|near| near.eq_ignore_ascii_case(name));
    if maybe.iter().any(is_near) {
        maybe
    } else {
        certain
    }
}

/// A name without the quotes of another notation; those that stand on one side alone are its own.
fn unquoted(name: &str) -> &str {
    let name = name.trim();
    let mut inner = ['"', '\'', '`'].into_iter().filter_map(|quote| {
        let inner = name.strip_prefix(quote)?.strip_suffix(quote)?;
        inner.starts_with(char::is_alphabetic).then(|| inner.trim())
    });
    inner.next().unwrap_or(name)
}

/// What to write in place of a name that nobody has declared.
fn named_rightly(app: &str, near: Option<&str>) -> String {
    let listed = listed(app, near);
    if listed.len() > 1 {
        let listed: Vec<String> = listed.iter().map(|name| as_scalar(name)).collect();
        let list = excerpt(&listed.join(", "), 2 * NAME);
        return format!("write a list: `requires_apps: [{list}]`");
    }
    let app = shown(app);
    match near {
        Some(near) => format!(
            "did you mean `{}`? Else declare the application `{app}`",
            shown(near)
        ),
        None => format!("declare the application `{app}`, or correct the name in `requires_apps`"),
    }
}

fn shown(app: &str) -> String {
    excerpt(app, NAME)
}
