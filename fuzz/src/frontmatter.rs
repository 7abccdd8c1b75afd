//! The target `frontmatter`.

use onhand_gate_skill::{Frontmatter, FrontmatterError, MAX_FRONTMATTER_BYTES, ReadError};
use onhand_platform::{Operation, Os, Recorded, RootedPath};
use onhand_platform_fake::FakeHost;

use super::told::{MAX_LINE, expect_line};

/// Takes a `SKILL.md`.
///
/// - What is found is trimmed and not blank, and each application stands there once; what is wrong, and what would be
///   right, are lines.
/// - A file costs an `open` and at most five reads, none beyond the bound, and says what its text says.
/// - What stands behind a frontmatter changes nothing.
pub fn frontmatter(data: &[u8]) {
    let parsed = Frontmatter::parse(data);
    match &parsed {
        Ok(found) => expect_sound(found),
        Err(error) => {
            expect_line(&error.to_string(), MAX_LINE);
            expect_line(&error.remedy(), MAX_LINE);
        }
    }
    assert_eq!(read(data), parsed);
    if parsed.is_ok() {
        let longer = [data, b"\n---\nrequires_apps: another\n---\n"].concat();
        assert_eq!(Frontmatter::parse(&longer), parsed);
    }
}

fn expect_sound(found: &Frontmatter) {
    let required = [&found.name, &found.description];
    for text in required.into_iter().chain(&found.requires_apps) {
        assert!(!text.is_empty(), "{found:?}");
        assert_eq!(text, text.trim(), "{found:?}");
    }
    for (index, app) in found.requires_apps.iter().enumerate() {
        assert!(!found.requires_apps[..index].contains(app), "{found:?}");
    }
}

fn read(data: &[u8]) -> Result<Frontmatter, FrontmatterError> {
    let host = Recorded::new(FakeHost::new(Os::Linux).file("/SKILL.md", data));
    let path = RootedPath::new(Os::Linux, "/SKILL.md").expect("it is a path");
    let read = Frontmatter::read(&host, &path);
    assert_eq!(host.count(Operation::Open), 1);
    let calls = host.take_calls();
    assert!(calls.len() <= 6, "{calls:?}");
    for call in calls.iter().skip(1) {
        let outcome = call.outcome.as_ref().expect("it can be read");
        let numbers = outcome
            .split(' ')
            .filter_map(|word| word.parse::<usize>().ok());
        assert!(numbers.sum::<usize>() <= MAX_FRONTMATTER_BYTES, "{outcome}");
    }
    read.map_err(|error| match error {
        ReadError::Malformed(error) => error,
        ReadError::Unreadable(error) => panic!("{error}"),
    })
}
