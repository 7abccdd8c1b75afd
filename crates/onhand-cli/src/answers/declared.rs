//! Declarations, and where they were read.

use onhand::declaration::Declaration;

/// A declaration, and where it was read.
#[derive(Debug)]
pub(crate) struct Declared {
    /// The name of the server.
    pub(crate) name: String,
    /// The file as the user named it, `<stdin>`, or `built-in`.
    pub(crate) source: String,
    /// The declaration.
    pub(crate) declaration: Declaration,
}

/// A declaration with errors, and where it was read.
#[derive(Debug)]
pub(crate) struct Invalid {
    /// The name of the server.
    pub(crate) name: String,
    /// As that of a [`Declared`].
    pub(crate) source: String,
}

impl Declared {
    /// What every event in it belongs to.
    pub(crate) fn span(&self) -> tracing::Span {
        tracing::debug_span!("declaration", name = self.name, source = self.source)
    }
}
