//! The target `expansion`.

use std::sync::atomic::{AtomicUsize, Ordering};

use onhand_platform::{
    DirectoryEntry, HostError, HostResult, LocateHost, Metadata, Os, PathTemplate, RootedPath,
};

use super::told::{MAX_LINE, expect_line};

/// Takes lines: a template, then the values that variables and the home folder have, in the order
/// in which they are asked for. Where the lines end, they are unset; a line that is no UTF-8 is a
/// value that is no Unicode.
///
/// - A path that comes out obeys the rules: its own text makes the same path, and so do those of the
///   folders above it. It is rooted, local, and without `..` and control characters.
/// - A template without a reference is taken where its text is a path, and refused where it is none.
/// - A variable is asked for at most once for each reference, and nothing else is.
pub fn expansion(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let Ok(text) = std::str::from_utf8(lines.next().unwrap_or_default()) else {
        return;
    };
    let values: Vec<&[u8]> = lines.collect();
    for os in Os::ALL {
        expand(os, text, &values);
    }
}

fn expand(os: Os, text: &str, values: &[&[u8]]) {
    let parsed = PathTemplate::parse(os, text);
    let is_literal = !text.starts_with('~') && !text.contains(['%', '$']);
    // What no author means may be the name of a file all the same.
    let is_slip = text.contains(['*', '?']) || text.contains("://");
    if is_literal && !is_slip {
        let path = RootedPath::new(os, text);
        let first = parsed.as_ref().err().map(|broken| &broken.violations()[0]);
        assert_eq!(path.as_ref().err(), first, "{os}: {text:?}");
    }
    let template = match parsed {
        Ok(template) => template,
        Err(broken) => {
            assert!((1..=16).contains(&broken.violations().len()), "{broken:?}");
            for violation in broken {
                expect_line(&violation.to_string(), MAX_LINE);
            }
            return;
        }
    };
    assert_eq!((template.os(), template.as_str()), (os, text));

    let host = Values {
        os,
        values,
        asked: AtomicUsize::new(0),
    };
    let outcome = template.expand(&host);
    let references = text.matches(['~', '%', '$']).count();
    let asked = host.asked.into_inner();
    assert!(
        asked <= references,
        "{asked} questions for {references} references"
    );
    match outcome {
        Ok(path) => {
            assert_eq!(path.os(), os);
            let above = std::iter::successors(Some(path), RootedPath::parent);
            for path in above {
                expect_obedient(os, &path);
            }
        }
        Err(error) => {
            assert!(!is_literal, "{os}: {text:?}: {error}");
            expect_line(&error.to_string(), MAX_LINE);
        }
    }
}

fn expect_obedient(os: Os, path: &RootedPath) {
    let text = path.as_str();
    let again = RootedPath::new(os, text);
    assert_eq!(again.as_ref(), Ok(path), "{os}: {text:?}");
    assert_eq!(again.map(|path| path.to_string()), Ok(text.to_owned()));

    let rest = match os {
        Os::Win32 => {
            let (drive, rest) = text.split_at_checked(3).expect("it has a drive");
            assert!(drive.starts_with(|c: char| c.is_ascii_alphabetic()));
            assert!(drive.ends_with(r":\"), "{text:?}");
            assert!(!rest.contains('/'), "{text:?}");
            rest
        }
        Os::Darwin | Os::Linux => text.strip_prefix('/').expect("it is rooted"),
    };
    assert!(!text.contains(char::is_control), "{text:?}");
    let separator = if os == Os::Win32 { '\\' } else { '/' };
    for segment in rest.split(separator).filter(|_| !rest.is_empty()) {
        assert!(!matches!(segment, "" | "." | ".."), "{text:?}");
    }
    let child = path.join("child").map(|child| child.parent());
    assert_eq!(child, Ok(Some(path.clone())), "{text:?}");
}

/// A machine that has these values, whatever is asked for, and nothing else.
struct Values<'d> {
    os: Os,
    values: &'d [&'d [u8]],
    asked: AtomicUsize,
}

impl Values<'_> {
    fn next(&self) -> HostResult<Option<String>> {
        let index = self.asked.fetch_add(1, Ordering::Relaxed);
        self.values
            .get(index)
            .map(|value| String::from_utf8(value.to_vec()).map_err(|_| HostError::NotUnicode))
            .transpose()
    }
}

impl LocateHost for Values<'_> {
    fn os(&self) -> Os {
        self.os
    }

    fn env(&self, _: &str) -> HostResult<Option<String>> {
        self.next()
    }

    fn home(&self) -> HostResult<Option<String>> {
        self.next()
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        panic!("{path} is looked at")
    }

    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath> {
        panic!("a link is followed: {path}")
    }

    fn list(&self, path: &RootedPath, _: usize) -> HostResult<Vec<DirectoryEntry>> {
        panic!("{path} is listed")
    }
}
