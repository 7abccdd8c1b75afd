//! An absolute path on this machine's own disks.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use typed_path::{Utf8TypedPathBuf, Utf8UnixPath, Utf8WindowsPath};

use super::PathViolation;
use super::rules::violations;
use crate::Os;

/// An absolute path that keeps the semantics of its OS wherever this code runs, and that is
/// known to obey the path rules: rooted, local, without `..`, without a reserved name.
///
/// Two paths are equal when they name the same file by default on their OS: case is folded
/// for Windows and macOS. The spelling is kept for display; separators are the OS's own and
/// single, `.` segments are dropped.
///
/// **What is shown of it.** A path that a [`PathTemplate`](super::PathTemplate) became holds values of
/// variables, and a declaration can name any variable, one with a token too. `Display` and `Debug` show a
/// value only where the variable is the path's start and a rooted path itself; else the template
/// stands for the path, and for what is [joined](Self::join) to it. Once the application is found
/// there, the path is a fact that hosts need: see [`revealed`](Self::revealed). The methods that give
/// the path itself ([`as_str`](Self::as_str), [`file_name`](Self::file_name), …) are for asking an
/// OS and for comparing, never for a message.
///
/// ```
/// use onhand_platform::{Os, RootedPath};
///
/// let path = RootedPath::new(Os::Win32, "C:/Program Files/Vendor/App.exe")?;
/// assert_eq!(path.as_str(), r"C:\Program Files\Vendor\App.exe");
/// assert_eq!(path, RootedPath::new(Os::Win32, r"c:\program files\vendor\APP.EXE")?);
/// assert!(RootedPath::new(Os::Win32, r"\\server\share\App.exe").is_err());
/// # Ok::<(), onhand_platform::PathViolation>(())
/// ```
#[derive(Clone)]
pub struct RootedPath {
    os: Os,
    path: Utf8TypedPathBuf,
    /// What is told in place of the path; `None` where the path itself may be.
    told: Option<Arc<str>>,
    names_a_folder: bool,
}

impl RootedPath {
    /// Takes a text that has no references left.
    ///
    /// # Errors
    /// The first rule that the text breaks. `~` and variables are not expanded here: a text
    /// that starts with one is not rooted. See [`PathTemplate`](super::PathTemplate).
    pub fn new(os: Os, text: &str) -> Result<Self, PathViolation> {
        if text.contains(super::rules::REFERENCE) {
            return Err(PathViolation::Reserved("a Unicode noncharacter".to_owned()));
        }
        if let Some(violation) = violations(os, text).into_iter().next() {
            return Err(violation);
        }
        // `normalize` drops `.` and doubled separators; there is no `..` left to resolve.
        let path = match os {
            Os::Win32 => Utf8TypedPathBuf::Windows(Utf8WindowsPath::new(text).normalize()),
            Os::Darwin | Os::Linux => Utf8TypedPathBuf::Unix(Utf8UnixPath::new(text).normalize()),
        };
        let last = text.rsplit(|c| os.is_separator(c)).next();
        Ok(RootedPath {
            os,
            path,
            told: None,
            names_a_folder: matches!(last, Some("" | ".")),
        })
    }

    /// Whether a text is a path by these rules, without making it one.
    pub(super) fn is_one(os: Os, text: &str) -> bool {
        !text.contains(super::rules::REFERENCE) && violations(os, text).is_empty()
    }

    /// The same path, told as `template`.
    pub(super) fn told_as(self, template: &str) -> Self {
        RootedPath {
            told: Some(template.into()),
            ..self
        }
    }

    /// The same path, shown as it is from here on. For callers that found there what they looked for: where
    /// an application is installed is no secret, whatever led there.
    #[must_use]
    pub fn revealed(self) -> Self {
        RootedPath { told: None, ..self }
    }

    /// Whether the text that it was made from ends in a separator: only a folder can be meant.
    /// `/opt/app/` is never an executable, though the separator is dropped.
    #[must_use]
    pub fn names_a_folder(&self) -> bool {
        self.names_a_folder
    }

    /// The OS whose rules the path keeps.
    #[must_use]
    pub fn os(&self) -> Os {
        self.os
    }

