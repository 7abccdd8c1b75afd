//! Asking a frontmatter.

use onhand_gate_skill::{Frontmatter, FrontmatterError, ReadError};
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::{FakeHost, FileContent};

use super::{rooted, skill};

/// What is wrong, without the column: most of these look at the words.
pub(crate) fn told(error: &FrontmatterError) -> String {
    let column = None;
    FrontmatterError {
        column,
        ..error.clone()
    }
    .to_string()
}

/// What the frontmatter of the skill `x` says that has this too.
pub(crate) fn parse(more: &str) -> Result<Frontmatter, String> {
    Frontmatter::parse(skill("x", more).as_bytes()).map_err(|error| told(&error))
}

/// What is read of a file with that content, the operations that it took, and how many bytes were read.
pub(crate) fn read(
    content: impl Into<FileContent>,
) -> (Result<Frontmatter, ReadError>, Vec<Operation>, usize) {
    let host = Recorded::new(FakeHost::new(Os::Linux).file("/SKILL.md", content));
    let found = Frontmatter::read(&host, &rooted("/SKILL.md"));
    let calls = host.take_calls();
    let bytes = calls
        .iter()
        .filter(|call| call.operation == Operation::Read)
        .map(|call| {
            let outcome = call.outcome.as_ref().expect("it reads");
            let (bytes, _) = outcome.split_once(' ').expect("N bytes at …");
            bytes.parse::<usize>().expect("a number")
        });
    let bytes = bytes.sum();
    (
        found,
        calls.into_iter().map(|call| call.operation).collect(),
        bytes,
    )
}
