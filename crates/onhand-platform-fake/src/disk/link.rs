//! Where a symbolic link leads.

use onhand_platform::{Os, PathViolation, RootedPath};

use super::tree::MAX_SEGMENTS;
use crate::MachineError;

/// Where a symbolic link leads. Unlike a declared path it may hold `..`, which the walk resolves
/// as the OS does: after the links before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    /// Segments below a root.
    Absolute {
        root: RootedPath,
        segments: Vec<String>,
    },
    /// Segments below the folder that holds the link.
    Relative(Vec<String>),
    /// UNC or a device path: never followed.
    Network,
}

impl LinkTarget {
    /// Takes the text of a link on `os`.
    pub(super) fn parse(os: Os, text: &str) -> Result<Self, MachineError> {
        let wrong = |reason: &dyn ToString| MachineError::LinkTarget {
            target: text.to_owned(),
            os,
            reason: reason.to_string(),
        };
        let is_separator = |c| c == '/' || (c == '\\' && os == Os::Win32);
        let mut segments: Vec<_> = text
            .split(is_separator)
            .filter(|segment| !matches!(*segment, "" | "."))
            .collect();
        let (root, is_absolute) = match (RootedPath::new(os, text), os) {
            (Ok(_) | Err(PathViolation::Traversal), Os::Win32) => {
                (format!(r"{}\", segments.remove(0)), true)
            }
            (Ok(_) | Err(PathViolation::Traversal), _) => ("/".to_owned(), true),
            (Err(PathViolation::Network(_)), _) => return Ok(LinkTarget::Network),
            (Err(PathViolation::NotRooted(reason)), Os::Win32) => {
                let has_drive = text.as_bytes().get(1) == Some(&b':');
                if has_drive || text.starts_with(is_separator) {
                    return Err(wrong(&reason));
                }
                (r"C:\".to_owned(), false)
            }
            (Err(PathViolation::NotRooted(_)), _) => ("/".to_owned(), false),
            (Err(violation), _) => return Err(wrong(&violation)),
        };
        if segments.len() > MAX_SEGMENTS {
            return Err(MachineError::TooDeep {
                path: text.to_owned(),
                limit: MAX_SEGMENTS,
            });
        }
        // A link may hold `..`, which a path may not; the rest obeys the same rules.
        let names: Vec<_> = segments.iter().copied().filter(|s| *s != "..").collect();
        let root = RootedPath::new(os, &root).map_err(|violation| wrong(&violation))?;
        root.join(&names.join("/"))
            .map_err(|violation| wrong(&violation))?;
        let segments = segments.into_iter().map(str::to_owned).collect();
        Ok(if is_absolute {
            LinkTarget::Absolute { root, segments }
        } else {
            LinkTarget::Relative(segments)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(target: &LinkTarget) -> String {
        match target {
            LinkTarget::Absolute { root, segments } => {
                format!("{}|{}", root.as_str(), segments.join("|"))
            }
            LinkTarget::Relative(segments) => segments.join("|"),
            LinkTarget::Network => "network".to_owned(),
        }
    }

    #[test]
    fn a_target_is_absolute_relative_or_the_network() {
        for (os, text, expected) in [
            (Os::Linux, "/opt/app", "/|opt|app"),
            (Os::Linux, "/", "/|"),
            (Os::Linux, "/a/../b", "/|a|..|b"),
            (Os::Linux, "../lib/app", "..|lib|app"),
            (Os::Linux, "./app", "app"),
            (Os::Linux, ".", ""),
            (Os::Linux, "..", ".."),
            (Os::Linux, r"a\b", r"a\b"),
            (Os::Darwin, "//server/share", "network"),
            (Os::Win32, r"D:\a\b", r"D:\|a|b"),
            (Os::Win32, r"C:/a/../b", r"C:\|a|..|b"),
            (Os::Win32, r"..\a/b", "..|a|b"),
            (Os::Win32, r"\\server\share\a", "network"),
            (Os::Win32, r"\??\C:\a", "network"),
        ] {
            let target = LinkTarget::parse(os, text).expect(text);
            assert_eq!(segments(&target), expected, "{text}");
        }
    }

    #[test]
    fn a_target_that_its_os_could_not_hold_is_refused() {
        for (os, text) in [
            (Os::Linux, ""),
            (Os::Linux, "a\0b"),
            (Os::Linux, "https://host/x"),
            (Os::Win32, r"\a"),
            (Os::Win32, r"C:a"),
            (Os::Win32, r"a\CON"),
            (Os::Win32, r"C:\a\..\NUL"),
            (Os::Win32, r"C:\a?"),
        ] {
            assert!(LinkTarget::parse(os, text).is_err(), "{text:?}");
        }
    }
}