    /// The path as its OS spells it, values of variables and all. For people and logs there is
    /// `Display`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.path.as_str()
    }

    /// The path below this one.
    ///
    /// # Errors
    /// The rule that the joined path breaks; a `..` in `relative` is one.
    pub fn join(&self, relative: &str) -> Result<Self, PathViolation> {
        // A root ends in its separator, and a second one would make `//name` of it.
        let folder = without_end(self.os, self.as_str());
        let joined = RootedPath::new(self.os, &format!("{folder}/{relative}"))?;
        Ok(match &self.told {
            Some(told) => {
                let separator = if self.os == Os::Win32 { '\\' } else { '/' };
                joined.told_as(&format!(
                    "{}{separator}{relative}",
                    without_end(self.os, told)
                ))
            }
            None => joined,
        })
    }

    /// The folder that holds this path; `None` for a root. Where the path is shown as a template that ends in a
    /// reference, so is the folder: nobody knows how much of the path the value is.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.path.parent().map(|parent| RootedPath {
            os: self.os,
            path: parent.to_path_buf(),
            told: self
                .told
                .clone()
                .map(|told| match last_name(self.os, &told) {
                    Some((folder, name)) if !name.contains(['$', '%', '~']) => folder.into(),
                    _ => told,
                }),
            names_a_folder: false,
        })
    }

    /// Whether this is that folder or stands below it, by the names alone: no host is asked. Where links may stand on
    /// the way, compare what [`LocateHost::resolve`](crate::LocateHost::resolve) gives for both.
    ///
    /// ```
    /// use onhand_platform::{Os, RootedPath};
    ///
    /// let apps = RootedPath::new(Os::Win32, r"C:\Apps")?;
    /// assert!(RootedPath::new(Os::Win32, r"c:\apps\Vendor\app.exe")?.starts_with(&apps));
    /// assert!(!RootedPath::new(Os::Win32, r"C:\Apps-old\app.exe")?.starts_with(&apps));
    /// # Ok::<(), onhand_platform::PathViolation>(())
    /// ```
    #[must_use]
    pub fn starts_with(&self, folder: &Self) -> bool {
        if self.os != folder.os {
            return false;
        }
        // A root ends in its separator, every other folder before one.
        let (path, folder) = (self.key(), folder.key());
        path.strip_prefix(without_end(self.os, &folder))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(|c| self.os.is_separator(c)))
    }

    /// Where the links on this path lead, in the spelling of a host that followed them. It is shown as this
    /// path is, so that it shows no value which this one hides.
    ///
    /// # Errors
    /// The first rule that the text breaks.
    pub fn leading_to(&self, text: &str) -> Result<Self, PathViolation> {
        Ok(RootedPath {
            told: self.told.clone(),
            ..RootedPath::new(self.os, text)?
        })
    }

    /// The last segment; `None` for a root.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.path.file_name()
    }

    /// What two spellings of one file have in common: the text, its case folded where the OS
    /// folds it. An approximation of NTFS's and APFS's own tables by Unicode's lower case.
    #[must_use]
    pub fn key(&self) -> String {
        if self.os.folds_file_case() {
            self.as_str().to_lowercase()
        } else {
            self.as_str().to_owned()
        }
    }
}

impl PartialEq for RootedPath {
    fn eq(&self, other: &Self) -> bool {
        self.os == other.os && self.key() == other.key()
    }
}

impl Eq for RootedPath {}

impl Hash for RootedPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.os.hash(state);
        self.key().hash(state);
    }
}

impl fmt::Debug for RootedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{self}", self.os)
    }
}

impl fmt::Display for RootedPath {
    /// The one place where it is decided what is told of a path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.told {
            Some(told) => told,
            None => self.as_str(),
        })
    }
}

fn without_end(os: Os, text: &str) -> &str {
    text.trim_end_matches(|c| os.is_separator(c))
}

/// The last segment of a text, and what stands before it.
fn last_name(os: Os, text: &str) -> Option<(&str, &str)> {
    let text = without_end(os, text);
    let at = text.rfind(|c| os.is_separator(c))?;
    Some((&text[..at], &text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_joined_without_a_second_separator_and_is_its_own_end() {
        for (os, root, child) in [
            (Os::Linux, "/", "/opt"),
            (Os::Darwin, "/", "/opt"),
            (Os::Win32, "C:/", r"C:\opt"),
        ] {
            let root = RootedPath::new(os, root).expect("rooted");
            let joined = root.join("opt").expect("rooted");
            assert_eq!(joined.as_str(), child);
            assert_eq!(joined.parent(), Some(root.clone()));
            assert_eq!(joined.file_name(), Some("opt"));
            assert_eq!((root.parent(), root.file_name()), (None, None));
        }
    }
}
