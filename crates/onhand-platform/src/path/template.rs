//! A path as a declaration writes it, with `~` and variables, and its expansion on a host.

use std::borrow::Cow;
use std::fmt;

use super::rules::{MAX_PATH_BYTES, REFERENCE, control, excerpt, inner_scheme, violations};
use super::{PathRule, PathViolation, RootedPath};
use crate::{HostError, HostResult, LocateHost, Os};

/// A path with references that a host fills in.
///
/// | reference | where | stands for |
/// |---|---|---|
/// | `~` before a separator or at the end | every OS, at the start only | the user's home folder |
/// | `%NAME%` | Windows | the variable `NAME`, whatever its case |
/// | `$NAME`, `${NAME}` | every OS | the variable `NAME` (whatever its case on Windows) |
///
/// A `%` or `$` that forms no reference stands for itself. A value is put in as it is: it is
/// not expanded again, and it is told to nobody unless it starts the path and is a rooted path itself
/// (see [`RootedPath`]). On macOS and Linux `%NAME%` is not a reference; see
/// [`has_percent_reference`](Self::has_percent_reference).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PathTemplate {
    os: Os,
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Part {
    Literal(String),
    Variable(String),
    Home,
    /// `~name`: the home of somebody else, which is never looked up.
    OtherHome(String),
}

/// Why a template has no path on this host.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpansionError {
    /// The variable is unset, or set to nothing.
    #[error("the variable `{}` is not set", excerpt(.0))]
    Unset(String),
    /// The home folder of the user is not known.
    #[error("`~` is not known: the home folder is not set")]
    NoHome,
    /// `~name`.
    #[error("`~{}` is another user's home folder, which is never looked up", excerpt(.0))]
    OtherHome(String),
    /// The host could not give a variable's value.
    #[error("the variable `{}` could not be read: {source}", excerpt(.variable))]
    Host {
        /// Its name, `~` for the home folder.
        variable: String,
        /// What the host said.
        source: HostError,
    },
    /// The text that came out breaks a rule. The text is not told: a declaration could name any
    /// variable, and its value may be a secret.
    #[error("`{template}` expands to a path that can't be looked at: it is {rule}")]
    Rule {
        /// The text as written, cut at 200 characters.
        template: String,
        /// The first rule that the path breaks.
        rule: PathRule,
    },
}

/// Why a text is not a template: every rule that it breaks, whatever its variables may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTemplate(Vec<PathViolation>);

impl InvalidTemplate {
    /// The rules that are broken; at least one.
    #[must_use]
    pub fn violations(&self) -> &[PathViolation] {
        &self.0
    }
}

