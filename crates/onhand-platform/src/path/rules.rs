//! The rules that a path must obey to be looked at.
//!
//! They hold twice: for the text of a declaration, in which references to variables
//! still stand, and for the text that they expand to.

use super::reserved;
use crate::Os;

/// One rule that a path breaks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PathViolation {
    /// Nothing, or only white space.
    #[error("the path is empty")]
    Empty,
    /// Relative: to the current folder, to a drive's current folder, to the current drive.
    #[error("the path is not rooted: {0}")]
    NotRooted(&'static str),
    /// UNC, `//server`, or a device path.
    #[error("the path leads to the network or to a device (`{0}`)")]
    Network(&'static str),
    /// A `..` segment.
    #[error("the path has a `..` segment")]
    Traversal,
    /// A URL.
    #[error("the path is a URL (`{0}:`)")]
    Url(String),
    /// A control character or a line separator.
    #[error("the path holds the control character U+{:04X}", u32::from(*.0))]
    Control(char),
    /// A name or a character that the OS keeps for itself.
    #[error("the path holds a reserved name: {0}")]
    Reserved(String),
    /// A `*` in a template, on Windows a `?` too: no pattern is matched, and hardly anybody means the
    /// character.
    #[error("the path holds `{0}`, and patterns are not supported here")]
    Pattern(char),
    /// `$env:NAME` or `${env:NAME}` in a template, which names a variable only in PowerShell.
    #[error("`$env:NAME` names a variable only in PowerShell")]
    PowerShell,
    /// Longer than any path of this OS can be.
    #[error("the path is longer than {0} bytes")]
    TooLong(usize),
}

/// A rule that a path can break, without a word of the path itself: a path that came from a
/// variable may hold a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PathRule {
    /// See [`PathViolation::Empty`].
    #[error("empty")]
    Empty,
    /// See [`PathViolation::NotRooted`].
    #[error("not rooted")]
    NotRooted,
    /// See [`PathViolation::Network`].
    #[error("one that leads to the network or to a device")]
    Network,
    /// See [`PathViolation::Traversal`].
    #[error("one with a `..` segment")]
    Traversal,
    /// See [`PathViolation::Url`].
    #[error("a URL")]
    Url,
    /// See [`PathViolation::Control`].
    #[error("one with a control character")]
    Control,
    /// See [`PathViolation::Reserved`].
    #[error("one with a reserved name")]
    Reserved,
    /// See [`PathViolation::Pattern`].
    #[error("one with a pattern")]
    Pattern,
    /// See [`PathViolation::PowerShell`].
    #[error("one with a variable of PowerShell")]
    PowerShell,
    /// See [`PathViolation::TooLong`].
    #[error("too long")]
    TooLong,
}

impl PathViolation {
    /// The rule that is broken.
    #[must_use]
    pub fn rule(&self) -> PathRule {
        match self {
            PathViolation::Empty => PathRule::Empty,
            PathViolation::NotRooted(_) => PathRule::NotRooted,
            PathViolation::Network(_) => PathRule::Network,
            PathViolation::Traversal => PathRule::Traversal,
            PathViolation::Url(_) => PathRule::Url,
            PathViolation::Control(_) => PathRule::Control,
            PathViolation::Reserved(_) => PathRule::Reserved,
            PathViolation::Pattern(_) => PathRule::Pattern,
            PathViolation::PowerShell => PathRule::PowerShell,
            PathViolation::TooLong(_) => PathRule::TooLong,
        }
    }
}

/// The longest path in bytes, on any OS. Windows takes 32,767 UTF-16 units, others less.
pub(super) const MAX_PATH_BYTES: usize = 32 * 1024;

/// Stands for a reference whose value isn't known yet. A noncharacter: no text has it by accident.
pub(super) const REFERENCE: char = '\u{FDD0}';

/// Every rule that `text` breaks. `text` may hold [`REFERENCE`]s.
pub(super) fn violations(os: Os, text: &str) -> Vec<PathViolation> {
    if text.trim().is_empty() {
        return vec![PathViolation::Empty];
    }
    if text.len() > MAX_PATH_BYTES {
        return vec![PathViolation::TooLong(MAX_PATH_BYTES)];
    }
    let mut found = Vec::new();
    let rooted = match root(os, text) {
        Ok(rest) => rest,
        Err(violation) => {
            found.push(violation);
            text
        }
    };
    let segments = || rooted.split(|c| os.is_separator(c));
    if segments().any(|segment| segment == "..") {
        found.push(PathViolation::Traversal);
    }
    found.extend(control(text).map(PathViolation::Control));
    // What is no path at all is not also blamed for its names.
    let is_path = !matches!(
        found.first(),
        Some(PathViolation::Network(_) | PathViolation::Url(_))
    );
    if os == Os::Win32 && is_path {
        let drive_taken = rooted.len() < text.len();
        for (index, segment) in segments().enumerate() {
            let segment = if index == 0 && !drive_taken {
                without_drive(segment)
            } else {
                segment
            };
            let reserved = reserved::windows_segment(segment).map(PathViolation::Reserved);
            // A few say as much as thousands.
            found.extend(reserved.filter(|violation| !found.contains(violation)));
            if found.len() > MAX_VIOLATIONS {
                break;
            }
        }
    }
    found
}

