//! What reading a text may cost, and what messages call the text.

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// YAML 1.2, and JSON with it.
    Yaml,
    /// JSON as RFC 8259 has it: no comma after the last entry, no comment, no single quotes.
    Json,
}

/// What reading a text may cost, and what messages call the text. Each bound of the default is far above any
/// document that a person writes, and low enough that no text can cost more than a few milliseconds or megabytes.
///
/// ```
/// use onhand_document::Limits;
///
/// const SCENARIO: Limits = Limits {
///     noun: "scenario",
///     nodes: 20_000,
///     ..Limits::DEFAULT
/// };
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// What the text is, behind "any": `declaration`, as in "the text nests deeper than any declaration".
    pub noun: &'static str,
    /// What is right where a second document begins.
    pub second_document: &'static str,
    /// The largest text, in bytes. What aliases stand for may be eight times as much.
    pub bytes: usize,
    /// How deep it may nest.
    pub depth: usize,
    /// How many values it may hold, keys and what aliases stand for counted.
    pub nodes: usize,
    /// How many values may have an anchor. Four times as many aliases may refer to them.
    pub anchors: usize,
    /// Whether a key `<<` merges the mappings that it holds, as YAML 1.1 has it. Else it is a key like any other.
    pub merge_keys: bool,
}

/// What is right where a second document begins, in any text.
pub const ONE_DOCUMENT: &str = "one document is read: leave its marks `---` and `...` out";

impl Limits {
    /// 512 KiB, 32 levels, 10,000 values and 64 anchors. Nothing is merged.
    pub const DEFAULT: Limits = Limits {
        noun: "ordinary document",
        second_document: ONE_DOCUMENT,
        bytes: 512 * 1024,
        depth: 32,
        nodes: 10_000,
        anchors: 64,
        merge_keys: false,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