impl IntoIterator for InvalidTemplate {
    type Item = PathViolation;
    type IntoIter = std::vec::IntoIter<PathViolation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for InvalidTemplate {
    /// All of them in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidTemplate {}

impl PathTemplate {
    /// Takes the text of a declaration.
    ///
    /// # Errors
    /// Every rule that the text breaks, whatever its variables may hold.
    pub fn parse(os: Os, text: &str) -> Result<Self, InvalidTemplate> {
        if text.len() > MAX_PATH_BYTES {
            return Err(InvalidTemplate(vec![PathViolation::TooLong(
                MAX_PATH_BYTES,
            )]));
        }
        let mut broken = Vec::new();
        if text.contains(REFERENCE) {
            broken.push(PathViolation::Reserved("a Unicode noncharacter".to_owned()));
        }
        // PowerShell's spelling is blamed as such, and read as what is meant.
        let meant = without_powershell(text);
        if meant != text {
            broken.push(PathViolation::PowerShell);
        }
        let parts = split(os, &meant);
        let mut skeleton = String::with_capacity(text.len());
        for part in &parts {
            match part {
                Part::Literal(literal) => skeleton.push_str(literal),
                Part::Variable(_) | Part::Home | Part::OtherHome(_) => skeleton.push(REFERENCE),
            }
        }
        // The documented rule lets `%VAR%` start a location on every OS, though only Windows
        // expands it: elsewhere it is found missing, and the author is warned.
        if os != Os::Win32 && percent_reference(text).is_some_and(|at| at == 0) {
            skeleton.insert(0, REFERENCE);
        }
        broken.extend(violations(os, &skeleton));
        deny_what_nobody_means(os, &meant, &mut broken);
        // The name of a user is the one part of the text that the skeleton leaves out and that can
        // hold anything.
        if let Some(Part::OtherHome(name)) = parts.first() {
            let is_told =
                |violation: &PathViolation| matches!(violation, PathViolation::Control(_));
            if !broken.iter().any(is_told) {
                broken.extend(control(name).map(PathViolation::Control));
            }
        }
        if broken.is_empty() {
            Ok(PathTemplate {
                os,
                text: text.to_owned(),
                parts,
            })
        } else {
            Err(InvalidTemplate(broken))
        }
    }

    /// The OS whose rules the template keeps.
    #[must_use]
    pub fn os(&self) -> Os {
        self.os
    }

    /// The text as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether a `%NAME%` stands in a template for an OS that doesn't know this form.
    #[must_use]
    pub fn has_percent_reference(&self) -> bool {
        self.os != Os::Win32 && percent_reference(&self.text).is_some()
    }

    /// The user of `~user`, whose home folder is never looked up.
    #[must_use]
    pub fn other_home(&self) -> Option<&str> {
        match self.parts.first() {
            Some(Part::OtherHome(name)) => Some(name),
            _ => None,
        }
    }

    /// The path on this host. Costs one `env` call for each reference to a variable, one `home` call
    /// for a `~`, and nothing else: no file is looked at, and the current folder plays no part.
    ///
    /// # Errors
    /// Whatever leaves the template without a path. The rules are applied to the outcome
    /// again, so that a variable can't lead where the text could not. No error tells a value.
    pub fn expand(&self, host: &dyn LocateHost) -> Result<RootedPath, ExpansionError> {
        let mut expanded = String::with_capacity(self.text.len());
        let mut may_be_told = true;
        for part in &self.parts {
            match part {
                Part::Literal(literal) => {
                    // A home of `/` and a rest of `/x` make `/x`: `//x` would be another thing.
                    let rest = match (expanded.chars().last(), literal.chars().next()) {
                        (Some(a), Some(b))
                            if self.os.is_separator(a) && self.os.is_separator(b) =>
                        {
                            &literal[1..]
                        }
                        _ => literal,
                    };
                    expanded.push_str(rest);
                }
                Part::Variable(name) => {
                    let unset = || ExpansionError::Unset(name.clone());
                    let value = filled(name, host.env(name), unset)?;
                    may_be_told &= expanded.is_empty() && is_rooted(self.os, &value);
                    expanded.push_str(&value);
                }
                Part::Home => {
                    // It stands at the start, where only what is rooted makes a path.
                    expanded.push_str(&filled("~", host.home(), || ExpansionError::NoHome)?);
                }
                Part::OtherHome(name) => return Err(ExpansionError::OtherHome(name.clone())),
            }
            if expanded.len() > MAX_PATH_BYTES {
                break;
            }
        }
        let path =
            RootedPath::new(self.os, &expanded).map_err(|violation| ExpansionError::Rule {
                template: crate::excerpt(&self.text, 200),
                rule: violation.rule(),
            })?;
        let path = if may_be_told {
            path
        } else {
            path.told_as(&self.text)
        };
        tracing::debug!(template = %self.text, %path, "expanded");
        Ok(path)
    }
}

impl fmt::Debug for PathTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.os, self.text)
    }
}

impl fmt::Display for PathTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The value that a reference stands for; one that is empty is as good as unset.
fn filled(
    variable: &str,
    value: HostResult<Option<String>>,
    unset: impl FnOnce() -> ExpansionError,
) -> Result<String, ExpansionError> {
    value
        .map_err(|source| ExpansionError::Host {
            variable: variable.to_owned(),
            source,
        })?
        .filter(|value| !value.is_empty())
        .ok_or_else(unset)
}

