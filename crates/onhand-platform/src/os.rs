//! The operating systems that a declaration can speak of.

use std::fmt;
use std::str::FromStr;

/// An operating system, by the name that a declaration uses for it.
///
/// ```
/// use onhand_platform::Os;
///
/// assert_eq!("darwin".parse::<Os>(), Ok(Os::Darwin));
/// assert_eq!(Os::Win32.to_string(), "win32");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Os {
    /// Windows, 32 or 64 bit.
    Win32,
    /// macOS.
    Darwin,
    /// Linux.
    Linux,
}

impl Os {
    /// Every OS, in the order in which they are listed to people.
    pub const ALL: [Os; 3] = [Os::Win32, Os::Darwin, Os::Linux];

    /// The OS that this program was built for; `None` where onhand has no name for it.
    #[must_use]
    pub const fn current() -> Option<Os> {
        if cfg!(windows) {
            Some(Os::Win32)
        } else if cfg!(target_os = "macos") {
            Some(Os::Darwin)
        } else if cfg!(target_os = "linux") {
            Some(Os::Linux)
        } else {
            None
        }
    }

    /// The name in a declaration: `win32`, `darwin` or `linux`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Os::Win32 => "win32",
            Os::Darwin => "darwin",
            Os::Linux => "linux",
        }
    }

    /// The name that people use: `Windows`, `macOS` or `Linux`.
    #[must_use]
    pub const fn display_name(self) -> &'static str {
        match self {
            Os::Win32 => "Windows",
            Os::Darwin => "macOS",
            Os::Linux => "Linux",
        }
    }

    /// Whether names that differ only in case name the same file and variable
    /// by default. True of a macOS volume for files only: its variables keep case.
    #[must_use]
    pub const fn folds_file_case(self) -> bool {
        matches!(self, Os::Win32 | Os::Darwin)
    }

    /// Whether `\` separates path segments, beside `/`.
    #[must_use]
    pub(crate) const fn is_separator(self, c: char) -> bool {
        c == '/' || (c == '\\' && matches!(self, Os::Win32))
    }
}

impl fmt::Display for Os {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Os {
    type Err = UnknownOs;

    fn from_str(text: &str) -> Result<Self, UnknownOs> {
        Os::ALL
            .into_iter()
            .find(|os| os.as_str() == text)
            .ok_or_else(|| UnknownOs(text.to_owned()))
    }
}

/// A text that names no OS.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an OS; the names are `win32`, `darwin` and `linux`")]
pub struct UnknownOs(pub String);