/// The first control character. The line separators of Unicode are none by its tables, and as
/// useless in a name.
pub(super) fn control(text: &str) -> Option<char> {
    text.chars()
        .find(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// After so many, the names in a path are no longer looked at.
const MAX_VIOLATIONS: usize = 8;

/// What follows the root, or why there is no root.
fn root(os: Os, text: &str) -> Result<&str, PathViolation> {
    if let Some(prefix) = network_prefix(os, text) {
        return Err(PathViolation::Network(prefix));
    }
    if let Some(scheme) = url_scheme(text) {
        return Err(PathViolation::Url(excerpt(scheme)));
    }
    if text.starts_with(REFERENCE) {
        return Ok(text);
    }
    let bytes = text.as_bytes();
    let has_drive = bytes[0].is_ascii_alphabetic() && bytes.get(1) == Some(&b':');
    let rooted_drive = has_drive && matches!(bytes.get(2), Some(b'/' | b'\\'));
    match os {
        Os::Win32 if rooted_drive => Ok(&text[3..]),
        Os::Win32 if has_drive => Err(PathViolation::NotRooted(
            "`C:name` is relative to the drive's current folder",
        )),
        Os::Win32 if os.is_separator(char::from(bytes[0])) => Err(PathViolation::NotRooted(
            "a path on Windows starts with a drive, as in `C:\\`",
        )),
        Os::Darwin | Os::Linux if bytes[0] == b'/' => Ok(&text[1..]),
        Os::Darwin | Os::Linux if has_drive => Err(PathViolation::NotRooted(
            "a drive letter has no meaning outside Windows",
        )),
        _ => Err(PathViolation::NotRooted("it is relative")),
    }
}

/// The start of a part of a path, for a message; a [`REFERENCE`] is left open.
pub(super) fn excerpt(text: &str) -> String {
    crate::excerpt(text, 60).replace(REFERENCE, "…")
}

/// The first segment without what may be a drive there: the check for alternate streams
/// leaves out the colon of `C:x`, and of `%DRIVE%:` whose letter comes from a variable.
fn without_drive(segment: &str) -> &str {
    if segment.starts_with(REFERENCE) {
        let literal = segment.trim_start_matches(REFERENCE);
        return literal.strip_prefix(':').unwrap_or(segment);
    }
    match segment.as_bytes() {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => &segment[2..],
        _ => segment,
    }
}

/// The prefix by which a path leaves this machine's ordinary files. Backslashes
/// count on every OS: nobody who writes `\\server` means a local name.
fn network_prefix(os: Os, text: &str) -> Option<&'static str> {
    let mut chars = text.chars();
    // On Windows both slashes separate; elsewhere `/\x` is a local name.
    let is_slash = |c: Option<char>| match c {
        Some('/' | '\\') => os == Os::Win32 || c == text.chars().next(),
        _ => false,
    };
    let (first, second, third, fourth) = (chars.next(), chars.next(), chars.next(), chars.next());
    if !is_slash(first) {
        return None;
    }
    if is_slash(second) {
        return Some(match (third, is_slash(fourth)) {
            (Some('?'), true) => r"\\?\",
            (Some('.'), true) => r"\\.\",
            _ if first == Some('/') => "//server",
            _ => r"\\server",
        });
    }
    // `\??\` is the kernel's own spelling of the same namespace.
    (os == Os::Win32 && second == Some('?') && third == Some('?')).then_some(r"\??\")
}

/// What stands before the first `://` of a template, wherever in it: nobody who writes it means the name
/// of a folder that ends in a colon.
pub(super) fn inner_scheme(text: &str) -> Option<String> {
    let (before, _) = text.split_once("://")?;
    before.rsplit(['/', '\\']).next().map(excerpt)
}

/// The scheme of a URL. One letter is a drive, not a scheme.
fn url_scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let mut chars = scheme.chars();
    let well_formed = chars.next()?.is_ascii_alphabetic()
        && chars.clone().next().is_some()
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    well_formed.then_some(scheme)
}
