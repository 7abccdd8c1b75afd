//! What reading a frontmatter may cost.

use onhand_document::Limits;

/// The largest frontmatter, in bytes, its fences, and a byte order mark and blank lines before it, included.
pub const MAX_FRONTMATTER_BYTES: usize = 64 * 1024;

/// Far above any frontmatter, and low enough that none takes more than a few milliseconds.
pub(super) const LIMITS: Limits = Limits {
    noun: "frontmatter",
    bytes: MAX_FRONTMATTER_BYTES,
    depth: 16,
    nodes: 1_000,
    ..Limits::DEFAULT
};
