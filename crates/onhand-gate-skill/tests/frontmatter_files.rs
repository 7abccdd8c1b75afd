//! What reading a frontmatter of a file costs, and why one can't be read.

use onhand_gate_skill::{Flaw, Frontmatter, MAX_FRONTMATTER_BYTES, ReadError};
use onhand_platform::{HostError, Operation, Os};
use onhand_platform_fake::{FakeHost, Fault, FileContent};

mod support;
use support::{read, rooted, skill};

#[test]
fn a_huge_text_behind_the_frontmatter_costs_nothing() {
    let mut text = skill("x", "").into_bytes();
    let (small, ..) = read(text.clone());
    text.resize(5_000_000, b'x');
    let (found, operations, bytes) = read(text);
    assert_eq!(found, small);
    assert_eq!(operations, [Operation::Open, Operation::Read]);
    assert_eq!(bytes, 4096);
}

#[test]
fn a_long_frontmatter_costs_a_read_for_each_doubling_and_has_a_bound() {
    let padded = |len: usize| {
        let text = skill("x", "#");
        let padding = "#".repeat(len - text.len());
        skill("x", &format!("#{padding}"))
    };
    // Without the text behind the closing fence.
    let frontmatter = |len: usize| padded(len + "# x\n".len());
    for (len, reads) in [(4096, 1), (4097, 2), (8193, 3), (MAX_FRONTMATTER_BYTES, 5)] {
        let (found, operations, _) = read(frontmatter(len));
        assert!(found.is_ok(), "{len}: {found:?}");
        assert_eq!(operations.len(), 1 + reads, "{len}");
    }
    let (found, _, bytes) = read(frontmatter(MAX_FRONTMATTER_BYTES + 1));
    assert_eq!(found, Err(ReadError::Malformed(Flaw::TooLong.into())));
    assert_eq!(bytes, MAX_FRONTMATTER_BYTES);
    let (found, _, bytes) = read(FileContent::zeros(1 << 50));
    assert_eq!(found, Err(ReadError::Malformed(Flaw::NoFrontmatter.into())));
    assert_eq!(bytes, 4096);
}

#[test]
fn a_file_that_can_not_be_read_says_why() {
    let path = rooted("/SKILL.md");
    let sound = || FakeHost::new(Os::Linux).file("/SKILL.md", skill("x", ""));
    for (host, error) in [
        (FakeHost::new(Os::Linux), HostError::NotFound),
        (
            sound().fault("/SKILL.md", Fault::Unreadable),
            HostError::PermissionDenied,
        ),
        (
            FakeHost::new(Os::Linux).dir("/SKILL.md"),
            HostError::NotAFile,
        ),
        (
            FakeHost::new(Os::Linux).fault("/SKILL.md", Fault::Fifo),
            HostError::NotAFile,
        ),
    ] {
        assert_eq!(
            Frontmatter::read(&host, &path),
            Err(ReadError::Unreadable(error))
        );
    }
    let failing = sound().fault("/SKILL.md", Fault::ReadError);
    let found = Frontmatter::read(&failing, &path);
    assert!(
        matches!(found, Err(ReadError::Unreadable(HostError::Io(_)))),
        "{found:?}"
    );
}
