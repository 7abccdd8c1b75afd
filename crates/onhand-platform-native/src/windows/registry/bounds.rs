//! How much of a root is read: every user may write to a root of their own, without end.

/// The bounds for one root. What lies beyond is left out, and said to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// How many keys are looked at.
    pub(super) entries: u32,
    /// How many values of one key are looked at.
    pub(super) values: u32,
    /// How many bytes of names and data are kept of one key, so that one alone can't use up what
    /// is there for all.
    pub(super) entry_bytes: usize,
    /// How long the data of a value may be, in bytes, to be kept.
    pub(super) value_bytes: usize,
    /// How many bytes of names and data are kept in all.
    pub(super) total_bytes: usize,
    /// How many parts that can't be read are listed one by one.
    pub(super) unread: usize,
    /// How many names in a row may fail to be read before the key is given up.
    pub(super) failures: usize,
}

impl Bounds {
    /// Far above what a machine in use has: a few hundred keys of some twenty values.
    pub(super) const ROOT: Bounds = Bounds {
        entries: 10_000,
        values: 256,
        entry_bytes: 256 * 1024,
        value_bytes: 32 * 1024,
        total_bytes: 16 * 1024 * 1024,
        unread: 16,
        failures: 64,
    };
}