/// A URL anywhere, and the characters of patterns. Outside Windows they can stand in a name, so that a
/// path that is found may hold them; in what an author writes they are slips. A `?` ends real names
/// there, so that it is left.
fn deny_what_nobody_means(os: Os, text: &str, broken: &mut Vec<PathViolation>) {
    let leads_away =
        |violation: &_| matches!(violation, PathViolation::Network(_) | PathViolation::Url(_));
    if broken.iter().any(leads_away) {
        return;
    }
    if let Some(scheme) = inner_scheme(text) {
        broken.push(PathViolation::Url(scheme));
        return;
    }
    let is_pattern = |c: &char| *c == '*' || (*c == '?' && os == Os::Win32);
    if let Some(c) = text.chars().find(is_pattern) {
        // Windows keeps them for itself for this very reason: once is enough.
        let of_patterns = ["`*`", "`?`"];
        broken.retain(|violation| match violation {
            PathViolation::Reserved(reason) => {
                !of_patterns.iter().any(|start| reason.starts_with(start))
            }
            _ => true,
        });
        broken.push(PathViolation::Pattern(c));
    }
}

/// The text with `$NAME` for each `$env:NAME`, and `${NAME}` for each `${env:NAME}`, whatever the case.
fn without_powershell(text: &str) -> Cow<'_, str> {
    const PREFIX: &str = "env:";
    let lower = text.to_ascii_lowercase();
    let mut meant = String::new();
    let mut taken = 0;
    for (at, _) in lower.match_indices(PREFIX) {
        let before = &text[taken..at];
        if before.ends_with('$') || before.ends_with("${") {
            meant.push_str(before);
            taken = at + PREFIX.len();
        }
    }
    if taken == 0 {
        return Cow::Borrowed(text);
    }
    meant.push_str(&text[taken..]);
    Cow::Owned(meant)
}

/// Whether a value is a place by itself: a rooted path, or a drive without its separator, as in
/// `%SystemDrive%`.
fn is_rooted(os: Os, value: &str) -> bool {
    let is_drive = |value: &[u8]| matches!(value, [letter, b':'] if letter.is_ascii_alphabetic());
    RootedPath::is_one(os, value) || (os == Os::Win32 && is_drive(value.as_bytes()))
}

fn split(os: Os, text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    if let Some(after) = text.strip_prefix('~') {
        let end = after.find(|c| os.is_separator(c)).unwrap_or(after.len());
        let (name, tail) = after.split_at(end);
        parts.push(if name.is_empty() {
            Part::Home
        } else {
            Part::OtherHome(name.to_owned())
        });
        rest = tail;
    }
    let mut literal = String::new();
    while let Some(at) = rest.find(['%', '$']) {
        literal.push_str(&rest[..at]);
        let tail = &rest[at..];
        match reference(os, tail) {
            Some((name, len)) => {
                if !literal.is_empty() {
                    parts.push(Part::Literal(std::mem::take(&mut literal)));
                }
                parts.push(Part::Variable(name.to_owned()));
                rest = &tail[len..];
            }
            None => {
                literal.push_str(&tail[..1]);
                rest = &tail[1..];
            }
        }
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        parts.push(Part::Literal(literal));
    }
    parts
}

/// The variable that `text` starts with a reference to, and the reference's length.
fn reference(os: Os, text: &str) -> Option<(&str, usize)> {
    if os == Os::Win32 && text.starts_with('%') {
        return delimited(text, 1, '%');
    }
    let after = text.strip_prefix('$')?;
    if after.starts_with('{') {
        return delimited(text, 2, '}');
    }
    let end = after
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(after.len());
    let name = &after[..end];
    (is_name(name)).then_some((name, end + 1))
}

/// The name between `skip` opening bytes and `close`.
fn delimited(text: &str, skip: usize, close: char) -> Option<(&str, usize)> {
    // Ends at the first character that no name holds, so that a text of openings costs no more.
    let end = text[skip..].find(|c| !is_name_char(c))?;
    let name = &text[skip..skip + end];
    let closed = text[skip + end..].starts_with(close);
    (closed && is_name(name)).then_some((name, skip + end + 1))
}

/// A variable's name. Parentheses, since `ProgramFiles(x86)` is one.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(is_name_char)
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_().-".contains(c)
}

/// Where the first `%NAME%` stands, on whatever OS.
fn percent_reference(text: &str) -> Option<usize> {
    text.match_indices('%')
        .map(|(at, _)| at)
        .find(|&at| reference(Os::Win32, &text[at..]).is_some())
}
